"""What is of long ago rings nobody's phone, except what somebody must still do something about."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.actions.delivery_change import DeliveryChange
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, Money, State

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def first_seen(state: State, age: timedelta) -> DeliveryChange:
    delivery = Delivery(
        uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
        order_number="1001",
        state=state,
        label=state,
        fee=Money(text="1500", amount=None, currency=None),
        created_at=NOW - age,
    )
    row = DeliveryRow(
        uuid=delivery.uuid,
        order_number=delivery.order_number,
        state=state,
        rank=state.rank,
        is_open=state.is_open,
        rider=None,
        updated_at=None,
        snapshot=delivery.model_dump_json(),
    )
    return DeliveryChange(row=row, before=None, after=delivery)


@pytest.mark.parametrize(
    ("state", "hours", "is_stale"),
    [
        (State.IN_TRANSIT, 0.5, False),
        (State.IN_TRANSIT, 2, True),
        (State.DELIVERED, 2, True),
        (State.PENDING, 0.5, False),
        (State.PENDING, 2, False),
        (State.PENDING, 48, False),
    ],
)
def test_what_still_waits_for_a_rider_is_never_too_old_to_be_heard_of(
    state: State, hours: float, is_stale: bool
):
    assert first_seen(state, timedelta(hours=hours)).is_stale(NOW) is is_stale
