"""Digests, the new orders that they tell of, and boards, as they are kept."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.store import boards, digests, new_orders, retention
from bot.store.digests import DigestKind
from tests.support.clock import ManualClock

CHAT, OTHER = 71, 72


async def begun(database: Database, kind: DigestKind = DigestKind.NEW_ORDERS) -> digests.Digest:
    digest = await database.write(digests.begin, kind)
    assert digest is not None
    return digest


async def test_of_each_kind_one_digest_lives_at_a_time(database: Database, clock: ManualClock):
    first = await begun(database)
    other = await begun(database, DigestKind.NO_RIDER)
    assert await database.write(digests.begin, DigestKind.NEW_ORDERS) is None
    assert await database.read(digests.living, DigestKind.NEW_ORDERS) == first
    assert set(await database.read(digests.all_living)) == {first, other}
    assert await database.write(digests.end, first)
    assert await database.read(digests.living, DigestKind.NEW_ORDERS) is None
    ended = await database.read(digests.get, first.uuid)
    assert ended is not None
    assert ended.ended_at == clock.now()
    assert (await begun(database)).uuid != first.uuid


async def test_what_has_grown_meanwhile_is_not_ended_and_what_has_ended_does_not_grow(
    database: Database, clock: ManualClock
):
    digest = await begun(database)
    clock.advance(timedelta(minutes=1))
    assert await database.write(digests.grown, digest)
    assert not await database.write(digests.end, digest)  # as it was read before it grew
    grown = await database.read(digests.living, digest.kind)
    assert grown is not None
    assert grown.grown_at == clock.now()
    assert grown.rung_at == digest.rung_at
    await database.write(digests.rung, grown)
    assert await database.write(digests.end, grown)
    assert not await database.write(digests.grown, grown)


async def test_orders_are_counted_since_a_moment_and_each_is_told_in_one_place(
    database: Database, clock: ManualClock
):
    began = clock.now()
    for number, in_digest in enumerate((False, True, True)):
        clock.advance(timedelta(minutes=1))

        def record(tx: Transaction, uuid: str = f"d-{number}", told: bool = in_digest) -> None:
            new_orders.record(tx, uuid, in_digest=told)

        await database.write(record)
        await database.write(record)  # which changes nothing
    assert await database.read(new_orders.count, began) == 3
    assert await database.read(new_orders.count, began + timedelta(minutes=1)) == 2
    told = [await database.read(new_orders.is_in_digest, f"d-{number}") for number in range(4)]
    assert told == [False, True, True, False]


async def test_a_board_lives_until_its_end_or_until_it_is_ended(
    database: Database, clock: ManualClock
):
    ends_at = clock.now() + timedelta(days=1)

    def begin(tx: Transaction, chat_id: int) -> boards.LivingBoard:
        return boards.begin(tx, chat_id, ends_at, is_fresh=True)

    mine, theirs = await database.write(begin, CHAT), await database.write(begin, OTHER)
    assert await database.read(boards.living) == [mine, theirs]

    def turn(tx: Transaction) -> None:
        boards.turn(tx, mine, 3, is_fresh=False)

    await database.write(turn)
    turned = await database.read(boards.get, mine.uuid)
    assert turned is not None
    assert (turned.page, turned.is_fresh) == (3, False)
    assert await database.write(boards.end, CHAT) == [mine.uuid]
    assert await database.write(boards.end, CHAT) == []
    assert await database.read(boards.living) == [theirs]
    clock.advance(timedelta(days=1))
    assert await database.read(boards.living) == []


@pytest.mark.parametrize("days", [6, 7])
async def test_what_is_over_is_forgotten_after_a_week(
    database: Database, clock: ManualClock, days: int
):
    over, lives = await begun(database), await begun(database, DigestKind.NO_RIDER)
    await database.write(digests.end, over)
    clock.advance(timedelta(days=days))
    await database.write(retention.forget_expired, RetentionSettings())
    kept = [await database.read(digests.get, each.uuid) for each in (over, lives)]
    assert [each is not None for each in kept] == [days < 7, True]


async def test_somebody_has_a_digest_of_their_own_beside_those_of_others(database: Database):
    mine = await database.write(digests.begin, DigestKind.SENT, CHAT)
    theirs = await database.write(digests.begin, DigestKind.SENT, OTHER)
    assert await database.write(digests.begin, DigestKind.SENT, CHAT) is None
    assert await database.read(digests.all_living) == []
    assert await database.read(digests.living, DigestKind.SENT, CHAT) == mine
    assert await database.write(digests.end_of, CHAT) == [mine.uuid]
    assert await database.write(digests.end_of, CHAT) == []
    assert await database.read(digests.living, DigestKind.SENT, OTHER) == theirs
