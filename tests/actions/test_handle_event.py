"""Hearing: what becomes of a webhook, whatever else happens to its delivery at the same time."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from types import FrameType

import pytest

from bot.actions.context import Context
from bot.actions.tracking.handle_event import handle_event
from bot.actions.tracking.projection import Observation, apply
from bot.base.database.database import Database
from bot.base.queue import backlog, jobs
from bot.base.queue.jobs import Job, NewJob
from bot.fleet import Delivery, State
from bot.store.job_kind import JobKind
from tests.actions.business import (
    ASSIGNED,
    CUSTOMER,
    DELIVERY,
    DISPATCHER,
    IN_TRANSIT,
    MUSA,
    OTHER_RIDER,
    RIDER,
    SANI,
    Business,
    at,
)
from tests.fleet.stand_in import StandIn, as_json, success
from tests.support.sql import uncommitted

DeskAt = Callable[[StandIn], Context]


async def arrived(business: Business, kind: str, **data: object) -> Job:
    """A webhook that was accepted, as its worker claims it."""
    told = {"delivery_id": DELIVERY, "updated_at": at(5).isoformat(), **data}
    body = json.dumps({"event": f"delivery.{kind}", "data": told}).encode()
    await business.database.write(jobs.add, NewJob(JobKind.EVENT, DELIVERY, "a webhook", body))
    (job,) = await business.database.write(jobs.claim, JobKind.EVENT, 1)
    return job


async def open_events(business: Business) -> int:
    counted = await business.database.read(backlog.counts)
    return sum(number for (kind, _), number in counted.items() if kind == JobKind.EVENT)


async def answered_while_another_webhook_is_heard(
    business: Business, context: Context, job: Job
) -> None:
    """Learn that the delivery is Sani's while a webhook about it is being taken in."""
    reassigned = ASSIGNED.model_copy(update={"rider": SANI})
    news = Observation(reassigned, await business.database.next_number())
    async with uncommitted(business.database, apply, news):
        hearing = asyncio.ensure_future(handle_event(context, job))
        for _ in range(50):  # everything that can be read meanwhile is read
            await business.database.read(backlog.counts)
        business.clock.advance(timedelta(seconds=1))
    await hearing


async def test_a_webhook_does_not_bring_back_what_was_known_when_it_came(
    business: Business, desk_at: DeskAt
):
    await business.read(ASSIGNED)
    await business.forget_news()
    job = await arrived(business, "in_transit", status="in_transit")
    async with StandIn(as_json({}, 500)) as service:
        await answered_while_another_webhook_is_heard(business, desk_at(service), job)
    assert (await business.row()).rider == SANI.uuid
    assert await business.state() == State.IN_TRANSIT
    assert not any(card.create for card in await business.cards(RIDER))
    assert len(await business.said(OTHER_RIDER)) == 0


async def test_a_webhook_that_names_the_former_rider_is_asked_about_and_not_believed(
    business: Business, desk_at: DeskAt
):
    await business.read(ASSIGNED)
    job = await arrived(business, "in_transit", status="in_transit", rider={"name": "Musa Bello"})
    with_sani = {
        "uuid": DELIVERY,
        "status": "In Transit",
        "rider_info": {"uuid": SANI.uuid, "name": SANI.name},
    }
    async with StandIn(success(with_sani)) as service:
        await answered_while_another_webhook_is_heard(business, desk_at(service), job)
        assert len(service.asked) == 1
    assert (await business.row()).rider == SANI.uuid
    assert await business.state() == State.IN_TRANSIT


@pytest.mark.parametrize(("held_up_by", "waiting"), [(None, 1), ("delivery not shown 3", 0)])
async def test_a_webhook_of_a_delivery_that_the_service_refuses_to_show_waits_but_not_for_ever(
    business: Business, desk_at: DeskAt, held_up_by: str | None, waiting: int
):
    job = replace(await arrived(business, "created"), held_up_by=held_up_by)
    async with StandIn(
        as_json({"status": "error", "message": "No such delivery."}, 422)
    ) as service:
        await handle_event(desk_at(service), job)
    assert await open_events(business) == waiting


async def test_a_webhook_waits_while_the_service_does_not_answer(
    business: Business, desk_at: DeskAt
):
    await business.read(IN_TRANSIT)
    job = await arrived(business, "assigned")
    async with StandIn(as_json({}, 503)) as service:
        await handle_event(desk_at(service), job)
    assert await open_events(business) == 1


WITH_MUSA = {
    "uuid": DELIVERY,
    "order_number": "0042",
    "status": "In Transit",
    "rider_info": {"uuid": MUSA.uuid, "name": MUSA.name},
}


@pytest.mark.parametrize("known", [None, IN_TRANSIT.model_copy(update={"rider": SANI})])
async def test_a_failed_attempt_is_told_though_the_service_shows_nothing_of_it(
    business: Business, desk_at: DeskAt, known: Delivery | None
):
    if known:
        await business.read(known)
    rider = {"name": MUSA.name}
    job = await arrived(business, "failed", status="failed", note="Nobody there", rider=rider)
    async with StandIn(success(WITH_MUSA)) as service:
        await handle_event(desk_at(service), job)
    assert await business.state() == State.FAILED
    assert (await business.row()).rider == MUSA.uuid
    said = await business.said(DISPATCHER)
    assert len(said) == 1
    assert "Nobody there" in said[0]
    assert await open_events(business) == 0


async def test_a_failed_attempt_of_what_is_over_by_now_is_told_to_nobody(
    business: Business, desk_at: DeskAt
):
    job = await arrived(business, "failed", status="failed", note="Nobody there")
    async with StandIn(success(WITH_MUSA | {"status": "Delivered"})) as service:
        await handle_event(desk_at(service), job)
    assert await business.state() == State.DELIVERED
    assert await business.said(DISPATCHER) == []


@asynccontextmanager
async def counted_parses(database: Database) -> AsyncIterator[list[FrameType]]:
    """Collect every time at which a transaction reads a delivery that is kept from its JSON."""
    parses: list[FrameType] = []

    def called(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code is Delivery.model_validate_json.__code__:
            parses.append(frame)

    # What is profiled is one thread, and those that write have one of their own.
    await database.write(lambda _tx: sys.setprofile(called))
    yield parses
    await database.write(lambda _tx: sys.setprofile(None))


async def test_a_webhook_reads_the_delivery_that_is_known_only_once(
    business: Business, desk_at: DeskAt
):
    await business.read(ASSIGNED)
    job = await arrived(business, "in_transit", status="in_transit", rider={"name": MUSA.name})
    async with (
        StandIn(as_json({}, 500)) as service,
        counted_parses(business.database) as parses,
    ):
        await handle_event(desk_at(service), job)
    assert await business.state() == State.IN_TRANSIT
    assert len(parses) == 1


CALLED_OFF = {
    "uuid": DELIVERY,
    "status": "Cancelled",
    "cancellation_reason": "No goods",
    "cancelled_by": {"name": "Efe", "photo": None},
}


@pytest.mark.parametrize(("kind", "status"), [("cancelled", "declined"), ("failed", "failed")])
async def test_a_bad_end_without_a_reason_is_asked_about_once(
    business: Business, desk_at: DeskAt, kind: str, status: str
):
    await business.read(IN_TRANSIT)
    await business.forget_news()
    async with StandIn(success({**CALLED_OFF, "status": "In Transit"})) as service:
        await handle_event(desk_at(service), await arrived(business, kind, status=status, note=""))
        assert len(service.asked) == 1
    assert await business.state() == status
    assert await open_events(business) == 0
    for person in (DISPATCHER, CUSTOMER):
        (said,) = await business.said(person)
        assert "No goods" in said
        assert ("Efe" in said) == (person == DISPATCHER and kind == "cancelled")


async def test_a_cancellation_with_its_reason_is_told_without_asking(
    business: Business, desk_at: DeskAt
):
    await business.read(IN_TRANSIT)
    async with StandIn(as_json({}, 500)) as service:
        job = await arrived(business, "cancelled", status="cancelled", note="Twice")
        await handle_event(desk_at(service), job)
        assert service.asked == []
    assert "Twice" in (await business.said(RIDER))[-1]


@pytest.mark.parametrize("answer", [as_json({}, 503), as_json({"status": "error"}, 422)])
async def test_a_rider_is_told_to_stop_though_nobody_says_why(
    business: Business, desk_at: DeskAt, answer: bytes
):
    await business.read(IN_TRANSIT)
    await business.forget_news()
    async with StandIn(answer) as service:
        await handle_event(
            desk_at(service), await arrived(business, "cancelled", status="cancelled", note="")
        )
    (said,) = await business.said(RIDER)
    assert "Stop here" in said
    assert "Reason" not in said
    assert await open_events(business) == 0


MUSAS_NUMBER = "08020000001"


@pytest.mark.parametrize(
    ("number", "asked"), [(MUSAS_NUMBER, 0), ("+2348020000001", 0), ("08020000002", 1), ("", 1)]
)
async def test_a_webhook_of_an_assignment_is_believed_where_it_names_whom_we_know_by_number(
    business: Business, desk_at: DeskAt, number: str, asked: int
):
    musa = MUSA.model_copy(update={"phone_code": "234", "phone_number": MUSAS_NUMBER})
    await business.read(ASSIGNED.model_copy(update={"rider": musa}))
    told = {"name": musa.name, "phone": number}
    job = await arrived(business, "assigned", status="awaiting_pickup", rider=told)
    rider = {"uuid": SANI.uuid, "name": musa.name, "phone_number": number}
    answer = {"uuid": DELIVERY, "status": "Awaiting Pickup", "rider_info": rider}
    async with StandIn(success(answer)) as service:
        await handle_event(desk_at(service), job)
        assert len(service.asked) == asked
    assert (await business.row()).rider == (SANI.uuid if asked else MUSA.uuid)
    assert await open_events(business) == 0
