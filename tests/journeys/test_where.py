"""/where: the truth about a parcel, and no promise."""

from bot.fleet import StatusToken
from tests.support.business import Business, finds, labels, told


async def test_each_state_is_one_sentence_with_its_time(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/where")
    assert "Order 1001 waits for a rider. Ordered: 09:00 UTC." in told(business.bola)[-1]
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.bola, "/where 1001")
    assert "has a rider, Musa, who has not picked it up yet" in told(business.bola)[-1]
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.presses(business.bola, "Where is it?")
    answer = told(business.bola)[-1]
    assert "Musa is on the way with order 1001. Picked up: 09:00 UTC." in answer
    assert "How far is it? Just ask:" in answer
    business.musa.share_location(6.5, 3.35, 3600)
    await business.town.idle()
    await business.says(business.bola, "/where")
    assert finds(business.bola, "Follow Musa on the map:")
    places = [m.location for m in business.bola.messages if m.location]
    assert [(place.latitude, place.longitude) for place in places] == [(6.5, 3.35)]
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.says(business.bola, "/where 1001")
    assert "Order 1001 was delivered. Delivered: 09:00 UTC." in told(business.bola)[-1]


async def test_orders_of_others_and_orders_that_do_not_exist_read_the_same(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.order(business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"))
    before = len(told(business.bola))
    await business.says(business.bola, "/where 1002")
    await business.says(business.bola, "/where 9999")
    theirs, nobodys = told(business.bola)[before:]
    assert theirs.replace("1002", "9999") == nobodys
    assert "/track shows them all" in nobodys


async def test_several_parcels_are_one_message_and_the_map_of_each_is_a_tap(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.on_the_way()
    business.musa.share_location(6.5, 3.35, 3600)
    await business.town.idle()
    before = len(told(business.bola))
    await business.says(business.bola, "/where")
    (answer,) = told(business.bola)[before:]
    assert "Order 1001 waits for a rider" in answer
    assert "Musa is on the way with order 1002" in answer
    assert labels(business.bola.last) == ["📍 Order 1002"]
    await business.presses(business.bola, "📍 Order 1002", message=business.bola.last)
    assert [m.location.latitude for m in business.bola.messages if m.location] == [6.5]


async def test_a_cancelled_parcel_says_so(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.order()
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    await business.says(business.bola, "/where 1001")
    assert "Order 1001 was cancelled. It will not come." in told(business.bola)[-1]


async def test_who_follows_very_many_is_shown_the_latest_and_names_the_others(business: Business):
    await business.joins_by_phone(business.bola)
    for _ in range(12):
        await business.order()
    before = len(told(business.bola))
    await business.says(business.bola, "/where")
    (answer,) = told(business.bola)[before:]
    assert answer.count("waits for a rider") == 10
    assert "Order 1002 " not in answer
    assert "Order 1003 waits for a rider" in answer
    assert "Order 1012 waits for a rider" in answer
    assert "These are the latest 10. For another one: /where 1042" in answer
    await business.says(business.bola, "/where 1001")
    assert "Order 1001 waits for a rider" in told(business.bola)[-1]
    await business.says(business.bola, "/note Blue gate")
    assert labels(business.bola.last)[0] == "Order 1003"
    assert len(labels(business.bola.last)) == 10
    assert "For another one: /note 1042" in told(business.bola)[-1]
