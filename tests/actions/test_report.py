"""The report: which days are meant, and which moments belong to them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.days import days_of
from bot.texts.dispatcher.report_chart import Bars, chart

TODAY = date(2026, 3, 14)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("", (TODAY, TODAY)),
        ("day", (TODAY, TODAY)),
        ("yesterday", (date(2026, 3, 13), date(2026, 3, 13))),
        ("week", (date(2026, 3, 8), TODAY)),
        ("2026-02-01", (date(2026, 2, 1), date(2026, 2, 1))),
        ("01.02.2026", (date(2026, 2, 1), date(2026, 2, 1))),
        ("1/2/2026", (date(2026, 2, 1), date(2026, 2, 1))),
        ("2026-03-15", None),
        ("2026-02-30", None),
        ("0001-01-01", None),
        ("month", None),
        ("7 days", (date(2026, 3, 8), TODAY)),
        ("12/3", (date(2026, 3, 12), date(2026, 3, 12))),
        ("15/3", (date(2025, 3, 15), date(2025, 3, 15))),
        ("3/13/2026", (date(2026, 3, 13), date(2026, 3, 13))),
        ("2/12/2026", None),  # to come, and no reason to take it for the 12th of February
        ("21 nov 2025", (date(2025, 11, 21), date(2025, 11, 21))),
        ("1st of mar", (date(2026, 3, 1), date(2026, 3, 1))),
        ("mar 1, 2026", (date(2026, 3, 1), date(2026, 3, 1))),
        ("29 feb 2025", None),
        ("1 xyz", None),
    ],
)
def test_days_are_read_the_way_people_write_them(text: str, days: tuple[date, date] | None):
    assert days_of(text, TODAY) == days


@given(st.text(max_size=20))
def test_no_report_is_about_days_to_come(text: str):
    days = days_of(text, TODAY)
    assert days is None or days[0] <= days[1] <= TODAY


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=24))
def test_whatever_the_figures_are_they_can_be_drawn(heights: list[tuple[int, int]]):
    places = [Bars(number, pair) for number, pair in enumerate(heights)]
    assert chart(places).startswith(b"\x89PNG")
