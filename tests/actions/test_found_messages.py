"""Cards that stand in chats, and of which a copy of the database that is put back does not know."""

import pytest

from bot.actions.cards import found_messages
from bot.actions.cards.found_messages import SentMessage
from bot.actions.notice_kinds import View
from bot.base.database.database import Database
from bot.store import cards
from bot.store.cards import Card
from tests.support.clock import ManualClock

CHAT, DELIVERY = 42, "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"


def sent(clock: ManualClock, message_id: int, view: View) -> SentMessage:
    where = {"chat_id": CHAT, "message_id": message_id, "delivery": DELIVERY, "view": view}
    return SentMessage(**where, sent_at=clock.now())


@pytest.mark.parametrize("known", [8, 10])
async def test_of_two_that_are_one_card_the_later_one_stays(
    database: Database, clock: ManualClock, known: int
):
    card = Card(CHAT, DELIVERY, View.RIDER, known, shown="", sent_at=clock.now())
    await database.write(cards.save, card)
    await database.write(found_messages.bring_up_to_date, sent(clock, 9, View.RIDER))
    stays = await database.read(cards.get, CHAT, DELIVERY, View.RIDER)
    assert stays is not None
    assert stays.message_id == max(known, 9)


async def test_a_digest_stays_as_it_was(database: Database, clock: ManualClock):
    await database.write(found_messages.bring_up_to_date, sent(clock, 9, View.DIGEST))
    assert await database.read(cards.at, CHAT, 9) is None
