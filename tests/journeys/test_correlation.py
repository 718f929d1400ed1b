"""From what arrived to what was said because of it: one id in the log, and in the jobs between."""

import io
import json
from typing import Any

import pytest

from bot import logs
from tests.support.business import Business

Line = dict[str, Any]


@pytest.fixture
def written(business: Business) -> io.StringIO:
    """The log from now on; `business` has set up the usual one."""
    written = io.StringIO()
    logs.configure("INFO", stream=written)
    return written


def lines(written: io.StringIO) -> list[Line]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def ids_of(found: list[Line], event: str, **fields: object) -> list[str]:
    return [
        line["correlation_id"]
        for line in found
        if line["event"] == event and fields.items() <= line.items()
    ]


@pytest.mark.runs_on  # what a former process has logged is not looked at
async def test_a_press_has_one_id_from_the_update_over_the_fleet_service_to_all_who_hear_of_it(
    business: Business, written: io.StringIO
):
    await business.order()
    await business.presses(business.owner, "Assign")
    written.truncate(0)
    written.seek(0)
    await business.presses(business.owner, "Musa Bello")
    found = lines(written)
    (of_press,) = ids_of(found, "update")
    said = ids_of(found, "sent")
    assert said.count(of_press) >= 2  # the dispatcher's card and the rider's
    (of_webhook,) = ids_of(found, "webhook", kind="delivery.assigned")
    assert of_webhook != of_press
    assert set(said) <= {of_press, of_webhook}


async def test_each_arrival_has_an_id_of_its_own(business: Business, written: io.StringIO):
    await business.order()
    await business.order()
    found = ids_of(lines(written), "webhook", kind="delivery.created")
    assert len(found) == len(set(found)) == 2


async def test_who_works_in_the_open_is_not_correlated_with_what_was_done_before(
    business: Business, written: io.StringIO
):
    await business.on_the_way()
    await business.later(hours=20)
    found = lines(written)
    roots = {*ids_of(found, "update"), *ids_of(found, "webhook")}
    later = [id_ for id_ in ids_of(found, "sent") if id_ not in roots]
    assert later  # an alarm that nobody's doing has led to
