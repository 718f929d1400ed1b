"""A shop with many deliveries under way reads of them in one message, and hears what goes wrong."""

from datetime import timedelta

from bot.demo.town import ENVIRONMENT
from bot.domain.limits import BUSY_SENDER
from bot.fleet import Delivery, StatusToken
from bot.local_telegram import ChatMessage, LocalUser
from bot.service.operations.dashboard import mark_failed
from tests.support.business import (
    SENDER,
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
    sent,
    told,
)

HEADING = "📦 Your orders"
_MARK = "🧪 "


async def shop_of(business: Business, orders: int) -> tuple[LocalUser, list[Delivery]]:
    """A shop that has joined with its first order, and then sends the others."""
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    first = await business.order()
    await business.joins_by_phone(shop)
    came = [first, *[await business.order() for _ in range(orders - 1)]]
    await business.later(seconds=3)
    return shop, came


async def moves(business: Business, order: Delivery, *states: StatusToken) -> None:
    """An order moves on, elsewhere."""
    fleet = business.town.shop
    for state in states:
        stage = {StatusToken.IN_TRANSIT: "pickup_code", StatusToken.DELIVERED: "dropoff_code"}
        phone = SENDER if state is StatusToken.IN_TRANSIT else "+2348030000001"
        code = business.code(order.order_number, phone) if state in stage else None
        given = {stage[state]: code} if state in stage else {}
        await fleet.update_status(order.uuid, state, **given)
    await business.town.idle()
    await business.later(seconds=3)


async def picked_up(business: Business, *orders: Delivery) -> None:
    await business.town.shop.assign(business.riders["Musa Bello"], [each.uuid for each in orders])
    for order in orders:
        await moves(business, order, StatusToken.ACCEPTED, StatusToken.IN_TRANSIT)


def living(shop: LocalUser) -> ChatMessage:
    return finds(shop, HEADING)


def says(message: ChatMessage) -> str:
    return bare(message).removeprefix(_MARK)


async def test_a_sender_of_many_orders_hears_no_sound_for_each_step(business: Business):
    shop, _ = await shop_of(business, BUSY_SENDER - 1)
    before = len(rung(business, shop))
    orders = [await business.order() for _ in range(3)]
    await picked_up(business, orders[0])
    await moves(business, orders[0], StatusToken.DELIVERED)
    assert [text for text in rung(business, shop)[before:] if "Ready when?" not in text] == []
    assert orders[-1].order_number in bare(living(shop))


async def test_what_they_have_under_way_is_one_message_that_keeps_itself_current(
    business: Business,
):
    shop, orders = await shop_of(business, BUSY_SENDER + 1)
    message = living(shop)
    assert message.posting.silent
    assert says(message).startswith("📦 Your orders: 5 waiting\n1001 · Bola A. · Allen Avenue ·")
    before = len(sent(business, shop))
    await picked_up(business, *orders[:2])
    assert [text for text in sent(business, shop)[before:] if "Ready when?" not in text] == []
    before = len(sent(business, shop))
    assert says(message).startswith("📦 Your orders: 3 waiting · 2 on the way\n")
    assert "1001 · Bola A. · Allen Avenue · 🛵 On the way · " in bare(message)
    await moves(business, orders[0], StatusToken.DELIVERED)
    assert "3 waiting · 1 on the way · 1 delivered today" in bare(message)
    assert bare(message).splitlines()[-1].startswith("1001 · Bola A. · Allen Avenue · ✅ Delivered")
    assert "Musa" not in bare(message)  # who rides is known by the first name, on the card
    assert len(sent(business, shop)) == before


async def test_it_ends_without_a_sound_when_the_last_is_over(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    message = living(shop)
    await picked_up(business, orders[0])
    before = len(rung(business, shop))
    await moves(business, orders[0], StatusToken.DELIVERED)
    for order in orders[1:]:
        await moves(business, order, StatusToken.CANCELLED)
    assert says(message) == "✅ All of your orders are over.\n1 delivered today"
    assert labels(message) == []
    cancelled = rung(business, shop)[before:]
    assert len(cancelled) == BUSY_SENDER - 1
    assert all("was cancelled" in text for text in cancelled)
    await business.order()
    assert heard(shop, HEADING) == 0
    assert "Order 1005" in rung(business, shop)[-1]


async def test_the_next_many_orders_are_another_message(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    for order in orders:
        await moves(business, order, StatusToken.CANCELLED)
    for _ in range(BUSY_SENDER):
        await business.order()
    assert heard(shop, "All of your orders are over") == 1
    assert heard(shop, HEADING) == 1


async def test_ten_orders_have_a_line_and_the_rest_is_counted(business: Business):
    shop, _ = await shop_of(business, 12)
    lines = says(living(shop)).splitlines()
    assert lines[0] == "📦 Your orders: 12 waiting"
    assert [line[:4] for line in lines[1:11]] == [f"{1001 + n}" for n in range(10)]
    assert lines[11:] == ["and 2 more"]
    assert len(labels(living(shop))) == 10


async def test_a_number_opens_the_card_of_its_order(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    last = orders[-1].order_number
    assert heard(shop, f"📦 Order {last}") == 0
    await business.presses(shop, last, message=living(shop))
    assert "📦 Order" in bare(shop.last)
    assert last in bare(shop.last)
    assert shop.last.posting.silent


async def test_somebody_else_opens_no_card_with_a_button_of_theirs(business: Business):
    shop, _ = await shop_of(business, BUSY_SENDER)
    button = next(each for row in living(shop).buttons for each in row)
    await business.joins_by_phone(business.bola)
    stranger = business.town.telegram.add_user("Eve")
    await business.says(stranger, "/start")
    before = len(told(stranger))
    stranger.press_data(button.data, message=stranger.last)
    await business.town.idle()
    assert len(told(stranger)) == before


async def test_a_sender_of_many_orders_hears_what_goes_wrong(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER + 1)
    await business.town.shop.update_status(orders[0].uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    assert "was cancelled" in rung(business, shop)[-1]
    await picked_up(business, orders[1])
    await mark_failed(
        business.town.service.environment(ENVIRONMENT), orders[1].uuid, note="Nobody there"
    )
    await business.town.idle()
    await business.later(seconds=3)
    assert "could not be delivered" in rung(business, shop)[-1]
    assert "⚠️ Delivery attempt failed" in bare(living(shop))


async def test_a_sender_who_joins_with_many_orders_has_the_message_at_once(business: Business):
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    for _ in range(BUSY_SENDER):
        await business.order()
    await business.joins_by_phone(shop)
    assert "4 waiting" in says(living(shop))
    assert living(shop).posting.silent


async def test_a_sender_of_a_few_orders_hears_each_as_before(business: Business):
    shop, _ = await shop_of(business, 1)
    before = len(rung(business, shop))
    await business.order()
    assert len(rung(business, shop)) == before + 1
    assert heard(shop, HEADING) == 0


async def test_who_does_not_want_it_gets_a_silent_card_for_each_again(business: Business):
    shop, _ = await shop_of(business, BUSY_SENDER)
    message = living(shop)
    await business.says(shop, "/mute")
    await business.presses(shop, "Which messages")
    await business.presses(shop, "✅ My orders in one message")
    await business.later(seconds=3)
    assert "this list is old" in bare(message)
    before = len(rung(business, shop))
    order = await business.order()
    assert sees(shop, f"📦 Order {order.order_number}")
    assert len(rung(business, shop)) == before
    await business.presses(shop, "🔕 My orders in one message")
    await business.order()
    assert "6 waiting" in bare(living(shop))


async def test_after_stop_nothing_is_written_any_more(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    message = living(shop)
    await business.says(shop, "/stop")
    await business.later(seconds=3)
    assert "this list is old" in bare(message)
    before = len(sent(business, shop))
    await picked_up(business, orders[0])
    await business.order()
    await business.later(seconds=3)
    assert "this list is old" in bare(message)
    assert len(sent(business, shop)) == before


async def test_whoever_is_forgotten_has_it_no_more(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    await business.says(shop, "/forget")
    await business.presses(shop, "Erase my data")
    await business.later(seconds=3)
    assert heard(shop, HEADING) == 0
    before = len(told(shop))
    await picked_up(business, orders[0])
    assert len(told(shop)) == before


async def test_it_speaks_the_language_of_its_reader(business: Business):
    shop, _ = await shop_of(business, BUSY_SENDER)
    message = living(shop)
    await business.says(shop, "/language fr")
    await business.town.idle()
    assert "4 en attente" in bare(message)


async def test_it_goes_on_after_a_restart_overnight(business: Business):
    shop, orders = await shop_of(business, BUSY_SENDER)
    message = living(shop)
    await picked_up(business, orders[0])
    await moves(business, orders[0], StatusToken.DELIVERED)
    assert "1 delivered today" in bare(message)
    await business.town.stop_bot()
    business.clock.advance(timedelta(days=1))
    await business.town.start_bot()
    await picked_up(business, orders[1])
    assert says(message).startswith("📦 Your orders: 2 waiting · 1 on the way\n")
