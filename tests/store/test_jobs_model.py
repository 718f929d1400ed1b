"""Jobs in any order of events do what a small model of them says."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from bot.base.database.database import Database
from bot.base.queue import backlog, dead_letters, held_jobs, jobs, lane_heads, upkeep
from bot.base.queue.dead_letters import DeadLetter
from bot.base.queue.jobs import Job, LeaseLost
from bot.store.job_kind import JobKind
from tests.store import work
from tests.store.model import Model, Record
from tests.store.work import job, opened
from tests.support.clock import ManualClock

SETTINGS = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
KEYS = st.sampled_from([f"k{number}" for number in range(8)])
LANES = st.sampled_from(["a", "b"])
SECONDS = st.sampled_from([0, 1, 60])
CHOICE = st.integers(0, 100)

# What is found has to be made small, too, before it is shown.
pytestmark = pytest.mark.timeout(600)


class Jobs(RuleBasedStateMachine):
    """The store and the model, side by side; `new_store` gives the address of an empty one."""

    def __init__(self, new_store: Callable[[], str]) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = ManualClock()
        self.seen: list[Job] = []
        opening = opened(new_store(), self.clock)
        self.database: Database = self.wait(opening)
        self.model = Model(marked=1 if self.database.is_sqlite else 2)

    def wait(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def change(self, *arguments: Any, way: Callable[..., Awaitable[Any]]) -> Any:
        async def changed() -> Any:
            return await self.database.write(way, *arguments)

        return self.wait(changed())

    @rule(key=KEYS, lane=LANES, seconds=SECONDS)
    def add(self, key: str, lane: str, seconds: int) -> None:
        due_at = self.clock.now() + timedelta(seconds=seconds)
        added = self.change(job(key, lane, due_at=due_at), way=jobs.add)
        assert added == self.model.add(key, lane, due_at, self.clock.now())

    @rule(limit=st.integers(1, 3))
    def claim(self, limit: int) -> None:
        expected = [record.key for record in self.model.claimable(self.clock.now())[:limit]]
        claimed = self.wait(work.claim(self.database, limit))
        assert sorted(each.key for each in claimed) == sorted(expected)
        for each in claimed:
            self.model.claimed(each)
            assert each.attempts == self.model.of(each).attempts
        self.seen.extend(claimed)

    @rule(seconds=st.sampled_from([1, 30, 90, 300]))
    def time_passes(self, seconds: int) -> None:
        self.clock.advance(timedelta(seconds=seconds))

    @precondition(lambda self: self.seen)
    @rule(choice=CHOICE)
    def finish(self, choice: int) -> None:
        one = self.settled(choice, work.finish)
        if one:
            self.model.end(one, "done", self.clock.now())

    @precondition(lambda self: self.seen)
    @rule(choice=CHOICE)
    def dead_letter(self, choice: int) -> None:
        one = self.settled(choice, work.dead_letter)
        if one:
            self.model.end(one, "dead", self.clock.now())

    @precondition(lambda self: self.seen)
    @rule(choice=CHOICE, seconds=SECONDS)
    def postpone(self, choice: int, seconds: int) -> None:
        until = self.clock.now() + timedelta(seconds=seconds)
        one = self.settled(choice, work.postpone, until)
        if one:
            self.model.postpone(one, until)

    def settled(self, choice: int, way: Callable[..., Any], *more: object) -> Job | None:
        """Settle one of the jobs that were ever claimed; return it if it was still ours to."""
        one = self.seen[choice % len(self.seen)]
        holds = self.model.holds(one)
        try:
            self.wait(way(self.database, one, *more))
        except LeaseLost:
            assert not holds
            return None
        assert holds
        return one

    @precondition(lambda self: self.model.dead())
    @rule(choice=CHOICE)
    def retry(self, choice: int) -> None:
        one, record = self.dead_one(choice)
        assert self.change([one.id], way=dead_letters.retry) == 1
        self.model.retry(record, self.clock.now())

    @precondition(lambda self: self.model.dead())
    @rule(choice=CHOICE)
    def drop(self, choice: int) -> None:
        one, record = self.dead_one(choice)
        assert self.change([one.id], way=dead_letters.drop) == 1
        self.model.drop(record)

    def dead_one(self, choice: int) -> tuple[DeadLetter, Record]:
        listed, expected = self.change(way=dead_letters.listed), self.model.dead()
        assert [each.lane for each in listed] == [record.lane for record in expected]
        return listed[choice % len(listed)], expected[choice % len(listed)]

    @rule(way=st.sampled_from([held_jobs.release_all, held_jobs.release_orphans]))
    def restart(self, way: Callable[..., Any]) -> None:
        """Nobody lives: what was running is an orphan."""
        assert self.change(way=way) == self.model.release_all()

    @rule()
    def forget(self) -> None:
        before = self.clock.now() - timedelta(minutes=2)
        forgotten = self.change(JobKind.FLEET_REQUEST.value, before, way=upkeep.forget_keys)
        assert forgotten == self.model.forget(before)

    @invariant()
    def it_is_known_when_there_may_be_more_work(self) -> None:
        """Sooner than needed is not a harm; later is."""
        expected = self.model.next_due(self.clock.now())
        found = self.wait(work.next_due(self.database))
        assert expected is None or (found is not None and self.clock.now() < found <= expected)

    @invariant()
    def no_lane_stands_still(self) -> None:
        assert self.change(way=lane_heads.move_all_up) == 0

    @invariant()
    def the_figures_are_right(self) -> None:
        expected = {
            (JobKind.FLEET_REQUEST.value, state): count
            for state, count in self.model.counts().items()
        }
        assert self.change(way=backlog.counts) == expected

    def teardown(self) -> None:
        self.wait(self.database.close())
        self.runner.close()


def test_jobs_do_what_the_model_says(new_store: Callable[[], str]):
    run(lambda: Jobs(new_store), settings=SETTINGS)
