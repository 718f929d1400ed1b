"""What is odd and allowed is read; what is arbitrary ends in a value or in a `FleetError`."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.fleet import DeliveryQuery, FleetClient, FleetError, RiderQuery, Wire
from tests.fleet.conftest import Connect
from tests.fleet.methods import METHODS
from tests.fleet.odd import ANSWERS, DELIVERIES, Odd
from tests.fleet.stand_in import DELIVERY, KEY, RIDER, StandIn, answer, envelope, success


def at(value: Any, path: str) -> Any:
    """Follow a path of attributes and indices."""
    for step in path.split("."):
        value = getattr(value, step) if isinstance(value, BaseModel) else value[int(step)]
    return value


def check(delivery: BaseModel, odd: Odd) -> None:
    for path, expected in odd.read.items():
        found = at(delivery, path)
        assert (str(found) if isinstance(expected, str) else found) == expected, path


@pytest.mark.parametrize("odd", DELIVERIES.values(), ids=DELIVERIES.keys())
async def test_an_odd_delivery_is_read_alone_and_among_others(odd: Odd, connect: Connect) -> None:
    record = {"uuid": DELIVERY, **odd.fields}
    carrier = {"uuid": RIDER, "rider_ongoing_deliveries": [record]}
    answers = (
        success(record),
        success({"deliveries": envelope([record])}),
        success({"riders": envelope([carrier])}),
    )
    async with StandIn(*answers) as service:
        fleet = connect(service)
        alone = await fleet.get_delivery(DELIVERY)
        (listed,) = (await fleet.list_deliveries(DeliveryQuery())).page.items
        (rider,) = (await fleet.list_riders(RiderQuery())).page.items
    check(alone, odd)
    assert listed == alone
    assert rider.ongoing == (
        alone if alone.rider else alone.model_copy(update={"rider": rider.summary()}),
    )


@pytest.mark.parametrize("given_answer", ANSWERS.values(), ids=ANSWERS.keys())
async def test_a_delivery_is_found_in_every_form_of_answer(
    given_answer: bytes, connect: Connect
) -> None:
    async with StandIn(given_answer) as service:
        assert (await connect(service).get_delivery(DELIVERY)).order_number == "0042"


@pytest.mark.parametrize("name", ["rider_ongoing_deliveries", "ongoing_deliveries"])
async def test_what_a_rider_carries_is_read_under_both_names(name: str, connect: Connect) -> None:
    async with StandIn(success({"uuid": RIDER, name: [{"uuid": DELIVERY}]})) as service:
        rider = await connect(service).get_rider(RIDER)
    assert [each.uuid for each in rider.ongoing] == [DELIVERY]


NAMES = st.sampled_from(
    [
        *("uuid", "data", "deliveries", "riders", "current_page", "last_page", "total", "links"),
        *("next_page_url", "delivery_counts", "customer_detail", "sender_detail", "items"),
        *("rider_info", "rider_ongoing_deliveries", "delivery_fee", "created_at", "status"),
        *("link_code", "link_url", "pricing", "express_delivery", "cancelled_by", "active"),
    ]
)
TEXTS = st.sampled_from([DELIVERY, RIDER, "Pending", "NGN 1,500.00", "2026-03-02T09:00:00Z", "1"])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=25,
)


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=25, deadline=None)
@given(data=ANY, bare=st.booleans())
async def test_any_json_ends_in_a_value_or_in_a_fleet_error(
    name: str, data: object, bare: bool
) -> None:
    body = json.dumps(data if bare else {"status": "success", "data": data}).encode()
    async with (
        StandIn(answer(200, body)) as service,
        FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet,
    ):
        with suppress(FleetError):
            await METHODS[name](fleet)


@settings(max_examples=100, deadline=None)
@given(
    status=st.sampled_from([200, 201, 301, 302, 307, 308, 401, 404, 422, 429, 500, 503]),
    headers=st.dictionaries(
        st.sampled_from(["location", "retry_after", "date", "set_cookie", "content_type"]),
        st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E))
        | st.sampled_from(["mailto:x", "//", "http:x", "Mon, 02 Mar 99999999999 09:01:30 GMT"]),
    ),
)
async def test_any_headers_end_in_a_value_or_in_a_fleet_error(
    status: int, headers: dict[str, str]
) -> None:
    async with (
        StandIn(answer(status, b'{"status": "success", "data": []}', **headers)) as service,
        FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet,
    ):
        with pytest.raises(FleetError):
            await fleet.get_delivery(DELIVERY)
