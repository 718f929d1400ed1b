"""What was given up because of a fault of ours: who asked for it is told, and no code is kept."""

from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.actions import request_queue
from bot.actions.cards import views
from bot.actions.context import BotIdentity, Context
from bot.actions.fleet_requests.confirm_code import ConfirmCode
from bot.actions.fleet_requests.registry import apologise
from bot.actions.notice_kinds import View
from bot.actions.rider.codes import Stage
from bot.actions.rider_directory import RiderDirectory
from bot.base.database.database import Database
from bot.base.queue import dead_letters
from bot.base.queue.dead_letters import DeadLetter
from bot.base.queue.jobs import Job
from bot.base.queue.worker import RetryPolicy, Worker
from bot.base.vault import Vault
from bot.fleet import FleetClient, State, Wire
from bot.metrics import Metrics
from bot.store.job_kind import LABELS, JobKind
from tests.actions.business import ASSIGNED, DELIVERY, DISPATCHER, MUSA, RIDER, SANI, Business
from tests.store.work import KEY, add, claim, job
from tests.support.clock import ManualClock
from tests.workers.waiting import at_work


@pytest.fixture
async def context(database: Database, clock: ManualClock) -> AsyncIterator[Context]:
    """A context whose fleet service cannot be reached."""
    async with FleetClient(Wire("http://127.0.0.1:9/api/v1", "key"), read_attempts=1) as fleet:
        riders = RiderDirectory(fleet, clock)
        identity = BotIdentity(1, "handover_bot", "development")
        yield Context(database, fleet, riders, clock, Vault(KEY), identity, Metrics(LABELS))


async def broken(_job: Job) -> None:
    raise RuntimeError


async def given_up(context: Context, clock: ManualClock) -> list[DeadLetter]:
    """Let a worker fail at everything, once."""
    patience, told = RetryPolicy(1, ()), partial(apologise, context)
    worker = Worker(
        context.database,
        clock,
        JobKind.FLEET_REQUEST,
        broken,
        patience=patience,
        concurrency=1,
        on_dead_letter=told,
    )
    async with at_work(worker.run):
        await worker.idle()
    return await context.database.read(dead_letters.listed)


async def test_a_code_that_was_given_up_is_wiped_and_never_sent(
    business: Business, context: Context, clock: ManualClock
):
    asked = ConfirmCode(delivery=DELIVERY, rider=MUSA.uuid, by=RIDER, stage=Stage.PICKUP)
    coded = asked.with_code("4821", context.vault)
    await context.database.write(request_queue.enqueue, coded, "typed")
    (dead,) = await given_up(context, clock)
    assert len(await business.said(RIDER)) == 1
    await context.database.write(dead_letters.retry, [dead.id])
    (again,) = await claim(context.database)
    kept = request_queue.read(again.body)
    assert isinstance(kept, ConfirmCode)
    assert kept.sealed_code == ""


async def test_what_cannot_be_read_is_given_up_and_its_lane_goes_on(
    business: Business, context: Context, clock: ManualClock
):
    newer = b'{"kind": "of a later version"}'
    await add(context.database, job("k", lane=f"delivery:{DELIVERY}", body=newer))
    assert [dead.lane for dead in await given_up(context, clock)] == [f"delivery:{DELIVERY}"]
    assert await business.everything() == []


async def test_what_cannot_be_read_keeps_no_news_from_being_kept_and_told(business: Business):
    await business.read(ASSIGNED)
    newer = b'{"kind": "of a later version"}'
    await add(business.database, job("k", lane=f"delivery:{DELIVERY}", body=newer))
    await add(business.database, job("l", lane=f"rider:{SANI.uuid}", body=newer))
    await business.read(ASSIGNED.model_copy(update={"rider": SANI}))
    await business.read(ASSIGNED.model_copy(update={"state": State.CANCELLED}))
    card = await business.database.read(views.render, DISPATCHER, DELIVERY, View.DISPATCHER)
    assert card is not None
    assert "Cancelled" in card.html
