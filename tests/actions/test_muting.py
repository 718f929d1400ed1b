"""What people write when they want no sound."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.limits import LONGEST_QUIET
from bot.parsing.hours import Aloud, EachNight, Until, read

LAGOS = ZoneInfo("Africa/Lagos")  # one hour ahead of UTC
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("2h", Until(NOW + timedelta(hours=2))),
        ("2 hours", Until(NOW + timedelta(hours=2))),
        ("for 30 min", Until(NOW + timedelta(minutes=30))),
        ("1D", Until(NOW + timedelta(days=1))),
        ("until 18:00", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("until 9", Until(datetime(2026, 3, 3, 8, 0, tzinfo=UTC))),
        ("until 10:00", Until(datetime(2026, 3, 3, 9, 0, tzinfo=UTC))),
        ("until 24:00", Until(datetime(2026, 3, 2, 23, 0, tzinfo=UTC))),
        ("22-7", EachNight(22 * 60, 7 * 60)),
        ("23:30 – 6:15", EachNight(23 * 60 + 30, 6 * 60 + 15)),
        ("22 to 24", EachNight(22 * 60, 0)),
        (" OFF ", Aloud()),
        ("2h 30m", Until(NOW + timedelta(hours=2, minutes=30))),
        ("hour", Until(NOW + timedelta(hours=1))),
        ("half an hour", Until(NOW + timedelta(minutes=30))),
        ("18:00", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("18h30", Until(datetime(2026, 3, 2, 17, 30, tzinfo=UTC))),
        ("until 18h", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("until 6 p.m.", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("until 12am", Until(datetime(2026, 3, 2, 23, 0, tzinfo=UTC))),
        ("from 10pm to 7am", EachNight(22 * 60, 7 * 60)),
    ],
)
def test_the_usual_ways_to_write_it_are_read(text: str, wish: object):
    assert read(text, "en", NOW, LAGOS) == wish


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("fr", "jusqu’à 18:00", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("fr", "Jusqu'a 18 heures 30", Until(datetime(2026, 3, 2, 17, 30, tzinfo=UTC))),
        ("fr", "18h30", Until(datetime(2026, 3, 2, 17, 30, tzinfo=UTC))),
        ("fr", "pendant 2 heures", Until(NOW + timedelta(hours=2))),
        ("fr", "une demi-heure", Until(NOW + timedelta(minutes=30))),
        ("fr", "3 jours", Until(NOW + timedelta(days=3))),
        ("fr", "de 22h à 7h", EachNight(22 * 60, 7 * 60)),
        ("fr", "non", Aloud()),
        ("fr", "until 18:00", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("es", "2 horas", Until(NOW + timedelta(hours=2))),
        ("es", "hasta las 18:00", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("es", "de las 22 a las 7", EachNight(22 * 60, 7 * 60)),
        ("pt", "até às 18h", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("pt", "das 22h às 7h", EachNight(22 * 60, 7 * 60)),
        ("pt", "das 22 até as 7", EachNight(22 * 60, 7 * 60)),
        ("pt", "meia hora", Until(NOW + timedelta(minutes=30))),
        ("ar", "حتى الساعة ٦ مساءً", Until(datetime(2026, 3, 2, 17, 0, tzinfo=UTC))),
        ("ar", "ساعتين", Until(NOW + timedelta(hours=2))),
        ("ar", "٣٠ دقيقة", Until(NOW + timedelta(minutes=30))),
        ("ar", "من ٢٢ إلى ٧", EachNight(22 * 60, 7 * 60)),
        ("ar", "٢h", Until(NOW + timedelta(hours=2))),
    ],
)
def test_they_are_read_in_the_language_of_who_writes(language: str, text: str, wish: object):
    assert read(text, language, NOW, LAGOS) == wish


@pytest.mark.parametrize(
    "text",
    [
        *("", "0m", "8d", "9999h", "2", "h", "until", "until 24:01", "until 9:60", "7-7"),
        *("0-24", "25-3", "for ever", "-2h", "8h30", "until 13pm", "until 18:00 or so", "semaine"),
    ],
)
def test_what_makes_no_sense_is_no_wish(text: str):
    assert read(text, "en", NOW, LAGOS) is None


@given(st.text(max_size=20), st.datetimes(timezones=st.just(UTC)))
def test_whatever_is_written_a_mute_ends_within_days(text: str, now: datetime):
    wish = read(text, "fr", now, LAGOS) if now.year in range(1900, 2900) else None
    assert not isinstance(wish, Until) or now < wish.moment <= now + LONGEST_QUIET


@given(
    st.integers(0, 23),
    st.integers(0, 59),
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - made aware by `timezones`
)
def test_until_is_the_next_time_that_the_clock_shows_it(hour: int, minute: int, now: datetime):
    wish = read(f"until {hour}:{minute:02}", "ar", now, LAGOS)
    assert isinstance(wish, Until)
    local = wish.moment.astimezone(LAGOS)
    assert (local.hour, local.minute) == (hour, minute)
    assert timedelta() < wish.moment - now <= timedelta(days=1)
