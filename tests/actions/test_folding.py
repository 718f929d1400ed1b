"""When it last was the hour at which finished cards are folded away."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.actions.cards import finished_cards


def moment(written: str) -> datetime:
    return datetime.fromisoformat(f"{written}:00+00:00")


@pytest.mark.parametrize(
    ("now", "zone", "morning"),
    [
        ("2026-03-02T03:59", "UTC", "2026-03-01T04:00"),
        ("2026-03-02T04:00", "UTC", "2026-03-02T04:00"),
        ("2026-03-02T23:59", "UTC", "2026-03-02T04:00"),
        ("2026-03-02T02:59", "Africa/Lagos", "2026-03-01T03:00"),
        ("2026-03-02T03:00", "Africa/Lagos", "2026-03-02T03:00"),
        ("2026-03-08T08:00", "America/New_York", "2026-03-08T08:00"),  # an hour was left out
        ("2026-03-08T07:59", "America/New_York", "2026-03-07T09:00"),
        ("2026-11-01T09:00", "America/New_York", "2026-11-01T09:00"),  # an hour came twice
    ],
)
def test_a_day_begins_at_four_where_the_business_is(now: str, zone: str, morning: str):
    assert finished_cards.last_morning(moment(now), ZoneInfo(zone)) == moment(morning)
