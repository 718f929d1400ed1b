"""When a parcel usually comes: two trips of many, and silence where few are known."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.limits import LONGEST_SPAN, TRIPS_KNOWN
from bot.domain.usual_span import Trip, usual_span
from tests.spans.month import ZONE
from tests.spans.trial import played, result

NOW = datetime(2026, 11, 28, 12, 3, 7, tzinfo=UTC)
DAY = timedelta(days=1)
FIVE = timedelta(minutes=5)


def trips(count: int = TRIPS_KNOWN, *, hours: int = 0, minutes: int = 20) -> list[Trip]:
    return [Trip(NOW - day * DAY + hours * FIVE * 12, minutes * 60) for day in range(1, count + 1)]


def test_nothing_is_said_before_enough_is_known():
    assert usual_span(trips(TRIPS_KNOWN - 1), NOW, ZONE) is None
    assert usual_span(trips(TRIPS_KNOWN), NOW, ZONE) is not None


def test_a_span_is_rounded_outward_to_five_minutes():
    span = usual_span(trips(), NOW, ZONE)
    assert span is not None
    assert (span.begin, span.end) == (
        datetime(2026, 11, 28, 12, 20, tzinfo=UTC),
        datetime(2026, 11, 28, 12, 25, tzinfo=UTC),
    )


def test_trips_of_another_time_of_day_tell_nothing():
    assert usual_span(trips(hours=3), NOW, ZONE) is None
    assert usual_span(trips(hours=2), NOW, ZONE) is not None


def test_midnight_is_no_border():
    late = NOW.replace(hour=22, minute=50)  # ten minutes to midnight in Lagos
    after = [Trip(late + timedelta(minutes=20) - day * DAY, 900) for day in range(1, 30)]
    assert usual_span(after, late, ZONE) is not None


def test_a_span_that_is_of_no_use_is_not_told():
    wide = [*trips(15, minutes=10), *trips(15, minutes=200)]
    assert usual_span(wide, NOW, ZONE) is None


LENGTHS = st.lists(st.integers(1, 12 * 3600), min_size=TRIPS_KNOWN, max_size=120)


@given(LENGTHS, st.integers(0, 86_399).map(lambda seconds: NOW + timedelta(seconds=seconds)))
def test_most_of_the_trips_themselves_lie_in_their_span(lengths: list[int], since: datetime):
    span = usual_span([Trip(since - DAY, each) for each in lengths], since, ZONE)
    if span is None:
        return
    assert timedelta() <= span.end - span.begin <= LONGEST_SPAN
    assert {each.timestamp() % 300 for each in (span.begin, span.end)} == {0}
    newest = lengths[:80]
    inside = sum(span.begin <= since + timedelta(seconds=each) <= span.end for each in newest)
    assert inside >= len(newest) * 0.8


@pytest.mark.parametrize("seed", [11, 12])
def test_of_a_months_deliveries_four_in_five_come_within_their_span(seed: int):
    told = played(seed)
    at_pickup = result([each for each in told if each.is_at_pickup])
    assert result(told).covered >= 0.8
    assert at_pickup.covered >= 0.8
    assert at_pickup.told >= 0.8 * at_pickup.asked
    assert at_pickup.width <= timedelta(minutes=45)
