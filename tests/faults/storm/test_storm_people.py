"""The people of a storm do once what they do, unless Telegram has never passed it on."""

from datetime import timedelta
from random import Random

from bot.fleet import Delivery
from bot.local_telegram import LocalTelegram
from bot.local_telegram.formatting.entities import FormattedText
from bot.local_telegram.markup import InlineButton, InlineKeyboard
from bot.local_telegram.messages import Content, Posting
from tests.faults.parcels import Parcels
from tests.faults.plan import CUSTOMERS, RIDERS, Fate
from tests.faults.storm.private_data import PrivateData
from tests.faults.storm.storm_people import StormDispatcher, StormRider
from tests.support.clock import ManualClock


async def test_a_press_that_telegram_has_given_up_is_made_again_and_no_other():
    clock, parcels = ManualClock(), Parcels()
    telegram = LocalTelegram(clock=clock)
    bot = telegram.add_bot("1:secret", username="bot", first_name="Bot")
    user = telegram.add_user("Olu")
    parcels.add(Delivery(uuid="delivery", order_number="1001"), Fate(CUSTOMERS[0], RIDERS[0]))
    olu = StormDispatcher(user, parcels, {})
    bot.queue.given_up.append(olu.was_given_up)
    user.write("/start")
    button = InlineKeyboard(((InlineButton("Assign", "assign"),),))
    card = Content(FormattedText("📦 Order 1001 · 🆕 Waiting for a rider"))
    user.chat().add(bot, card, Posting(markup=button), clock.now())

    def presses() -> int:
        """How often it was pressed, as far as Telegram still has it."""
        olu._act()
        return sum("callback_query" in each.payload for each in bot.queue.pending())

    assert [presses(), presses()] == [1, 1]
    clock.advance(timedelta(seconds=149))
    assert presses() == 1
    clock.advance(timedelta(seconds=1))
    assert bot.queue.pending()[1:] == []
    assert presses() == 1


async def test_a_rider_whose_question_was_put_aside_presses_the_button_again():
    clock, parcels = ManualClock(), Parcels()
    telegram = LocalTelegram(clock=clock)
    bot = telegram.add_bot("1:secret", username="bot", first_name="Bot")
    user = telegram.add_user("Musa")
    parcels.add(Delivery(uuid="delivery", order_number="1001"), Fate(CUSTOMERS[0], RIDERS[0]))
    musa = StormRider(user, parcels, [], PrivateData(Random(1)))
    user.write("/start")
    button = InlineKeyboard(((InlineButton("✅ Delivered", "dropoff"),),))
    card = Content(FormattedText("Order 1001 · 🛵 On the way\n🏁 Drop-off: Bola"))
    user.chat().add(bot, card, Posting(markup=button), clock.now())

    def presses() -> int:
        musa._act()
        return sum("callback_query" in each.payload for each in bot.queue.pending())

    assert [presses(), presses()] == [1, 1]
    aside = Content(FormattedText("✋ Put aside: the code. When you have it, just type it."))
    user.chat().add(bot, aside, Posting(), clock.now())
    assert [presses(), presses(), presses()] == [1, 2, 2]  # it looks up, and then again
