"""The cash ledger: entries are only added, sums follow from them, and none is taken back twice."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.settings.loader import RetentionSettings
from bot.domain.cash import Cash, CashEntry, EntryKind, PaidAtDoor
from bot.domain.person import Role
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cash, erasure, people, retention
from bot.store.tables import NOBODY
from bot.store.tables.riders import cash as table
from tests.support.clock import ManualClock
from tests.support.sql import all_rows

MUSA, SANI = RiderUuid("musa"), RiderUuid("sani")
ORDER = DeliveryUuid("d-1")
NAIRA = "NGN"
BY = 7_100_000_071


def collect(tx: Transaction, hundredths: int, rider: RiderUuid = MUSA) -> int:
    amount = Cash(hundredths, NAIRA)
    return cash.add(tx, EntryKind.COLLECTED, rider, amount, BY, delivery=ORDER)


def take_in(tx: Transaction, hundredths: int, rider: RiderUuid = MUSA) -> int:
    return cash.add(tx, EntryKind.HANDED_IN, rider, Cash(hundredths, NAIRA), BY)


async def test_cash_in_hand_is_what_was_collected_less_what_was_handed_in(database: Database):
    await database.write(collect, 150_000)
    await database.write(collect, 70_050)
    await database.write(collect, 100, SANI)
    await database.write(take_in, 100_000)
    assert await database.read(cash.carried, MUSA, NAIRA) == Cash(120_050, NAIRA)
    assert await database.read(cash.carried, MUSA, "USD") == Cash(0, "USD")
    assert [one.carried.hundredths for one in await database.read(cash.sums)] == [120_050, 100]


async def test_what_is_taken_back_counts_no_more_and_stays_to_be_read(database: Database):
    await database.write(collect, 150_000)
    (first,) = await database.read(cash.of_delivery, ORDER)
    await database.write(cash.take_back, first, BY)
    await database.write(collect, 140_000)
    entries = await database.read(cash.of_delivery, ORDER)
    assert [one.kind for one in entries] == ["collected", "corrected", "collected"]
    paid = PaidAtDoor.of(entries)
    assert paid is not None
    assert (paid.entry.hundredths, paid.corrected) == (140_000, first)
    assert await database.read(cash.carried, MUSA, NAIRA) == Cash(140_000, NAIRA)
    since = await database.read(cash.collected_since_hand_in, MUSA, NAIRA)
    assert [one.hundredths for one in since] == [140_000]


async def test_no_entry_is_taken_back_twice_by_whatever_way(database: Database):
    await database.write(collect, 150_000)
    (first,) = await database.read(cash.of_delivery, ORDER)
    await database.write(cash.take_back, first, BY)
    with pytest.raises(DatabaseFailed):
        await database.write(cash.take_back, first, BY)
    assert await database.read(cash.carried, MUSA, NAIRA) == Cash(0, NAIRA)


async def test_what_is_for_goods_is_a_part_of_the_sum_and_is_taken_back_with_it(
    database: Database,
):
    def for_goods(tx: Transaction, hundredths: int, goods: int) -> int:
        amount = Cash(hundredths, NAIRA)
        return cash.add(tx, EntryKind.COLLECTED, MUSA, amount, BY, delivery=ORDER, goods=goods)

    await database.write(for_goods, 1_650_050, 1_500_050)
    await database.write(for_goods, 20_000, 5_000)
    (first, _) = await database.read(cash.of_delivery, ORDER)
    (sums,) = await database.read(cash.sums)
    assert (sums.carried.hundredths, sums.goods) == (1_670_050, 1_505_050)
    await database.write(cash.take_back, first, BY)
    (sums,) = await database.read(cash.sums)
    assert (sums.carried.hundredths, sums.goods) == (20_000, 5_000)


def tip(tx: Transaction, hundredths: int, by: int = BY, rider: RiderUuid = MUSA) -> int:
    amount, kind = Cash(hundredths, NAIRA), EntryKind.TIP_IN_CASH
    return cash.add(tx, kind, rider, amount, by, delivery=ORDER)


async def test_a_tip_is_nothing_to_be_handed_in_and_each_giver_has_one(
    database: Database, clock: ManualClock
):
    await database.write(collect, 150_000)
    await database.write(tip, 50_000)
    await database.write(tip, 20_000, BY + 1)
    await database.write(tip, 100, BY, SANI)
    assert await database.read(cash.carried, MUSA, NAIRA) == Cash(150_000, NAIRA)
    paid = PaidAtDoor.of(await database.read(cash.of_delivery, ORDER))
    assert paid is not None
    assert paid.entry.hundredths == 150_000
    first = await database.read(cash.tip_of, ORDER, BY + 1)
    assert first is not None
    assert first.hundredths == 20_000
    await database.write(cash.take_back, first, BY)
    assert await database.read(cash.tip_of, ORDER, BY + 1) is None
    assert await database.read(cash.tip, first.id) is None
    theirs = await database.read(cash.tips_of_rider, MUSA)
    assert [one.hundredths for one in theirs] == [50_000]
    assert len(await database.read(cash.tips_since, clock.now())) == 2
    assert await database.read(cash.tips_since, clock.now() + timedelta(seconds=1)) == []


async def test_a_hand_in_is_listed_with_the_riders_word_and_until_there_is_one(
    database: Database, clock: ManualClock
):
    await database.write(collect, 150_000)
    first = await database.write(take_in, 50_000)
    second = await database.write(take_in, 60_000)
    clock.advance(timedelta(days=2))
    since = clock.now() - timedelta(days=1)
    listed = await database.read(cash.recent_hand_ins, since)
    assert [(one.entry.id, one.word) for one in listed] == [(first, None), (second, None)]

    await database.write(cash.take_back, listed[1].entry, BY)
    (left,) = await database.read(cash.recent_hand_ins, since)
    assert left.entry.id == first
    denied = await database.read(cash.hand_in, second)
    assert denied is not None
    assert denied.is_denied
    assert await database.read(cash.last_hand_in, MUSA, NAIRA) == second
    assert await database.read(cash.carried, MUSA, NAIRA) == Cash(100_000, NAIRA)


async def test_the_reason_of_a_difference_ends_and_the_sums_do_not(
    database: Database, clock: ManualClock
):
    entry = await database.write(take_in, 50_000)
    await database.write(cash.give_reason, entry, "A flat tyre")
    before = await database.read(cash.sums)
    taken = await database.read(cash.hand_in, entry)
    assert taken is not None
    assert taken.reason == "A flat tyre"
    clock.advance(timedelta(days=31))
    assert not await database.write(retention.forget_expired, RetentionSettings(days=30))
    taken = await database.read(cash.hand_in, entry)
    assert taken is not None
    assert taken.reason is None
    assert await database.read(cash.sums) == before


async def test_a_disputed_hand_in_hides_no_order_that_is_carried(database: Database):
    await database.write(collect, 150_000)
    entry = await database.write(take_in, 150_000)
    assert await database.read(cash.collected_since_hand_in, MUSA, NAIRA) == []
    taken = await database.read(cash.hand_in, entry)
    assert taken is not None
    await database.write(cash.take_back, taken.entry, BY)
    since = await database.read(cash.collected_since_hand_in, MUSA, NAIRA)
    assert [one.hundredths for one in since] == [150_000]


async def test_the_sums_of_a_day_hold_what_was_written_in_it(
    database: Database, clock: ManualClock
):
    await database.write(collect, 150_000)
    begin = clock.now() + timedelta(hours=1)
    clock.advance(timedelta(hours=2))
    await database.write(take_in, 150_000)
    (day,) = await database.read(cash.sums_between, begin, clock.now() + timedelta(hours=1))
    assert day.of(EntryKind.COLLECTED).hundredths == 0
    assert day.of(EntryKind.HANDED_IN).hundredths == 150_000


def entries(tx: Transaction) -> list[CashEntry]:
    return [CashEntry(**row._asdict()) for row in all_rows(tx, table.select())]


async def test_who_is_forgotten_leaves_every_sum_and_not_their_number(database: Database):
    await database.write(people.meet, BY, "Musa", "en")
    await database.write(people.grant, BY, Role.RIDER, MUSA)
    await database.write(collect, 150_000)
    before = await database.read(cash.sums)
    await database.write(erasure.forget, BY)
    assert await database.read(cash.sums) == before
    assert [one.by for one in await database.read(entries)] == [NOBODY]
