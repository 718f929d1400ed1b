"""A shop is asked for what waits there, and for nothing that has left it meanwhile."""

from bot.actions.follow_ups import ready_times
from bot.actions.notice_kinds import View
from bot.store import cards, subscriptions
from bot.store import ready_times as kept
from bot.store.cards import Card
from bot.store.subscriptions import SENDER, Subscription
from tests.actions.business import ASSIGNED, DELIVERY, IN_TRANSIT, Business

SHOP = 4


async def test_what_was_fetched_before_the_question_was_sent_is_not_asked_for(business: Business):
    await business.database.write(subscriptions.add, Subscription(SHOP, DELIVERY, SENDER))
    await business.read(ASSIGNED)
    await business.database.write(kept.ask, DELIVERY, DELIVERY)
    asked = await business.database.read(ready_times.card, SHOP, DELIVERY)
    assert asked is not None
    assert "Ready when?" in asked.html
    await business.read(IN_TRANSIT)
    assert await business.database.read(ready_times.card, SHOP, DELIVERY) is None
    sent = Card(SHOP, DELIVERY, View.SHOP, 77, "shown")
    await business.database.write(cards.save, sent)
    fetched = await business.database.read(ready_times.card, SHOP, DELIVERY)
    assert fetched is not None
    assert "On the way" in fetched.html
