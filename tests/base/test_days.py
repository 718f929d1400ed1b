"""Days of a zone: every moment is in one of them, also where clocks are set at midnight."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from bot.base.days import Days, begin, day_of, end

ZONES = st.sampled_from(
    [
        "UTC",
        "Africa/Cairo",  # its clocks are set at midnight
        "Africa/Lagos",
        "America/Havana",  # so are these
        "America/New_York",
        "Asia/Kolkata",
        "Pacific/Auckland",
        "Pacific/Kiritimati",
        "Pacific/Pago_Pago",
    ]
).map(ZoneInfo)
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - the strategy adds the zone


@given(MOMENTS, ZONES)
def test_every_moment_belongs_to_one_day_of_a_zone(moment: datetime, zone: ZoneInfo):
    local = day_of(moment, zone)
    around = [local + timedelta(days=number) for number in (-1, 0, 1)]
    assert [moment in Days(day, day, zone) for day in around] == [False, True, False]


@example(
    datetime(2020, 1, 1, 10, tzinfo=UTC),
    ZoneInfo("Pacific/Kiritimati"),
    ZoneInfo("Pacific/Pago_Pago"),
)
@given(MOMENTS, ZONES, ZONES)
def test_the_days_in_any_zone_hold_what_a_day_holds_in_every_other_zone(
    moment: datetime, zone: ZoneInfo, other: ZoneInfo
):
    local = day_of(moment, zone)
    first, last = Days(local, local, zone).in_any_zone
    assert first <= day_of(moment, other) <= last


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), ZONES)
def test_a_day_ends_when_the_next_one_begins(day: date, zone: ZoneInfo):
    assert begin(day, zone) < end(day, zone) == begin(day + timedelta(days=1), zone)


def test_the_last_day_of_all_has_an_end():
    assert end(date.max, UTC)
