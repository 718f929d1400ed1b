"""Retention: what is kept of deliveries and their people ends, a small portion at a time."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.prepared import Change
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Role
from bot.identifiers import DeliveryUuid, OrderNumber
from bot.store import deliveries, erasure, people, ratings, retention, subscriptions
from bot.store.ratings import Rating
from bot.store.retention import DELIVERIES_AT_ONCE, ROWS_AT_ONCE
from bot.store.subscriptions import Subscription
from bot.store.tables import metadata
from bot.store.tables.program import audit
from tests.store.filled import fill, traces
from tests.support.clock import ManualClock
from tests.support.sql import plans, rows

KEPT = RetentionSettings(days=30)
ADA, BOLA = 7_100_000_071, 7_200_000_072

# Where people stand themselves, until they are forgotten.
OF_PEOPLE = {"people", "muted_kinds", "roles"}
# Of the business: groups that are bound, the senders of what it sends, and jobs, which end alone.
OF_THE_BUSINESS = {"groups", "preferences", "jobs"}


async def forget_all(database: Database) -> None:
    for portion in (retention.forget_deliveries, retention.forget_expired):
        while await database.write(portion, KEPT):
            pass


def tables_of(columns: set[str]) -> set[str]:
    return {column.split(".")[0] for column in columns}


async def test_whatever_tables_there_are_nothing_of_a_delivery_outlasts_it(
    database: Database, clock: ManualClock
):
    await database.write(fill, ADA)
    clock.advance(KEPT.ended - timedelta(minutes=1))
    await forget_all(database)
    assert tables_of(await database.write(traces, ADA)) >= {"deliveries", "phones", "remarks"}
    clock.advance(timedelta(minutes=1))
    await forget_all(database)
    assert tables_of(await database.write(traces, ADA)) == OF_PEOPLE | OF_THE_BUSINESS


def row(number: int, tx: Transaction, *, over: bool) -> DeliveryRow:
    uuid, order = DeliveryUuid(f"d{number}"), OrderNumber(f"{number}")
    ended_at = tx.now if over else None
    state = "Delivered" if over else "Pending"
    return DeliveryRow(uuid, order, state, 1, not over, None, None, "{}", ended_at=ended_at)


def keep(tx: Transaction, numbers: range, *, over: bool = True) -> None:
    for number in numbers:
        deliveries.save(tx, row(number, tx, over=over))


def known(tx: Transaction, number: int) -> bool:
    return deliveries.get(tx, DeliveryUuid(f"d{number}")) is not None


async def test_what_is_open_is_kept_and_what_never_ends_goes_by_its_age(
    database: Database, clock: ManualClock
):
    await database.write(keep, range(1), over=False)
    clock.advance(KEPT.unended - timedelta(minutes=1))
    await forget_all(database)
    assert await database.read(known, 0)
    clock.advance(timedelta(minutes=1))
    await forget_all(database)
    assert not await database.read(known, 0)


async def test_deliveries_go_a_portion_at_a_time(database: Database, clock: ManualClock):
    await database.write(keep, range(DELIVERIES_AT_ONCE + 1))
    clock.advance(KEPT.ended)
    assert await database.write(retention.forget_deliveries, KEPT)
    left = await database.read(
        lambda tx: sum(known(tx, each) for each in range(DELIVERIES_AT_ONCE + 1))
    )
    assert left == 1
    assert not await database.write(retention.forget_deliveries, KEPT)
    assert not await database.read(known, 0)


async def test_what_has_a_time_of_its_own_goes_a_portion_at_a_time(
    database: Database, clock: ManualClock
):
    def act(tx: Transaction) -> None:
        for _ in range(ROWS_AT_ONCE + 1):
            tx.run(Change(audit.insert().values(at=tx.now, user_id=ADA, act="note")))

    await database.write(act)
    clock.advance(KEPT.ended)
    assert await database.write(retention.forget_expired, KEPT)
    assert len(await rows(database, audit.select())) == 1
    assert not await database.write(retention.forget_expired, KEPT)
    assert await rows(database, audit.select()) == []


async def test_stars_are_counted_for_ever_and_tell_of_nobody(
    database: Database, clock: ManualClock
):
    def rated(tx: Transaction) -> None:
        keep(tx, range(1))
        for person, stars in ((ADA, 5), (BOLA, 3)):
            ratings.save(tx, Rating(DeliveryUuid("d0"), person, "musa", stars))

    await database.write(rated)
    at = clock.now()
    clock.advance(KEPT.ended)
    await forget_all(database)
    given = await database.read(ratings.of_delivery, DeliveryUuid("d0"))
    assert {rating.user_id for rating in given}.isdisjoint({ADA, BOLA})
    average = await database.read(ratings.average_by_rider, at, clock.now())
    assert average == {"musa": 4.0}


def meet(tx: Transaction, user_id: int, *, role: Role = Role.CUSTOMER) -> None:
    people.meet(tx, user_id, "Ada", "en")
    people.grant(tx, user_id, role)


async def strangers(database: Database) -> list[int]:
    found, _ = await database.read(retention.strangers, 0, KEPT)
    return found


async def test_who_follows_nothing_and_says_nothing_is_a_stranger_in_the_end(
    database: Database, clock: ManualClock
):
    await database.write(meet, ADA)
    await database.write(meet, BOLA, role=Role.DISPATCHER)
    clock.advance(KEPT.ended - timedelta(minutes=1))
    assert await strangers(database) == []
    clock.advance(timedelta(minutes=1))
    assert await strangers(database) == [ADA]
    assert await database.read(retention.is_stranger, ADA, KEPT)
    assert not await database.read(retention.is_stranger, BOLA, KEPT)


async def test_who_follows_something_or_has_said_something_is_none(
    database: Database, clock: ManualClock
):
    await database.write(meet, ADA)
    await database.write(meet, BOLA)
    await database.write(subscriptions.add, Subscription(ADA, DeliveryUuid("d0"), "r"))
    clock.advance(KEPT.ended)
    assert await strangers(database) == [BOLA]
    await database.write(meet, BOLA)
    assert await strangers(database) == []


async def test_all_people_are_looked_through(database: Database):
    def arrive(tx: Transaction) -> None:
        for user_id in range(1, retention.PEOPLE_AT_ONCE + 2):
            people.meet(tx, user_id, "Ada", "en")

    await database.write(arrive)
    _, after = await database.read(retention.strangers, 0, KEPT)
    assert after == retention.PEOPLE_AT_ONCE
    assert await database.read(retention.strangers, after, KEPT) == ([], None)


Portion = Callable[[Transaction], object]

# What holds no more than some days, and is gone through every ten minutes.
SMALL = {
    "boards",
    "conversation_lines",
    "conversations",
    "delays",
    "dialogs",
    "digests",
    "door_photos",
    "finished_cards",
    "groups",
    "guesses",
    "handovers",
    "locations",
    "new_orders",
    "order_pictures",
    "quotas",
    "ready_times",
    "requests",
    "typed_codes",
}


@pytest.mark.parametrize(
    "portion",
    [
        lambda tx: retention.forget_deliveries(tx, KEPT),
        lambda tx: retention.forget_expired(tx, KEPT),
        lambda tx: retention.strangers(tx, 0, KEPT),
        lambda tx: erasure.forget(tx, ADA),
    ],
    ids=["deliveries", "what has its own time", "strangers", "a person"],
)
async def test_what_lasts_is_found_by_an_index(
    sqlite: Database, clock: ManualClock, portion: Portion
):
    await sqlite.write(keep, range(1))
    clock.advance(KEPT.unended)

    scanned = {
        plan.split()[1] for plan in await sqlite.write(plans, portion) if plan.startswith("SCAN")
    } & metadata.tables.keys()
    assert scanned - SMALL == set()
