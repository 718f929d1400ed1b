"""Lists find out by asking what a service takes where nothing is wished, and remember it."""

import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import DeliveryQuery, FilterToken, FleetClient, Refused, RiderQuery, Wire
from bot.fleet.endpoints import LIST_RIDERS, Body
from bot.fleet.errors import FleetError
from bot.fleet.readings import LOOKED_AT_AGAIN_AFTER, SEARCHED_AGAIN_AFTER, Readings
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
        assert fleet.learned.no_wish == {"/deliveries": NoWish.TOKENS}
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
        assert not fleet.learned.no_wish


async def test_a_refusal_later_is_tried_anew_once_in_a_while():
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


@dataclass
class Service:
    """Takes some readings of a list, and counts what it is asked; time goes by when told."""

    takes: frozenset[NoWish] = frozenset()
    asked: int = 0
    seconds: float = 0.0

    def elapsed(self) -> float:
        return self.seconds

    async def is_understood_by(self, readings: Readings) -> bool:
        try:
            await readings.ask(LIST_RIDERS, lambda reading: [{"in": reading}], self._answer)
        except Refused:
            return False
        return True

    async def _answer(self, requests: list[Body]) -> None:
        self.asked += 1
        (request,) = requests
        if not any(request["in"] is READINGS[no_wish] for no_wish in self.takes):
            raise Refused("No.")


async def test_who_refuses_everything_for_a_while_is_understood_a_minute_later():
    service = Service(frozenset({NoWish.TOKENS}))
    readings = Readings(Profile(), service.elapsed)
    assert await service.is_understood_by(readings)
    service.takes = frozenset()
    assert not await service.is_understood_by(readings)
    service.takes = frozenset({NoWish.OMITTED})
    service.seconds = SEARCHED_AGAIN_AFTER - 1
    assert not await service.is_understood_by(readings)
    service.seconds = SEARCHED_AGAIN_AFTER
    assert await service.is_understood_by(readings)
    assert readings.found == {LIST_RIDERS.template: NoWish.OMITTED}


async def test_who_has_never_taken_a_reading_is_not_asked_in_all_of_them_each_time():
    service = Service()
    readings = Readings(Profile(), service.elapsed)
    counts = []
    for service.seconds in (0, 1, SEARCHED_AGAIN_AFTER - 1, SEARCHED_AGAIN_AFTER):
        before = service.asked
        assert not await service.is_understood_by(readings)
        counts.append(service.asked - before)
    assert counts == [len(READINGS), 1, 1, len(READINGS)]


@given(
    st.lists(
        st.tuples(st.integers(0, 90), st.frozensets(st.sampled_from(NoWish))),
        min_size=1,
        max_size=30,
    )
)
def test_however_a_service_changes_it_is_understood_in_a_minute_and_not_asked_too_often(
    days: list[tuple[int, frozenset[NoWish]]],
):
    asyncio.run(_holds(days))


async def _holds(days: list[tuple[int, frozenset[NoWish]]]) -> None:
    service = Service()
    readings = Readings(Profile(), service.elapsed)
    searched_at = -SEARCHED_AGAIN_AFTER
    for pause, service.takes in days:
        service.seconds += pause
        before = service.asked
        understood = await service.is_understood_by(readings)
        may_search = service.seconds - searched_at >= SEARCHED_AGAIN_AFTER
        assert understood or not (service.takes and may_search)
        if service.asked - before > 1:
            assert may_search
        if not understood and may_search:
            searched_at = service.seconds


async def test_a_service_that_has_changed_is_found_out_anew():
    async with StandIn(NOTHING, takes_tokens) as service, client(service) as fleet:
        await fleet.list_deliveries(DeliveryQuery())
        assert fleet.learned.no_wish == {"/deliveries": NoWish.EMPTY}
        await fleet.list_deliveries(DeliveryQuery())
        assert fleet.learned.no_wish == {"/deliveries": NoWish.TOKENS}


async def test_a_setting_leaves_nothing_to_find_out():
    async with StandIn(NO) as service, client(service, NoWish.OMITTED) as fleet:
        with pytest.raises(Refused):
            await fleet.list_deliveries(DeliveryQuery())
        (asked,) = service.asked
    assert set(asked.query) == {"paginate", "per_page", "filter"}


def _given(body: object) -> dict[str, object]:
    assert isinstance(body, dict)
    return {name: value for name, value in body.items() if value is not None}


async def test_after_a_day_the_reading_is_found_out_again_and_how_ids_are_written_stays():
    now = [0.0]
    readings = Readings(Profile(), lambda: now[0])
    readings.found, readings.ids_in_capitals = {LIST_RIDERS.template: NoWish.OMITTED}, True
    now[0] = LOOKED_AT_AGAIN_AFTER.total_seconds()
    asked: list[list[Body]] = []

    async def ask(requests: list[Body]) -> None:
        asked.append(requests)

    await readings.ask(LIST_RIDERS, RiderQuery().requests, ask)
    assert asked == [RiderQuery().requests(READINGS[NoWish.EMPTY])]
    assert readings.ids_in_capitals is True
