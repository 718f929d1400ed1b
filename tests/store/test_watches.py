"""Watches: which customer follows which delivery, and as whom."""

from bot.store import watches
from bot.store.database import Database
from bot.store.watches import SENDER, Watch

ADA, BOLA = 1, 2


async def add(database: Database, *added: Watch) -> None:
    async with database.write() as tx:
        for watch in added:
            await watches.add(tx, watch)


async def test_followers_are_found_by_delivery_and_by_person(database: Database):
    ada, bola, other = Watch(ADA, "d", SENDER), Watch(BOLA, "d", "r"), Watch(ADA, "e", "r")
    await add(database, bola, ada, other)
    async with database.read() as tx:
        assert await watches.of_delivery(tx, "d") == [ada, bola]
        assert set(await watches.of_person(tx, ADA)) == {ada, other}


async def test_a_person_follows_a_delivery_as_one_party(database: Database):
    await add(database, Watch(ADA, "d", SENDER), Watch(ADA, "d", "r"))
    async with database.read() as tx:
        assert await watches.of_delivery(tx, "d") == [Watch(ADA, "d", "r")]
