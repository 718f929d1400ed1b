"""The numbers of the latest messages: what was written down, and what the cards tell."""

import pytest

from bot.base.database.database import Database
from bot.store import cards, message_numbers
from bot.store.cards import Card
from bot.store.message_numbers import TOGETHER, counted_as

PERSON, GROUP, SUPERGROUP = 5_000_000_000, -4_000_000, -1_001_234_567_890


@pytest.mark.parametrize(
    ("chat_id", "counted"),
    [
        (PERSON, TOGETHER),
        (GROUP, TOGETHER),
        (-999_999_999_999, TOGETHER),
        (SUPERGROUP, SUPERGROUP),
    ],
)
def test_private_chats_and_small_groups_are_counted_together(chat_id: int, counted: int):
    assert counted_as(chat_id) == counted


async def test_of_a_new_database_nothing_is_known(database: Database):
    assert await database.read(message_numbers.latest) == {}


async def test_what_was_written_down_last_is_known(database: Database):
    for numbers in ({TOGETHER: 7}, {TOGETHER: 9, SUPERGROUP: 3}):
        await database.write(message_numbers.keep, numbers)
    assert await database.read(message_numbers.latest) == {TOGETHER: 9, SUPERGROUP: 3}


async def test_a_later_card_tells_more_than_what_was_written_down(database: Database):
    await database.write(message_numbers.keep, {TOGETHER: 40, SUPERGROUP: 30})
    for chat_id, number in ((PERSON, 39), (GROUP, 43), (SUPERGROUP, 31), (SUPERGROUP - 1, 2)):
        await database.write(cards.save, Card(chat_id, "d", "rider", number, "hash"))
    assert await database.read(message_numbers.latest) == {
        TOGETHER: 43,
        SUPERGROUP: 31,
        SUPERGROUP - 1: 2,
    }
