"""Stars for a delivery that has arrived."""

from bot.fleet import StatusToken
from bot.texts.callbacks import Verb, press
from tests.support.business import BOLA, Business, bare, finds, heard, labels, sees, told

STARS = ["1 ⭐", "2 ⭐", "3 ⭐", "4 ⭐", "5 ⭐"]


async def test_stars_are_given_under_the_news_and_can_be_changed_for_a_day(business: Business):
    await business.joins_by_phone(business.bola)
    await business.follows_through()
    news = finds(business.bola, "Order 1001 was delivered")
    assert labels(news) == STARS
    await business.presses(business.bola, "5 ⭐")
    assert "You gave 5 stars. Thank you!" in bare(news)
    assert labels(news) == [*STARS[:4], "● 5 ⭐", "💝 A tip for Musa"]
    assert "⭐ 5/5" in bare(finds(business.owner, "📦 Order 1001"))
    await business.presses(business.bola, "4 ⭐")
    assert "⭐ 4/5" in bare(finds(business.owner, "📦 Order 1001"))
    await business.later(hours=25)
    await business.presses(business.bola, "1 ⭐")
    assert business.bola.toasts[-1].text == "The stars stay as they are after a day."
    assert "You gave 4 stars" in bare(news)


async def test_few_stars_ask_for_a_word_that_only_dispatchers_read(business: Business):
    await business.joins_by_phone(business.bola)
    await business.follows_through()
    await business.presses(business.bola, "1 ⭐")
    assert "What went wrong?" in told(business.bola)[-1]
    await business.says(business.bola, "It was cold & late")
    assert "The dispatchers have it now" in told(business.bola)[-1]
    assert sees(business.owner, "Order 1001, rider Musa: 1 star of 5.\nBola: “It was cold & late”")
    assert not sees(business.musa, "cold")


async def test_the_word_need_not_be_given(business: Business):
    await business.joins_by_phone(business.bola)
    await business.follows_through()
    await business.presses(business.bola, "2 ⭐")
    await business.says(business.bola, "/cancel")
    assert heard(business.owner, "2 stars of 5") == 0
    assert "⭐ 2/5" in bare(finds(business.owner, "📦 Order 1001"))


async def test_what_has_lately_arrived_can_be_rated_by_typing(business: Business):
    await business.joins_by_phone(business.bola)
    await business.says(business.bola, "/rate")
    await business.follows_through()
    await business.says(business.bola, "/rate")
    assert "How was the delivery of order 1001?" in told(business.bola)[-1]
    await business.presses(business.bola, "3 ⭐")
    assert "You gave 3 stars" in told(business.bola)[-1]
    await business.says(business.bola, "/rate 9999")
    assert "I find no order 9999 that was delivered to you" in told(business.bola)[-1]
    await business.later(days=8)
    await business.says(business.bola, "/rate")
    assert "Nothing was delivered to you in the last 7 days" in told(business.bola)[-1]


async def test_nobody_rates_what_is_not_theirs_or_not_over(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.on_the_way()
    business.bola.press_data(
        press(Verb.RATE, delivery.uuid, tokens=(5,)), message=business.bola.last
    )
    await business.town.idle()
    assert business.bola.toasts[-1].text == "This is not for you."
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    business.bola.press_data(
        press(Verb.RATE, delivery.uuid, tokens=(6,)), message=business.bola.last
    )
    business.musa.press_data(
        press(Verb.RATE, delivery.uuid, tokens=(5,)), message=business.musa.last
    )
    await business.town.idle()
    assert "⭐" not in bare(finds(business.owner, "📦 Order 1001"))


async def test_who_got_very_many_is_asked_for_the_latest_only(business: Business):
    await business.joins_by_phone(business.bola)
    for delivery in await business.in_the_bag(*[business.receiver()] * 11):
        code = business.code(delivery.order_number, BOLA)
        await business.town.shop.update_status(
            delivery.uuid, StatusToken.DELIVERED, dropoff_code=code
        )
    await business.town.idle()
    await business.says(business.bola, "/rate")
    assert heard(business.bola, "How was the delivery of order") == 10
    assert not sees(business.bola, "How was the delivery of order 1001?")
    assert "For another one: /rate 1042" in told(business.bola)[-1]
