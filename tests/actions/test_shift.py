"""Shifts: which span is meant by two times of day, and how much of a shift is in some days."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.shift import Shift, next_span, worked
from bot.identifiers import RiderUuid

LAGOS, BERLIN = ZoneInfo("Africa/Lagos"), ZoneInfo("Europe/Berlin")
MUSA = RiderUuid("musa")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
MOMENTS = st.timedeltas(timedelta(), timedelta(days=365)).map(lambda later: BEGIN + later)
MINUTES = st.integers(0, 24 * 60 - 1)


@pytest.mark.parametrize(
    ("now", "begin", "end", "span"),
    [
        ("2026-03-02 09:00", 18, 22, ("2026-03-02 18:00", "2026-03-02 22:00")),
        ("2026-03-02 19:00", 18, 22, ("2026-03-02 18:00", "2026-03-02 22:00")),
        ("2026-03-02 22:00", 18, 22, ("2026-03-03 18:00", "2026-03-03 22:00")),
        ("2026-03-02 09:00", 22, 6, ("2026-03-02 22:00", "2026-03-03 06:00")),
        ("2026-03-02 03:00", 22, 6, ("2026-03-01 22:00", "2026-03-02 06:00")),
    ],
)
def test_the_span_that_is_meant_is_the_next_that_is_not_over(
    now: str, begin: int, end: int, span: tuple[str, str]
):
    there = datetime.fromisoformat(now).replace(tzinfo=LAGOS)
    found = next_span(begin * 60, end * 60, there.astimezone(UTC), LAGOS)
    assert tuple(f"{each:%Y-%m-%d %H:%M}" for each in found) == span


def test_the_night_in_which_the_clock_is_set_forward_is_an_hour_shorter():
    evening = datetime(2026, 3, 28, 20, tzinfo=BERLIN).astimezone(UTC)
    begin, end = (each.astimezone(UTC) for each in next_span(22 * 60, 6 * 60, evening, BERLIN))
    assert end - begin == timedelta(hours=7)


@given(MINUTES, MINUTES, MOMENTS, st.sampled_from([LAGOS, BERLIN]))
def test_a_span_is_never_over_and_begins_within_a_day(
    begin: int, end: int, now: datetime, zone: ZoneInfo
):
    first, last = next_span(begin, end, now, zone)
    assert first < last
    assert now < last
    assert first - now <= timedelta(days=1, hours=1)


@given(
    st.lists(st.tuples(MOMENTS, st.timedeltas(timedelta(), timedelta(days=2))), max_size=5),
    MOMENTS,
    st.timedeltas(timedelta(), timedelta(days=3)),
    st.timedeltas(timedelta(), timedelta(days=3)),
)
def test_the_hours_of_two_times_come_to_those_of_both(
    told: list[tuple[datetime, timedelta]], since: datetime, first: timedelta, second: timedelta
):
    listed = [Shift(MUSA, began, began + lasted) for began, lasted in told]
    middle, until = since + first, since + first + second
    both = worked(listed, since, middle) + worked(listed, middle, until)
    assert both == worked(listed, since, until)


def test_a_clock_that_was_set_back_makes_no_hours_negative():
    began = datetime(2026, 3, 2, 9, tzinfo=UTC)
    later = began + timedelta(hours=1)
    assert Shift(MUSA, later, began).within(began, later) == timedelta()
    assert Shift(MUSA, later).within(began, began) == timedelta()
