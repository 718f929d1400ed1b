"""Orders by who has sent them, and the digest in which they read of them."""

from datetime import timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.store import deliveries, digests, sent_orders, subscriptions
from bot.store.digests import DigestKind
from bot.store.subscriptions import SENDER, Subscription
from tests.support.clock import ManualClock

ADA, BOLA = 1, 2


def keep(tx: Transaction, uuid: str, state: State, party: str = SENDER) -> None:
    row = DeliveryRow(uuid, "1001", state, state.rank, state.is_open, None, None, "{}")
    deliveries.save(tx, row)
    subscriptions.add(tx, Subscription(ADA, uuid, party))


async def test_open_orders_and_those_that_ended_so_are_found_by_their_sender(
    database: Database, clock: ManualClock
):
    await database.write(keep, "long-ago", State.DELIVERED)
    clock.advance(timedelta(days=1))
    since = clock.now()
    for uuid, state in (
        ("open", State.PENDING),
        ("arrived", State.DELIVERED),
        ("cancelled", State.CANCELLED),
    ):
        await database.write(keep, uuid, state)
    await database.write(keep, "received", State.PENDING, "r")
    found = await database.read(sent_orders.open_or_ended, ADA, State.DELIVERED, since)
    assert {row.uuid for row in found} == {"open", "arrived"}
    assert await database.read(sent_orders.open_or_ended, BOLA, State.DELIVERED, since) == []
    assert await database.read(sent_orders.count_open, ADA) == 1
    assert await database.read(sent_orders.count_open, BOLA) == 0


async def test_a_digest_is_named_to_its_sender_and_while_it_lives(database: Database):
    await database.write(keep, "d", State.PENDING)
    await database.write(subscriptions.add, Subscription(BOLA, "d", "r"))
    mine = await database.write(digests.begin, DigestKind.SENT, ADA)
    await database.write(digests.begin, DigestKind.SENT, BOLA)
    ada, bola = Subscription(ADA, "d", SENDER), Subscription(BOLA, "d", "r")
    assert await database.read(sent_orders.followers, "d") == [(ada, mine.uuid), (bola, None)]
    await database.write(digests.end_of, ADA)
    assert await database.read(sent_orders.followers, "d") == [(ada, None), (bola, None)]
