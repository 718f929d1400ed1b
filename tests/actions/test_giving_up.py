"""What was given up because of a fault of ours: who asked for it is told, and no code is kept."""

from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.actions import commands
from bot.actions.commands import HandOver, Stage
from bot.actions.desk import Desk, House
from bot.actions.dispatching.riders import RiderDirectory
from bot.actions.execute import apologise
from bot.actions.news import views
from bot.actions.notices import View
from bot.fleet import FleetClient, State, Wire
from bot.store import dead_jobs
from bot.store.database import Database
from bot.store.dead_jobs import DeadJob
from bot.store.jobs import Job, JobKind
from bot.store.vault import Vault
from bot.workers.loop import Patience, Worker
from tests.actions.business import ASSIGNED, DELIVERY, DISPATCHER, MUSA, RIDER, SANI, Business
from tests.store.work import KEY, add, claim, job
from tests.support.clock import ManualClock
from tests.workers.waiting import at_work


@pytest.fixture
async def desk(database: Database, clock: ManualClock) -> AsyncIterator[Desk]:
    """A desk whose fleet service cannot be reached."""
    async with FleetClient(Wire("http://127.0.0.1:9/api/v1", "key"), read_attempts=1) as fleet:
        riders = RiderDirectory(fleet, clock)
        house = House(1, "handover_bot", "development")
        yield Desk(database, fleet, riders, clock, Vault(KEY), house)


async def broken(_job: Job) -> None:
    raise RuntimeError


async def given_up(desk: Desk, clock: ManualClock) -> list[DeadJob]:
    """Let a worker fail at everything, once."""
    patience, told = Patience(1, ()), partial(apologise, desk)
    worker = Worker(
        desk.database,
        clock,
        JobKind.COMMAND,
        broken,
        patience=patience,
        concurrency=1,
        on_burial=told,
    )
    async with at_work(worker.run):
        await worker.idle()
    async with desk.database.read() as tx:
        return await dead_jobs.listed(tx)


async def test_a_code_that_was_given_up_is_wiped_and_never_sent(
    business: Business, desk: Desk, clock: ManualClock
):
    coded = commands.hand_over(
        desk.vault, delivery=DELIVERY, rider=MUSA.uuid, by=RIDER, stage=Stage.PICKUP, code="4821"
    )
    async with desk.database.write() as tx:
        await commands.order(tx, coded, "typed")
    (dead,) = await given_up(desk, clock)
    assert len(await business.said(RIDER)) == 1
    async with desk.database.write() as tx:
        await dead_jobs.retry(tx, [dead.id])
    (again,) = await claim(desk.database)
    kept = commands.read(again.body)
    assert isinstance(kept, HandOver)
    assert kept.sealed_code == ""


async def test_what_cannot_be_read_is_given_up_and_its_lane_goes_on(
    business: Business, desk: Desk, clock: ManualClock
):
    newer = b'{"kind": "of a later version"}'
    await add(desk.database, job("k", lane=f"delivery:{DELIVERY}", body=newer))
    assert [dead.lane for dead in await given_up(desk, clock)] == [f"delivery:{DELIVERY}"]
    assert await business.everything() == []


async def test_what_cannot_be_read_keeps_no_news_from_being_kept_and_told(business: Business):
    await business.read(ASSIGNED)
    newer = b'{"kind": "of a later version"}'
    await add(business.database, job("k", lane=f"delivery:{DELIVERY}", body=newer))
    await add(business.database, job("l", lane=f"rider:{SANI.uuid}", body=newer))
    await business.read(ASSIGNED.model_copy(update={"rider": SANI}))
    await business.read(ASSIGNED.model_copy(update={"state": State.CANCELLED}))
    async with business.database.read() as tx:
        card = await views.render(tx, DISPATCHER, DELIVERY, View.DISPATCHER)
    assert card is not None
    assert "Cancelled" in card.html
