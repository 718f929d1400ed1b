"""Watches: which customer follows which delivery, and as whom."""

from bot.base.database import Database
from bot.store import subscriptions
from bot.store.subscriptions import SENDER, Subscription

ADA, BOLA = 1, 2


async def add(database: Database, *added: Subscription) -> None:
    async with database.write() as tx:
        for subscription in added:
            await subscriptions.add(tx, subscription)


async def test_followers_are_found_by_delivery_and_by_person(database: Database):
    ada, bola, other = (
        Subscription(ADA, "d", SENDER),
        Subscription(BOLA, "d", "r"),
        Subscription(ADA, "e", "r"),
    )
    await add(database, bola, ada, other)
    async with database.read() as tx:
        assert await subscriptions.of_delivery(tx, "d") == [ada, bola]
        assert set(await subscriptions.of_person(tx, ADA)) == {ada, other}


async def test_a_person_follows_a_delivery_as_one_party(database: Database):
    await add(database, Subscription(ADA, "d", SENDER), Subscription(ADA, "d", "r"))
    async with database.read() as tx:
        assert await subscriptions.of_delivery(tx, "d") == [Subscription(ADA, "d", "r")]
