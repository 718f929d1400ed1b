"""Reconciling: every open delivery is looked at, whatever is wrong with one of them."""

from collections.abc import Callable

import pytest

from bot.actions.desk import Desk
from bot.actions.news.reconcile import reconcile
from bot.fleet import FleetError, State
from tests.actions.business import ASSIGNED, DELIVERY, Business
from tests.fleet.stand_in import Asked, StandIn, answer, as_json, envelope, success

DeskAt = Callable[[StandIn], Desk]

CANCELLED = {"uuid": DELIVERY, "order_number": "0042", "status": "Cancelled"}


def uuid_of(number: int) -> str:
    return f"00000000-6c0a-4a58-8a43-0d6f1c9e2{number:03}"


def service(listed: list[dict[str, str]], broken: bytes) -> StandIn:
    """A fleet service that lists these deliveries, and can only show the one that is cancelled."""

    def given(asked: Asked) -> bytes:
        if asked.path.endswith("/riders"):
            return success({"riders": envelope([])})
        if asked.path.endswith("/deliveries"):
            found = listed if asked.query["delivery_status"] == "pending" else []
            return success({"delivery_counts": {}, "deliveries": envelope(found)})
        return success(CANCELLED) if asked.path.endswith(DELIVERY) else broken

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


async def test_a_service_that_shows_nothing_at_all_is_not_asked_for_everything(
    business: Business, desk_at: DeskAt
):
    listed = [{"uuid": uuid_of(number), "status": "Pending"} for number in range(100)]
    async with service(listed, as_json({}, 500)) as fleet:
        with pytest.raises(FleetError):
            await reconcile(desk_at(fleet))
        assert len(fleet.asked) < 10
