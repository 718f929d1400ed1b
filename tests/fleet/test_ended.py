"""What is over: found by when it was created, in lists of any order, and never a year of them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.fleet import ended_deliveries
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import Asked, StandIn, as_json, envelope, success

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
A_PAGE = 4


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


class History:
    """A fleet service with deliveries that are over, one an hour old, the next two, and so on."""

    def __init__(self, ages: list[int], *, knows_dates: bool = True) -> None:
        self._ages = ages
        self._knows_dates = knows_dates

    def __call__(self, asked: Asked) -> bytes:
        if asked.query["filter"] != "all" and not self._knows_dates:
            return as_json({"status": "error", "message": "The filter is invalid."}, 422)
        ages = self._ages if asked.query["delivery_status"] == "delivered" else []
        number, last = int(asked.query.get("page", "1")), max(1, -(-len(ages) // A_PAGE))
        records = [
            {
                "uuid": uuid(age),
                "status": "Delivered",
                "created_at": (NOW - timedelta(hours=age)).isoformat(),
            }
            for age in ages[(number - 1) * A_PAGE : number * A_PAGE]
        ]
        return success({"deliveries": envelope(records, number, last)})


async def found(service: StandIn, connect: Connect, hours: float) -> set[str]:
    since = NOW - timedelta(hours=hours)
    return {one.uuid async for one in ended_deliveries(connect(service), since, NOW)}


@pytest.mark.parametrize("knows_dates", [True, False])
@pytest.mark.parametrize(
    ("ages", "most_pages"),
    [
        (list(range(1, 41)), 2),  # the newest first
        (list(range(40, 0, -1)), 3),  # the oldest first: the first page has to be looked at, too
        ([5, 9, 1, 3, 2, 8, 4, 7, 6], 3),  # in no order: all of it
    ],
)
async def test_what_is_young_is_found_in_a_list_of_any_order(
    connect: Connect, ages: list[int], most_pages: int, *, knows_dates: bool
):
    async with StandIn(History(ages, knows_dates=knows_dates)) as service:
        assert await found(service, connect, 3.5) >= {uuid(1), uuid(2), uuid(3)}
        pages = [one for one in service.asked if one.query["delivery_status"] == "delivered"]
        # Of a refused question: before one was taken, and once after that; and a smaller page.
        other_readings = 3
        assert len(pages) <= (most_pages if knows_dates else most_pages * 2 + other_readings)


async def test_what_is_old_is_left_out(connect: Connect):
    async with StandIn(History(list(range(1, 41)))) as service:
        assert await found(service, connect, 3.5) == {uuid(1), uuid(2), uuid(3)}


async def test_the_days_are_asked_for_with_one_more_on_either_side(connect: Connect):
    async with StandIn(History([])) as service:
        await found(service, connect, 1)
        for asked in service.asked:
            query = asked.query
            assert (query["start_date"], query["end_date"]) == ("2026-03-01", "2026-03-03")
        tokens = [asked.query["delivery_status"] for asked in service.asked]
        assert tokens == ["delivered", "cancelled", "declined"]


async def test_a_list_that_cannot_be_bounded_is_given_up_after_a_hundred_pages(connect: Connect):
    ages = [number % 7 for number in range(1, 1000)]  # in no order, and all of it young
    async with StandIn(History(ages)) as service:
        await found(service, connect, 100)
        assert len(service.asked) == 100 + 2
