"""Cards: one message for each chat, delivery and point of view."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.base.database.database import Database
from bot.store import cards
from bot.store.cards import Card

AT = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
CARD = Card(chat_id=-1_000_000_000_123, delivery="d", view="rider", message_id=7, shown="hash")


async def save(database: Database, *saved: Card) -> None:
    for card in saved:
        await database.write(cards.save, card)


async def test_a_card_is_found_by_chat_delivery_and_view(database: Database):
    await save(database, CARD)
    assert await database.read(cards.get, CARD.chat_id, "d", "rider") == CARD
    assert await database.read(cards.get, CARD.chat_id, "d", "dispatcher") is None
    assert await database.read(cards.get, CARD.chat_id, "e", "rider") is None
    assert await database.read(cards.get, 1, "d", "rider") is None


async def test_a_card_that_is_sent_anew_takes_the_place_of_the_former(database: Database):
    anew = replace(CARD, message_id=8, shown="other")
    await save(database, CARD, anew)
    assert await database.read(cards.of_delivery, "d") == [anew]


async def test_all_cards_of_a_delivery_are_listed(database: Database):
    others = [replace(CARD, chat_id=1), replace(CARD, view="dispatcher")]
    await save(database, CARD, *others, replace(CARD, delivery="e"))
    assert set(await database.read(cards.of_delivery, "d")) == {CARD, *others}


async def test_a_forgotten_card_is_gone_and_the_chats_others_stay(database: Database):
    other = replace(CARD, view="code_prompt")
    await save(database, CARD, other)
    await database.write(cards.forget, CARD)
    await database.write(cards.forget, CARD)
    assert await database.read(cards.of_delivery, "d") == [other]


async def test_a_jobs_own_card_is_found_with_those_that_it_shares(database: Database):
    own = replace(CARD, chat_id=1)
    at_pickup = replace(own, delivery="p", view="pickup", rang_for=AT)
    on_round = replace(own, delivery="r", view="round")
    elsewhere = replace(at_pickup, chat_id=2)
    await save(database, own, at_pickup, on_round, elsewhere, replace(own, delivery="p"))
    where = {"rider": "d", "pickup": "p", "round": "r"}
    found = await database.read(cards.of_job, 1, where)
    assert found == {"rider": own, "pickup": at_pickup, "round": on_round}
    assert await database.read(cards.of_job, 2, where) == {"pickup": elsewhere}
    nowhere = {"rider": "d", "pickup": None, "round": None}
    assert await database.read(cards.of_job, 1, nowhere) == {"rider": own}
