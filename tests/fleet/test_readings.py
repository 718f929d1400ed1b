"""Lists find out by asking what a service takes where nothing is wished, and remember it."""

import pytest

from bot.fleet import DeliveryQuery, FilterToken, FleetClient, Refused, RiderQuery, Wire
from bot.fleet.errors import FleetError
from bot.fleet.service_profile import READINGS, NoWish, Profile
from tests.fleet.stand_in import KEY, RIDER, Asked, StandIn, answer, as_json, envelope, success

NO = as_json({"status": "error", "message": "No."}, 422)
NOTHING = success({"delivery_counts": {}, "deliveries": envelope([])})
EMPTY_DATES = {"start_date": "", "end_date": ""}
WIDE_DATES = {"start_date": "2000-01-01", "end_date": "2099-12-31"}


def client(service: StandIn, no_wish: NoWish | None = None) -> FleetClient:
    return FleetClient(Wire(service.url, KEY), Profile(no_wish=no_wish), read_attempts=1)


def takes_tokens(asked: Asked) -> bytes:
    return NOTHING if asked.query.get("delivery_status") else NO


@pytest.mark.parametrize(
    ("no_wish", "more"),
    [
        (NoWish.EMPTY, {**EMPTY_DATES, "rider_id": "", "delivery_status": ""}),
        (NoWish.TOKENS, {**EMPTY_DATES, "rider_id": ""}),
        (NoWish.FILLED, {**WIDE_DATES, "rider_id": ""}),
        (NoWish.NAMED, WIDE_DATES),
        (NoWish.OMITTED, {}),
    ],
)
def test_each_reading_says_otherwise_what_has_no_wish(no_wish: NoWish, more: dict[str, str]):
    always = {"paginate": "1", "per_page": "20", "filter": "all"}
    requests = [_given(each) for each in DeliveryQuery().requests(READINGS[no_wish])]
    if READINGS[no_wish].in_turn:
        assert [each.pop("delivery_status") for each in requests] == list(FilterToken)
    assert all(each == {**always, **more} for each in requests)


@pytest.mark.parametrize("no_wish", NoWish)
def test_what_is_wished_is_said_in_every_reading(no_wish: NoWish):
    query = DeliveryQuery(status=FilterToken.PENDING, rider_uuid=RIDER)
    (request,) = query.requests(READINGS[no_wish])
    assert (request["delivery_status"], request["rider_id"]) == ("pending", RIDER)
    (request,) = RiderQuery(active=False, pending_invites=True).requests(READINGS[no_wish])
    assert (request["active"], request["pending_invites"]) == ("0", "1")


async def test_what_was_found_is_remembered_and_shared_with_guarded_clients():
    async with StandIn(takes_tokens) as service, client(service) as fleet:
        await fleet.guarded(lambda: None).list_deliveries(DeliveryQuery())
        assert fleet.no_wish == {"/deliveries": NoWish.TOKENS}
        before = len(service.asked)
        await fleet.list_deliveries(DeliveryQuery())
        assert all(asked.query["delivery_status"] for asked in service.asked[before:])


async def test_no_request_is_repeated_and_the_first_refusal_is_told():
    first = as_json({"status": "error", "message": "The first."}, 422)
    async with StandIn(first, NO) as service, client(service) as fleet:
        with pytest.raises(Refused, match="The first"):
            await fleet.list_riders(RiderQuery(active=True, pending_invites=False))
        assert len(service.asked) == 1
        with pytest.raises(Refused, match="No"):
            await fleet.list_deliveries(DeliveryQuery())
    targets = [asked.target for asked in service.asked]
    assert len(targets) == len(set(targets)) == 1 + len(READINGS)


@pytest.mark.parametrize("status", [401, 429, 500, 503])
async def test_nothing_but_a_refusal_leads_on(status: int):
    async with StandIn(answer(status)) as service, client(service) as fleet:
        with pytest.raises(FleetError):
            await fleet.list_deliveries(DeliveryQuery())
        assert len(service.asked) == 1
        assert not fleet.no_wish


async def test_a_refusal_later_is_tried_anew_once():
    asked_for = DeliveryQuery(status=FilterToken.PENDING)
    async with StandIn(NOTHING, NO) as service, client(service) as fleet:
        await fleet.list_deliveries(asked_for)
        counts = []
        for _ in range(3):
            before = len(service.asked)
            with pytest.raises(Refused):
                await fleet.list_deliveries(asked_for)
            counts.append(len(service.asked) - before)
    assert counts == [4, 1, 1]  # empty and tokens say the same where a status is wished


async def test_a_service_that_has_changed_is_found_out_anew():
    async with StandIn(NOTHING, takes_tokens) as service, client(service) as fleet:
        await fleet.list_deliveries(DeliveryQuery())
        assert fleet.no_wish == {"/deliveries": NoWish.EMPTY}
        await fleet.list_deliveries(DeliveryQuery())
        assert fleet.no_wish == {"/deliveries": NoWish.TOKENS}


async def test_a_setting_leaves_nothing_to_find_out():
    async with StandIn(NO) as service, client(service, NoWish.OMITTED) as fleet:
        with pytest.raises(Refused):
            await fleet.list_deliveries(DeliveryQuery())
        (asked,) = service.asked
    assert set(asked.query) == {"paginate", "per_page", "filter"}


def _given(body: object) -> dict[str, object]:
    assert isinstance(body, dict)
    return {name: value for name, value in body.items() if value is not None}
