"""Lists: what their buttons carry, and how they are cut into pages."""

from datetime import UTC, date, datetime
from itertools import product
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import CreationMode, Delivery, FilterToken, Page, Period, RiderSummary, State
from bot.texts import pagination
from bot.texts.callbacks import NOBODY, decode
from bot.texts.days import DaySpan
from bot.texts.dispatcher import assign, assign_many, lists, move, status
from bot.texts.dispatcher.filters import Criterion, Filters, name
from bot.texts.dispatcher.rider_picker import Candidate
from bot.texts.message import Message
from bot.texts.words import Words
from tests.texts.markup import bare

say = Words()
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
UUIDS = [str(UUID(int=2**128 - number)) for number in range(1, 40)]
RIDERS = [Candidate(uuid, f"Rider {number}", number) for number, uuid in enumerate(UUIDS)]
STATUSES = [None, *FilterToken]
DAYS = [Period.ALL, Period.TODAY, Period.YESTERDAY]
MODES = [None, *CreationMode]
DATES = [Period.CREATED_AT, Period.ASSIGNED_AT, Period.DROPOFF_AT, Period.SCHEDULE_DATE]
SPAN = DaySpan(date(2026, 2, 27), date(2120, 12, 31))
RIDER_OR_NONE = [None, UUIDS[0]]
FILTERS = [
    *(Filters(*values) for values in product(STATUSES, RIDER_OR_NONE, DAYS, MODES)),
    *(Filters(*values, SPAN) for values in product(STATUSES, RIDER_OR_NONE, DATES, MODES)),
]


def delivery(number: int) -> Delivery:
    rider = RiderSummary(uuid=UUIDS[0], name="Musa Bello")
    return Delivery(uuid=UUIDS[number], order_number=str(number), state=State.ACCEPTED, rider=rider)


DELIVERIES = [delivery(number) for number in range(12)]
LONG = pagination.cut(RIDERS, 2, 10)
MANY = pagination.cut(DELIVERIES, 2, 5)


def presses(message: Message) -> list[str]:
    return [button.data for row in message.rows for button in row if button.data]


@pytest.mark.parametrize("filters", FILTERS)
def test_buttons_carry_all_filters_and_bring_them_back(filters: Filters):
    assert Filters.read(filters.rider or NOBODY, filters.token) == filters


@given(st.text("-abcdimptwxyz0189_", max_size=16))
def test_what_no_button_sends_filters_nothing_or_something_known(token: str):
    filters = Filters.read(NOBODY, token)
    assert all(isinstance(name(say, filters, criterion, ""), str) for criterion in Criterion)
    assert len(token) in {3, 9} or filters == Filters()


def test_every_filter_has_room_in_a_button():
    for filters in FILTERS:
        for message in (
            lists.delivery_list(say, MANY, filters, "Musa Bello", NOW),
            *(lists.choose_filter(say, filters, one) for one in Criterion),
        ):
            assert all(decode(data) for data in presses(message))


@pytest.mark.parametrize(
    ("text", "day", "days"),
    [
        ("", Period.ALL, None),
        ("all", Period.ALL, None),
        ("today", Period.TODAY, None),
        ("yesterday", Period.YESTERDAY, None),
        ("delivered today", Period.DROPOFF_AT, (NOW.date(), NOW.date())),
        ("scheduled tomorrow", Period.SCHEDULE_DATE, (date(2026, 3, 3), date(2026, 3, 3))),
        ("2026-02-01", Period.CREATED_AT, (date(2026, 2, 1), date(2026, 2, 1))),
        (
            "assigned from 1 feb to 28 feb",
            Period.ASSIGNED_AT,
            (date(2026, 2, 1), date(2026, 2, 28)),
        ),
        ("created week", Period.CREATED_AT, (date(2026, 2, 24), NOW.date())),
    ],
)
def test_days_that_are_typed_are_the_contracts(
    text: str, day: Period, days: tuple[date, date] | None
):
    filters = Filters.said(text, NOW.date())
    assert filters == Filters(day=day, days=DaySpan(*days) if days else None)


@pytest.mark.parametrize(
    "text", ["month", "delivered", "delivered all", "5 mar to 1 mar", "x to y"]
)
def test_what_means_no_days_is_not_guessed(text: str):
    assert Filters.said(text, NOW.date()) is None


@pytest.mark.parametrize(
    "message",
    [
        lists.delivery_list(say, MANY, Filters(FilterToken.DECLINED, UUIDS[0]), "Musa Bello", NOW),
        lists.delivery_list(say, Page(items=()), Filters(FilterToken.PENDING), "", NOW),
        *(lists.choose_filter(say, FILTERS[-1], criterion) for criterion in Criterion),
        lists.choose_rider_filter(say, FILTERS[-1], LONG),
        lists.found(say, "Bola", MANY, NOW),
        assign_many.choose_many(say, MANY, UUIDS[:3], NOW),
        assign_many.which_rider_for_many(say, DELIVERIES[:3], LONG, NOW),
        assign.which_rider(say, "1001", UUIDS[0], UUIDS[1], LONG),
        move.from_whom(say, LONG, UUIDS[0]),
        move.to_whom(say, LONG, RIDERS[0]),
        move.preview(say, DELIVERIES, RIDERS[0], RIDERS[1], NOW),
        status.which_status(say, delivery(0)),
    ],
    ids=lambda message: bare(message.html).splitlines()[0],
)
def test_every_button_can_be_read_back(message: Message):
    sent = presses(message)
    assert sent
    assert all(decode(data) for data in sent)


@given(st.integers(0, 60), st.integers(1, 50), st.integers(1, 25))
def test_every_page_but_the_last_is_full_and_all_is_on_some_page(
    count: int, number: int, size: int
):
    items = list(range(count))
    page = pagination.cut(items, number, size)
    assert page.number == min(number, page.last_page)
    assert list(page.items) == items[(page.number - 1) * size : page.number * size]
    assert page.last_page * size >= count > (page.last_page - 1) * size or count == 0
    pages = [pagination.cut(items, each, size) for each in range(1, page.last_page + 1)]
    assert [item for each in pages for item in each.items] == items


@pytest.mark.parametrize(
    ("token", "number"), [("1", 1), ("12", 12), ("0", 1), ("", 1), ("x", 1), ("9" * 16, 9999)]
)
def test_a_page_is_asked_for_by_its_number(token: str, number: int):
    assert pagination.asked(token) == number


def test_a_long_preview_says_how_much_more_there_is():
    work = [delivery(number) for number in range(33)]
    shown = bare(move.preview(say, work, RIDERS[0], RIDERS[1], NOW).html)
    assert "Move 33 deliveries from Rider 0 to Rider 1?" in shown
    assert "and 13 more" in shown


@pytest.mark.parametrize(("token", "page"), [("3", 3), ("٣", 3), ("²", 1), ("③", 1), ("", 1)])
def test_a_page_that_no_number_asks_for_is_the_first(token: str, page: int):
    assert pagination.asked(token) == page
