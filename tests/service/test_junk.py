"""Whatever is sent, the answer is the contract's, and never the service's failure."""

import re
from typing import Any

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.service.fleet import Fleet, order, restated

# One service takes all examples of a test: junk must not spoil it for what comes after either.
many = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
uuids = st.uuids().map(str)
junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["\x00", "true", "0", "-1", "1e9", "2026-02-30", "+", "٣", "in_transit"])
    | uuids,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)
OLDER = [
    "customer_name",
    "customer_address",
    "customer_email",
    "customer_phone_number",
    "customer_phone_code",
    "items",
    "riderid",
]


@st.composite
def spoilt(draw: st.DrawFn, body: Any) -> Any:
    """The body with junk in some places."""
    if draw(st.integers(0, 5)) == 0:
        return draw(junk)
    if isinstance(body, dict):
        kept = [name for name in body if draw(st.integers(0, 15))]
        return {name: draw(spoilt(body[name])) for name in kept}
    if isinstance(body, list):
        return [draw(spoilt(value)) for value in body]
    return body


def as_fields(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [pair for key, v in value.items() for pair in as_fields(f"{name}[{key}]", v)]
    if isinstance(value, list):
        return [pair for i, v in enumerate(value) for pair in as_fields(f"{name}[{i}]", v)]
    return [(name, str(value))]


async def answered(fleet: Fleet, path: str, body: Any) -> None:
    """Send junk in both encodings."""
    answers = [await fleet.http.post(path, json=body)]
    if isinstance(body, dict):
        fields = [pair for name, value in body.items() for pair in as_fields(name, value)]
        form = {name: text for name, text in fields}  # noqa: C416  # the last of a name counts
        answers.append(await fleet.http.post(path, data=form))
    for answer in answers:
        assert answer.status_code in {200, 422}, answer.text
        assert answer.json()["status"] == ("success" if answer.status_code == 200 else "error")
        assert_plain(answer)


NO_WORDS = re.compile(r"[\\^$\[\]{}|]|Input|should|schema|pydantic|validator|NoneType|got ")
"""What stands in a program's words for a mistake, and in nobody else's."""


def assert_plain(answer: httpx.Response) -> None:
    """The words of a refusal are for people, and say of each field what it takes."""
    errors = answer.json().get("errors", {})
    for name, texts in errors.items():
        own = [text.replace(name, "") for text in texts]
        assert not [text for text in own if NO_WORDS.search(text)], (name, texts)
        assert all(text[0].isupper() and text.endswith(".") for text in texts), (name, texts)


@many
@given(data=st.data())
async def test_of_an_update(fleet: Fleet, data: st.DataObject):
    uuid = (await fleet.create())["uuid"]
    whole = restated(await fleet.delivery(uuid))
    older = {name: whole["receivers"][0].get(name) for name in OLDER} | {"customer_address": "x"}
    body = data.draw(spoilt(whole) | spoilt(whole | older) | spoilt(whole | {"receivers": None}))
    await answered(fleet, f"/deliveries/update/{uuid}", body)
    assert (await fleet.delivery(uuid))["uuid"] == uuid


@many
@given(data=st.data())
async def test_of_a_move_by_path(fleet: Fleet, data: st.DataObject):
    uuid = (await fleet.create())["uuid"]
    body = {"status": "in_transit", "pickup_otp": "1", "delivery_uuid": uuid, "note": "x"}
    await answered(fleet, f"/deliveries/get/{uuid}", data.draw(spoilt(body)))


@many
@given(data=st.data())
async def test_of_a_status_change(fleet: Fleet, data: st.DataObject):
    found = (await fleet.riders())["riders"]["data"]
    rider = found[0]["uuid"] if found else await fleet.rider()
    body = data.draw(spoilt({"rider_uuids": [rider, rider.upper()]}))
    await answered(fleet, f"/riders/change_status/{rider}", body)


texts = st.text(max_size=12) | st.sampled_from(["1", "0", "all", "2026-03-02", "9" * 40, "\x00"])


@many
@given(query=st.dictionaries(
    st.sampled_from(["paginate", "per_page", "page", "filter", "start_date", "end_date"]), texts
))  # fmt: skip
async def test_of_a_query(fleet: Fleet, query: dict[str, str]):
    found = (await fleet.riders())["riders"]["data"]
    rider = found[0]["uuid"] if found else await fleet.rider()
    required = {"paginate": "1", "per_page": "", "filter": ""}
    for parameters in (query, required | query):
        answer = await fleet.http.get(f"/riders/delivery/history/{rider}", params=parameters)
        assert answer.status_code in {200, 422}, answer.text
        assert_plain(answer)


@many
@given(code=st.text(min_size=1, max_size=20))
async def test_of_a_link_code(fleet: Fleet, code: str):
    path = f"/booking-inbound/get_booking_link_detail/{code.encode().hex('%')}"
    for wanted in (path, path.replace("detail/", "detail/%")):
        assert (await fleet.http.get(wanted)).status_code in {404, 422}


@many
@given(data=st.data())
async def test_of_an_order(fleet: Fleet, data: st.DataObject):
    await answered(fleet, "/deliveries/create", data.draw(spoilt(order())))


@many
@given(data=st.data())
async def test_of_an_invitation(fleet: Fleet, data: st.DataObject):
    body = {"rider_emails": ["a@b.c"], "commission_value": 10, "commission_type": "commission"}
    await answered(fleet, "/riders/create", data.draw(spoilt(body)))
