"""How one service takes what it is asked: encodings, a sender's e-mail, suspected settings."""

import json
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import FleetClient, Profile, Refused, Wire
from bot.fleet.endpoints import ASSIGN, CREATE_DELIVERY, UPDATE_STATUS, WRITES, Encoding
from bot.fleet.errors import NotFound, OtherBodyWanted
from tests.fleet.stand_in import DELIVERY, KEY, RIDER, StandIn, answer, as_json, success

ENCODINGS = st.sampled_from([Encoding.JSON, Encoding.FORM])


async def toggle(fleet: FleetClient) -> None:
    await fleet.change_rider_status(RIDER)


async def assign(fleet: FleetClient) -> None:
    await fleet.assign(RIDER, [DELIVERY])


def missing(*fields: str) -> bytes:
    errors = {field: [f"The {field} field is required."] for field in fields}
    return as_json({"status": "error", "message": "Invalid.", "errors": errors}, 422)


def client(service: StandIn, profile: Profile | None = None) -> FleetClient:
    return FleetClient(Wire(service.url, KEY), profile, read_attempts=1)


@given(st.dictionaries(st.sampled_from(sorted(WRITES)), ENCODINGS))
def test_a_setting_changes_the_encoding_of_its_own_endpoint_alone(encodings: dict[str, Encoding]):
    profile = Profile(encodings=encodings)
    for name, endpoint in WRITES.items():
        taken = profile.as_taken(endpoint)
        assert taken.encoding is encodings.get(name, endpoint.encoding)
        assert (taken.method, taken.template) == (endpoint.method, endpoint.template)


@pytest.mark.parametrize("encoding", [Encoding.JSON, Encoding.FORM])
async def test_a_body_travels_as_its_setting_says(encoding: Encoding):
    profile = Profile(encodings={"change_rider_status": encoding})
    rider = success({"uuid": RIDER, "active": True})
    async with StandIn(rider) as service, client(service, profile) as fleet:
        await toggle(fleet)
    (asked,) = service.asked
    if encoding is Encoding.JSON:
        assert json.loads(asked.body) == {"rider_uuids": [RIDER]}
    else:
        assert parse_qs(asked.body.decode()) == {"rider_uuids[]": [RIDER]}


@pytest.mark.parametrize(
    ("given_email", "sent"), [("", "shop@example.com"), (None, "shop@example.com"), ("a@b", "a@b")]
)
def test_the_settings_email_stands_for_one_that_nobody_knows(given_email: str | None, sent: str):
    completed = Profile(sender_email="shop@example.com").completed({"sender_email": given_email})
    assert completed == {"sender_email": sent}


@pytest.mark.parametrize("name", WRITES)
def test_a_body_of_which_all_is_missed_wants_the_other_encoding(name: str):
    endpoint = WRITES[name]
    other = {Encoding.JSON: "form", Encoding.FORM: "json"}[endpoint.encoding]
    wanted = f'fleet.encoding.{name} = "{other}"'
    refused = Refused("The a field is required. (and 1 more error)", ("a.0.b", "c[]", "more"))
    body = {"a": [{"b": 1}], "c": [2], "empty": "", "none": None}
    assert Profile().suspected(endpoint, body, refused) == wanted
    assert Profile().suspected(endpoint, body, OtherBodyWanted()) == wanted


@pytest.mark.parametrize(
    "refused", [Refused(), NotFound(), Refused("No.", ("status",)), Refused("No.", ("unheard_of",))]
)
def test_a_body_that_was_read_wants_no_setting(refused: Refused):
    body = {"delivery_uuid": DELIVERY, "status": "accepted"}
    assert Profile().suspected(UPDATE_STATUS, body, refused) is None


def test_a_service_that_objects_to_all_that_it_has_read_wants_no_setting():
    refused = Refused("Order 1001 is Delivered and cannot be assigned.", ("delivery_uuid.0",))
    assert Profile().suspected(ASSIGN, {"delivery_uuid": [DELIVERY]}, refused) is None


def test_an_email_is_wanted_only_where_none_was_sent():
    refused = Refused("No.", ("sender_email",))
    body = {"sender_name": "Ada", "sender_email": ""}
    assert Profile().suspected(CREATE_DELIVERY, body, refused) == "business.email"
    body["sender_email"] = "nonsense"
    assert Profile().suspected(CREATE_DELIVERY, body, refused) is None


@pytest.mark.parametrize("refusal", [missing("rider_uuids"), answer(415)])
async def test_a_suspicion_is_shared_kept_by_other_changes_and_cleared_by_a_success(refusal: bytes):
    rider = success({"uuid": RIDER, "active": True})
    given = success([{"uuid": DELIVERY}])
    async with StandIn(refusal, given, rider) as service, client(service) as fleet:
        with pytest.raises(Refused):
            await toggle(fleet.guarded(lambda: None))
        wanted = {'fleet.encoding.change_rider_status = "json"'}
        assert set(fleet.suspected_settings) == wanted
        await assign(fleet)
        assert set(fleet.suspected_settings) == wanted
        await toggle(fleet)
        assert not fleet.suspected_settings
    assert len(service.asked) == 3  # a change is never tried twice
