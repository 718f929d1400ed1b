"""Watches: which customer follows which delivery, and as whom."""

from bot.base.database.database import Database
from bot.store import subscriptions
from bot.store.subscriptions import SENDER, Subscription

ADA, BOLA = 1, 2


async def add(database: Database, *added: Subscription) -> None:
    for subscription in added:
        await database.write(subscriptions.add, subscription)


async def test_followers_are_found_by_delivery_and_by_person(database: Database):
    ada, bola, other = (
        Subscription(ADA, "d", SENDER),
        Subscription(BOLA, "d", "r"),
        Subscription(ADA, "e", "r"),
    )
    await add(database, bola, ada, other)
    assert await database.read(subscriptions.of_delivery, "d") == [ada, bola]
    assert set(await database.read(subscriptions.of_person, ADA)) == {ada, other}


async def test_a_person_follows_a_delivery_as_one_party(database: Database):
    await add(database, Subscription(ADA, "d", SENDER), Subscription(ADA, "d", "r"))
    assert await database.read(subscriptions.of_delivery, "d") == [Subscription(ADA, "d", "r")]
