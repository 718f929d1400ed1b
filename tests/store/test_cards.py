"""Cards: one message for each chat, delivery and point of view."""

from dataclasses import replace

from bot.base.database import Database
from bot.store import cards
from bot.store.cards import Card

CARD = Card(chat_id=-1_000_000_000_123, delivery="d", view="rider", message_id=7, shown="hash")


async def save(database: Database, *saved: Card) -> None:
    async with database.write() as tx:
        for card in saved:
            await cards.save(tx, card)


async def test_a_card_is_found_by_chat_delivery_and_view(database: Database):
    await save(database, CARD)
    async with database.read() as tx:
        assert await cards.get(tx, CARD.chat_id, "d", "rider") == CARD
        assert await cards.get(tx, CARD.chat_id, "d", "dispatcher") is None
        assert await cards.get(tx, CARD.chat_id, "e", "rider") is None
        assert await cards.get(tx, 1, "d", "rider") is None


async def test_a_card_that_is_sent_anew_takes_the_place_of_the_former(database: Database):
    anew = replace(CARD, message_id=8, shown="other")
    await save(database, CARD, anew)
    async with database.read() as tx:
        assert await cards.of_delivery(tx, "d") == [anew]


async def test_all_cards_of_a_delivery_are_listed(database: Database):
    others = [replace(CARD, chat_id=1), replace(CARD, view="dispatcher")]
    await save(database, CARD, *others, replace(CARD, delivery="e"))
    async with database.read() as tx:
        assert set(await cards.of_delivery(tx, "d")) == {CARD, *others}


async def test_a_forgotten_card_is_gone_and_the_chats_others_stay(database: Database):
    other = replace(CARD, view="code_prompt")
    await save(database, CARD, other)
    async with database.write() as tx:
        await cards.forget(tx, CARD)
        await cards.forget(tx, CARD)
    async with database.read() as tx:
        assert await cards.of_delivery(tx, "d") == [other]
