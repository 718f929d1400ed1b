"""Pictures in which orders came, as they are kept."""

from datetime import timedelta

import pytest

from bot.base.database.database import Database
from bot.base.settings.loader import RetentionSettings
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries, order_pictures, retention
from bot.store.order_pictures import OrderPicture
from tests.support.clock import ManualClock

ROW = DeliveryRow("d", "1001", "in_transit", 3, True, "musa", None, "{}")


async def test_the_first_picture_of_a_delivery_stays_with_it(
    database: Database, clock: ManualClock
):
    first = OrderPicture("d", "one", True, clock.now())
    await database.write(deliveries.save, ROW)
    await database.write(order_pictures.record, first)
    await database.write(order_pictures.record, OrderPicture("d", "two", False, clock.now()))
    assert await database.read(order_pictures.of_delivery, "d") == first
    assert await database.read(order_pictures.of_delivery, "other") is None
    row = await database.read(deliveries.get, "d")
    assert row is not None
    assert row.picture == "one"


@pytest.mark.parametrize("days", [6, 7])
async def test_it_is_kept_for_a_week(database: Database, clock: ManualClock, days: int):
    await database.write(order_pictures.record, OrderPicture("d", "one", True, clock.now()))
    clock.advance(timedelta(days=days))
    await database.write(retention.forget_expired, RetentionSettings())
    kept = await database.read(order_pictures.of_delivery, "d")
    assert (kept is not None) == (days < 7)
