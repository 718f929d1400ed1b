"""A shop with many deliveries under way hears of what goes wrong, and not of each step."""

from bot.fleet import StatusToken
from bot.texts.promises import BUSY_SENDER
from tests.support.business import SENDER, Business, rung, sees


async def test_a_sender_of_many_orders_hears_no_sound_for_each_step(business: Business):
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.order()
    await business.joins_by_phone(shop)
    for _ in range(BUSY_SENDER - 2):
        await business.order()
    before = len(rung(business, shop))
    orders = [await business.order() for _ in range(3)]
    assert len(rung(business, shop)) == before
    assert sees(shop, f"Order {orders[-1].order_number}")


async def test_a_sender_of_many_orders_hears_that_one_is_cancelled(business: Business):
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    orders = [await business.order() for _ in range(BUSY_SENDER + 1)]
    await business.joins_by_phone(shop)
    await business.town.shop.update_status(orders[0].uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    assert "was cancelled" in rung(business, shop)[-1]


async def test_a_sender_of_a_few_orders_hears_each_as_before(business: Business):
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.order()
    await business.joins_by_phone(shop)
    before = len(rung(business, shop))
    await business.order()
    assert len(rung(business, shop)) == before + 1
