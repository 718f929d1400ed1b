"""The client for scripts without asyncio, and the iterators over all pages."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from anyio.from_thread import start_blocking_portal

from bot.fleet import (
    BlockingFleet,
    DeliveryQuery,
    FilterToken,
    FleetClient,
    HistoryQuery,
    KeyRefused,
    NotFound,
    RiderQuery,
)
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import KEY, RIDER, Answer, StandIn, answer
from tests.fleet.test_lists import Town, delivery, uuid

FIVE = Town(*(delivery(number, "Pending") for number in range(1, 6)))


@contextmanager
def served(*town: Answer) -> Iterator[StandIn]:
    """Serve it in a thread of its own, as a script would find it."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(StandIn(*town)) as service,
    ):
        yield service


def test_a_script_goes_through_all_pages_and_asks_for_one() -> None:
    with served(FIVE) as service, BlockingFleet(service.url, KEY) as fleet:
        everything = fleet.deliveries(DeliveryQuery(status=FilterToken.PENDING))
        assert [each.uuid for each in everything] == [uuid(number) for number in range(1, 6)]
        page = fleet.list_deliveries(DeliveryQuery()).page
        assert (len(page.items), page.total) == (2, 6)
        assert fleet.get_delivery(uuid(3)).uuid == uuid(3)
        assert [*fleet.riders(RiderQuery())] == []


def test_a_script_asks_whatever_a_program_can() -> None:
    asked = {name for name in vars(FleetClient) if not name.startswith("_")}
    of_programs = {"aclose", "guarded", "learned", "spelt", "suspected_settings", "greet"}
    assert asked - of_programs <= set(vars(BlockingFleet))


def test_a_script_that_stops_in_the_middle_asks_for_no_more_pages() -> None:
    with served(FIVE) as service, BlockingFleet(service.url, KEY) as fleet:
        assert next(fleet.deliveries(DeliveryQuery())).uuid == uuid(1)
        assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("town", "failure"), [(FIVE, NotFound), (answer(401), KeyRefused)], ids=["404", "401"]
)
def test_failures_are_those_of_the_client(town: Answer, failure: type[Exception]) -> None:
    with (
        served(town) as service,
        BlockingFleet(service.url, KEY) as fleet,
        pytest.raises(failure),
    ):
        fleet.get_delivery(uuid(9))


def script(code: str, service: StandIn) -> tuple[str, str]:
    """Run it as a program of its own; return what it wrote to stdout and to stderr."""
    environment = {**os.environ, "FLEET_URL": service.url, "FLEET_API_KEY": KEY}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    return ended.stdout, ended.stderr


def test_a_read_that_is_tried_again_writes_nothing_to_a_scripts_console() -> None:
    code = """
import os
from bot.fleet import BlockingFleet, DeliveryQuery
with BlockingFleet(os.environ["FLEET_URL"], os.environ["FLEET_API_KEY"]) as fleet:
    fleet.list_deliveries(DeliveryQuery())
"""
    with served(answer(503), FIVE) as service:
        assert script(code, service) == ("", "")
        assert len(service.asked) == 2


def test_settings_that_cannot_be_used_are_refused_as_it_is_opened() -> None:
    with pytest.raises(ValueError, match="over https only"), BlockingFleet("http://a.b/c", KEY):
        pass


def test_who_is_not_let_in_by_with_is_told_so() -> None:
    fleet = BlockingFleet("https://fleet.example/api/v1", KEY)
    with pytest.raises(RuntimeError, match="with"):
        fleet.list_riders(RiderQuery())


async def test_where_an_event_loop_runs_it_says_what_to_await_instead() -> None:
    with (
        pytest.raises(RuntimeError, match="await the methods of FleetClient"),
        BlockingFleet("https://fleet.example/api/v1", KEY),
    ):
        pass


async def test_all_pages_of_a_riders_history_are_gone_through(connect: Connect) -> None:
    async with StandIn(FIVE) as service:
        found = connect(service).rider_deliveries(RIDER, HistoryQuery(page=2))
        assert [each.uuid async for each in found] == [uuid(number) for number in range(1, 6)]
        assert len(service.asked) == 3
