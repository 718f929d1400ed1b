"""I take it: a dispatcher who rides, too, gives an order to themselves with one tap."""

from bot.fleet import State
from bot.local_telegram import LocalUser
from tests.journeys.test_groups import bound_group, written
from tests.support.business import Business, bare, finds, labels, sees

TAKE = "🙋 I take it"


async def makes_dispatcher(business: Business, person: LocalUser) -> None:
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    await business.says(person, f"/start {business.owner.last.text.split('start=')[1]}")


async def test_a_dispatcher_who_rides_takes_an_order_with_one_tap(business: Business):
    await makes_dispatcher(business, business.musa)
    delivery = await business.order()
    assert TAKE in labels(finds(business.musa, "🆕 Waiting for a rider"))
    assert TAKE not in labels(finds(business.owner, "Order 1001"))
    await business.presses(business.musa, TAKE)
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert "🛵 Musa Bello" in bare(finds(business.owner, "Order 1001"))
    assert sees(business.musa, "A new job for you")
    assert TAKE not in labels(finds(business.musa, "🛵 Musa Bello"))


async def test_it_takes_an_order_from_another_rider_only_as_it_was_shown(business: Business):
    await makes_dispatcher(business, business.musa)
    delivery = await business.order()
    card = finds(business.musa, "Order 1001")
    data = next(b.data for row in card.buttons for b in row if b.label == TAKE)
    assert data is not None
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Sani Ali")
    business.musa.press_data(data, message=card)
    await business.town.idle()
    assert "has already given order 1001 to Sani Ali" in bare(business.musa.last)
    await business.presses(business.musa, TAKE)
    taken = await business.town.shop.get_delivery(delivery.uuid)
    assert taken.rider is not None
    assert taken.rider.name == "Musa Bello"
    assert sees(business.sani, "the dispatcher gave it to another rider")


async def test_in_a_group_the_order_goes_to_who_has_pressed(business: Business):
    await makes_dispatcher(business, business.musa)
    group, _ = await bound_group(business, business.musa, business.sani)
    delivery = await business.order()
    assert TAKE in labels(group.messages[-1])
    for person in (business.owner, business.sani):
        await business.presses(person, TAKE, chat=group)
        assert person.toasts[-1].text == "This is not for you."
    assert await business.state(delivery) is State.PENDING
    await business.presses(business.musa, TAKE, chat=group)
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert "🛵 Musa" in written(group)[-1]


async def test_where_nobody_rides_and_dispatches_no_card_offers_it(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    assert TAKE not in labels(group.messages[-1])
    assert TAKE not in labels(finds(business.owner, "Order 1001"))
