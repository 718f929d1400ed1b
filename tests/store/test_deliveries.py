"""Deliveries as last seen: kept under growing revisions, found by what they are asked for."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.base.database.database import Database
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries
from tests.support.clock import ManualClock

ROW = DeliveryRow(
    uuid="d",
    order_number="0042",
    state="accepted",
    rank=2,
    is_open=True,
    rider="r",
    updated_at=None,
    snapshot="{}",
)


async def save(database: Database, *rows: DeliveryRow) -> None:
    for row in rows:
        await database.write(deliveries.save, row)


async def get(database: Database, uuid: str = "d") -> DeliveryRow:
    row = await database.read(deliveries.get, uuid)
    assert row is not None
    return row


async def test_a_delivery_is_kept_as_it_was_seen_and_when(database: Database, clock: ManualClock):
    row = replace(ROW, updated_at=clock.now() - timedelta(microseconds=1))
    await save(database, row)
    assert await get(database) == replace(row, revision=1, seen_at=clock.now())


async def test_one_is_found_by_half_of_its_uuid(database: Database):
    uuids = [f"0b0f9d3e-6c0a-4a{digits}-8a43-0d6f1c9e2a11" for digits in ("57", "58", "59")]
    await save(database, *(replace(ROW, uuid=uuid) for uuid in uuids))
    found = await database.read(deliveries.beginning_with, "0b0f9d3e-6c0a-4a58")
    assert [row.uuid for row in found] == [uuids[1]]
    assert await database.read(deliveries.beginning_with, "0b0f9d3e-6c0a-4a5a") == []


async def test_every_change_takes_the_next_revision(database: Database, clock: ManualClock):
    await save(database, ROW)
    clock.advance(timedelta(seconds=1))
    await save(database, replace(ROW, state="in_transit", rank=3))
    assert await get(database) == replace(
        ROW, state="in_transit", rank=3, revision=2, seen_at=clock.now()
    )


async def test_what_changes_beside_the_delivery_takes_a_revision_but_is_no_news(
    database: Database, clock: ManualClock
):
    await save(database, ROW)
    seen = clock.now()
    clock.advance(timedelta(seconds=1))
    await database.write(deliveries.touch, "d")
    assert await get(database) == replace(ROW, revision=2, seen_at=seen)


async def test_order_numbers_keep_their_leading_zeros_and_may_repeat(
    database: Database, clock: ManualClock
):
    await save(database, ROW)
    clock.advance(timedelta(seconds=1))
    await save(database, replace(ROW, uuid="newer"), replace(ROW, uuid="x", order_number="42"))
    found = await database.read(deliveries.by_order, "0042")
    assert [row.uuid for row in found] == ["newer", "d"]


async def test_a_rider_has_their_own_open_deliveries_oldest_first(
    database: Database, clock: ManualClock
):
    for uuid in ("one", "two"):
        await save(database, replace(ROW, uuid=uuid))
        clock.advance(timedelta(seconds=1))
    await save(
        database,
        replace(ROW, uuid="over", is_open=False),
        replace(ROW, uuid="other", rider="somebody else"),
        replace(ROW, uuid="nobody's", rider=None),
    )
    mine = await database.read(deliveries.open_of_rider, "r")
    everything = await database.read(deliveries.all_open)
    assert [row.uuid for row in mine] == ["one", "two"]
    assert {row.uuid for row in everything} == {"one", "two", "other", "nobody's"}


async def test_open_deliveries_are_found_by_the_numbers_of_their_parties(database: Database):
    await save(database, ROW, replace(ROW, uuid="over", is_open=False))
    await database.write(deliveries.set_phones, "d", {"sender": "+1", "r1": "+2", "r2": "+1"})
    await database.write(deliveries.set_phones, "over", {"sender": "+1"})
    assert sorted(await database.read(deliveries.open_with_phone, "+1")) == [
        ("d", "r2"),
        ("d", "sender"),
    ]


async def test_numbers_that_a_delivery_does_not_name_any_more_find_it_no_more(database: Database):
    await save(database, ROW)
    await database.write(deliveries.set_phones, "d", {"sender": "+1"})
    await database.write(deliveries.set_phones, "d", {})
    assert await database.write(deliveries.open_with_phone, "+1") == []


async def test_deliveries_are_found_by_the_end_of_a_number_once_each_and_when_over_too(
    database: Database,
):
    await save(database, ROW, replace(ROW, uuid="over", is_open=False))
    both = {"sender": "+2348030000042", "r1": "+238030000042"}
    await database.write(deliveries.set_phones, "d", both)
    await database.write(deliveries.set_phones, "over", {"r1": "+2348030000042"})
    found = await database.read(deliveries.with_phone_ending, "8030000042")
    assert sorted(row.uuid for row in found) == ["d", "over"]
    assert await database.read(deliveries.with_phone_ending, "803000004") == []


async def test_what_a_rider_has_at_one_place_is_found(database: Database):
    there = replace(ROW, uuid="a", pickup="shop", given_at=datetime(2026, 11, 22, tzinfo=UTC))
    others = [
        replace(there, uuid="b", rider="other"),
        replace(there, uuid="c", is_open=False),
        replace(there, uuid="e", pickup="elsewhere"),
    ]
    await save(database, ROW, there, *others)
    (found,) = await database.read(deliveries.open_at_pickup, "r", "shop")
    assert (found.uuid, found.given_at) == ("a", there.given_at)
