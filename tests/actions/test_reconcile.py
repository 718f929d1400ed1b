"""Reconciling: every open delivery is looked at, whatever is wrong with one of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.actions.context import Context
from bot.actions.snapshots import snapshot
from bot.actions.tracking.reconcile import reconcile
from bot.fleet import FleetError, State
from bot.fleet.delivery import read_delivery
from bot.store import deliveries
from tests.actions.business import ASSIGNED, BOLA, DELIVERY, MUSA, Business
from tests.fleet.stand_in import Asked, StandIn, answer, as_json, envelope, success

DeskAt = Callable[[StandIn], Context]

CANCELLED = {"uuid": DELIVERY, "order_number": "0042", "status": "Cancelled"}


def uuid_of(number: int) -> str:
    return f"00000000-6c0a-4a58-8a43-0d6f1c9e2{number:03}"


def service(listed: list[dict[str, str]], broken: bytes | Callable[[Asked], bytes]) -> StandIn:
    """A fleet service that lists these deliveries, and can only show the one that is cancelled."""

    def given(asked: Asked) -> bytes:
        if asked.path.endswith("/riders"):
            return success({"riders": envelope([])})
        if asked.path.endswith("/deliveries"):
            found = listed if asked.query["delivery_status"] == "pending" else []
            return success({"delivery_counts": {}, "deliveries": envelope(found)})
        if asked.path.endswith(DELIVERY):
            return success(CANCELLED)
        return broken(asked) if callable(broken) else broken

    return StandIn(given)


BROKEN = [
    as_json({"status": "error", "message": "No such delivery."}, 422),
    as_json({"status": "error"}, 410),
    as_json({}, 500),
    answer(200, b"{"),
]


@pytest.mark.parametrize("broken", BROKEN)
async def test_a_delivery_that_cannot_be_read_does_not_hide_the_others(
    business: Business, desk_at: DeskAt, broken: bytes
):
    await business.read(ASSIGNED)
    unknown = [{"uuid": uuid_of(1), "status": "Pending"}]
    async with service(unknown, broken) as fleet:
        await reconcile(desk_at(fleet))
    assert await business.state() == State.CANCELLED


async def test_a_delivery_that_has_vanished_does_not_hide_the_others(
    business: Business, desk_at: DeskAt
):
    for number in range(5):
        await business.read(ASSIGNED.model_copy(update={"uuid": uuid_of(number)}))
    await business.read(ASSIGNED)
    async with service([], BROKEN[0]) as fleet:
        await reconcile(desk_at(fleet))
    assert await business.state() == State.CANCELLED


@pytest.mark.parametrize("is_listed", [True, False])
async def test_a_fault_of_ours_with_some_deliveries_does_not_hide_the_others(
    business: Business, desk_at: DeskAt, is_listed: bool
):
    await business.read(ASSIGNED)
    for number in range(5):
        await business.read(ASSIGNED.model_copy(update={"uuid": uuid_of(number)}))
        await keep_what_no_version_reads(business, uuid_of(number))
    listed = [{"uuid": uuid_of(number), "status": "Pending"} for number in range(5)]

    def cancelled(asked: Asked) -> bytes:
        return success({**CANCELLED, "uuid": asked.path.rsplit("/", 1)[-1]})

    async with service(listed if is_listed else [], cancelled) as fleet:
        found = await reconcile(desk_at(fleet))
    assert found.looked_at == 6
    assert await business.state() == State.CANCELLED


async def keep_what_no_version_reads(business: Business, uuid: str) -> None:
    row = await business.database.write(deliveries.get, uuid)
    assert row is not None
    await business.database.write(deliveries.save, replace(row, snapshot="{}"))


async def test_a_service_that_shows_nothing_at_all_is_not_asked_for_everything(
    business: Business, desk_at: DeskAt
):
    listed = [{"uuid": uuid_of(number), "status": "Pending"} for number in range(100)]
    async with service(listed, as_json({}, 500)) as fleet:
        with pytest.raises(FleetError):
            await reconcile(desk_at(fleet))
        assert len(fleet.asked) < 10


PARTY = {
    "id": BOLA,
    "customer_name": "Bola",
    "customer_phone_code": "234",
    "customer_phone_number": "08030000001",
    "customer_address": "5 Allen Avenue",
}
AS_LISTED = {
    "uuid": DELIVERY,
    "order_number": "0042",
    "status": "Awaiting-Pickup",
    "rider_info": {"uuid": MUSA.uuid, "name": MUSA.name},
    "customer_detail": PARTY,
    "delivery_detail": {"sender_name": "Ada's Kitchen", "sender_address": ""},
}


@pytest.mark.parametrize(
    "change",
    [
        {"customer_detail": {**PARTY, "customer_address": "7 Allen Avenue"}},
        {"customer_detail": {**PARTY, "customer_phone_number": "08030000009"}},
        {"delivery_detail": {"sender_name": "Ada's Kitchen", "sender_address": "1 Quay"}},
    ],
)
async def test_where_to_go_and_whom_to_call_is_compared_too_for_no_webhook_tells_of_that(
    business: Business, desk_at: DeskAt, change: dict[str, object]
):
    def given(asked: Asked) -> bytes:
        if asked.path.endswith("/riders"):
            return success({"riders": envelope([])})
        if "/get/" in asked.path:
            return success(known)
        found = [known] if asked.query["delivery_status"] == "awaiting_pickup" else []
        return success({"delivery_counts": {}, "deliveries": envelope(found)})

    known = AS_LISTED
    async with StandIn(given) as fleet:
        context = desk_at(fleet)
        await reconcile(context)
        await reconcile(context)
        assert sum("/get/" in asked.path for asked in fleet.asked) == 1
        known = {**AS_LISTED, **change}
        found = await reconcile(context)
        assert found.missed == 0
        await reconcile(context)
        assert sum("/get/" in asked.path for asked in fleet.asked) == 2
    row = await business.database.read(deliveries.get, DELIVERY)
    assert row is not None
    assert snapshot(row) == read_delivery(known)


@pytest.mark.parametrize(
    ("listed", "shown", "paid"),
    [({"is_paid": True}, {"is_paid": True}, True), ({"is_paid": False}, {}, False)],
)
async def test_a_payment_is_compared_too_whichever_shape_tells_of_it(
    business: Business, desk_at: DeskAt, listed: dict[str, bool], shown: dict[str, bool], paid: bool
):
    def given(asked: Asked) -> bytes:
        if asked.path.endswith("/riders"):
            return success({"riders": envelope([])})
        if "/get/" in asked.path:
            return success({**AS_LISTED, **shown})
        is_there = asked.query["delivery_status"] == "awaiting_pickup"
        found = [{**AS_LISTED, **listed}] if is_there else []
        return success({"delivery_counts": {}, "deliveries": envelope(found)})

    await business.read(ASSIGNED.model_copy(update={"paid": not paid}))
    async with StandIn(given) as fleet:
        context = desk_at(fleet)
        for _ in range(2):
            await reconcile(context)
        assert sum("/get/" in asked.path for asked in fleet.asked) == 1
    assert snapshot(await business.row()).paid is paid
