"""Hand-overs: who has a parcel that was given to another rider, until that is settled."""

from dataclasses import replace
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.settings.loader import RetentionSettings
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries, handovers, retention
from bot.store.handovers import StreetHandover
from bot.store.tables.deliveries import LONGEST_HANDOVER
from tests.support.clock import ManualClock

GIVEN = StreetHandover("d", "musa", "Musa Bello", "+234 802", "sani", ManualClock().now())
LATER = replace(GIVEN, delivery="e", since=GIVEN.since + timedelta(minutes=1))


async def test_a_delivery_waits_for_one_hand_over_and_its_row_names_the_holder(
    database: Database,
):
    row = DeliveryRow("d", "1001", "in_transit", 3, True, "sani", None, "{}")
    await database.write(deliveries.save, row)
    before = await database.read(deliveries.get, "d")
    again = replace(GIVEN, rider="ngozi")
    for handover in (LATER, GIVEN, again):
        await database.write(handovers.record, handover)
    assert await database.read(handovers.of_delivery, "d") == again
    assert await database.read(handovers.everything) == [again, LATER]
    after = await database.read(deliveries.get, "d")
    assert (before.holder, after.holder) == (None, "musa")


async def test_what_is_ended_is_gone_and_ended_once(database: Database):
    await database.write(handovers.record, GIVEN)
    assert await database.write(handovers.end, "d")
    assert not await database.write(handovers.end, "d")
    assert await database.read(handovers.of_delivery, "d") is None


async def test_what_nobody_ever_ends_is_forgotten(database: Database, clock: ManualClock):
    await database.write(handovers.record, GIVEN)
    clock.advance(LONGEST_HANDOVER - timedelta(minutes=1))
    await database.write(retention.forget_expired, RetentionSettings())
    assert await database.read(handovers.everything) == [GIVEN]
    clock.advance(timedelta(minutes=1))
    await database.write(retention.forget_expired, RetentionSettings())
    assert await database.read(handovers.everything) == []
