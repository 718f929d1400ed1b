"""What is done every few minutes, also when something does not answer for a while."""

from datetime import timedelta

import pytest

from bot.actions.context import Context
from bot.base.queue import backlog
from bot.base.settings.loader import RetentionSettings
from bot.store.meta import Owner
from bot.workers.housekeeping import housekeeping
from bot.workers.regular import Regular, reconciling
from tests.store.work import add, claim, finish, job, without_jobs
from tests.support.clock import ManualClock
from tests.workers.post import Post
from tests.workers.waiting import at_work, until

MINUTE = timedelta(minutes=1)


@pytest.fixture
def context(post: Post) -> Context:
    return post.context


class Counted:
    """Work that counts how often it was done."""

    def __init__(self, every: timedelta) -> None:
        self.done = 0
        self._every = every

    async def __call__(self) -> timedelta:
        self.done += 1
        return self._every


async def test_it_is_done_at_the_start_and_then_at_its_interval(
    context: Context, clock: ManualClock
):
    work = Counted(MINUTE)
    regular = Regular(context, work)
    async with at_work(regular.run):
        await regular.idle()
        assert work.done == 1
        clock.advance(MINUTE - timedelta(seconds=1))
        await regular.idle()
        assert work.done == 1
        clock.advance(timedelta(seconds=1))
        await regular.idle()
        assert work.done == 2


async def test_a_store_that_fails_is_tried_again_soon(context: Context, clock: ManualClock):
    regular = housekeeping(context, RetentionSettings())
    async with at_work(regular.run) as running:
        async with without_jobs(context.database):
            await regular.idle()
        assert not running.done()
        clock.advance(timedelta(seconds=15))
        await regular.idle()


async def test_a_fault_of_ours_does_not_end_the_bot(context: Context, clock: ManualClock):
    async def work() -> timedelta:
        raise ValueError("nobody thought of this")

    regular = Regular(context, work)
    async with at_work(regular.run) as running:
        await regular.idle()
        clock.advance(timedelta(seconds=15))
        await regular.idle()
        assert not running.done()


async def test_a_fleet_service_that_does_not_answer_is_asked_again_soon(
    context: Context, clock: ManualClock
):
    regular = reconciling(context, timedelta(minutes=5), Owner("1", "production", "a-key"))
    async with at_work(regular.run) as running:
        await regular.idle()
        clock.advance(timedelta(seconds=15))
        await regular.idle()
        assert not running.done()


async def test_housekeeping_forgets_keys_after_35_days_and_not_before(
    context: Context, clock: ManualClock
):
    await add(context.database, job("k"))
    (claimed,) = await claim(context.database)
    await finish(context.database, claimed)
    regular = housekeeping(context, RetentionSettings())
    async with at_work(regular.run):
        clock.advance(timedelta(days=35))
        await regular.idle()
        assert await add(context.database, job("k")) == [False]
        clock.advance(timedelta(minutes=10))
        await regular.idle()
        assert await add(context.database, job("k")) == [True]


async def test_housekeeping_empties_the_write_ahead_log(
    context: Context, clock: ManualClock, tmp_path
):
    await add(context.database, *(job(f"k{number}", body=bytes(5000)) for number in range(20)))
    log = tmp_path / "handover.db-wal"
    assert log.stat().st_size > 0
    regular = housekeeping(context, RetentionSettings())
    async with at_work(regular.run):
        await regular.idle()
        await until(lambda: log.stat().st_size == 0)
    assert sum((await context.database.read(backlog.counts)).values()) == 20
