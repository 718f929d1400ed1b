"""Who has just tapped or typed is looking, and hears no sound for the answer."""

from tests.support.business import Business, rung, sent


async def test_a_delivery_of_a_rider_rings_once(business: Business):
    before = len(rung(business, business.musa))
    await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert len(rung(business, business.musa)) == before + 1
    assert len(sent(business, business.musa)) > before + 1


async def test_a_dispatcher_who_looks_something_up_hears_nothing(business: Business):
    delivery = await business.order()
    before = len(rung(business, business.owner))
    for typed in ("/board", "/riders", f"/delivery {delivery.order_number}", "/report", "/help"):
        await business.says(business.owner, typed)
    await business.presses(business.owner, "Customer link")
    assert rung(business, business.owner)[before:] == []
