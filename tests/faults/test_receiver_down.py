"""The receiver of webhooks is down for a while, and so, now and then, is the service itself."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server
from tests.faults.fleet_process import FleetProcess, fleet_process
from tests.service.fleet import KEY, order
from tests.service.receiver import make_certificates

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SCHEDULE = [0, 1, 6, 21]


@dataclass(frozen=True)
class Attempt:
    """One webhook that came, in which simulated minute, and what it was answered."""

    minute: float
    body: bytes
    signature: str
    status: int


@dataclass
class Receiver:
    """Answers what `status` says, once `may_answer` is set, by the service's own clock."""

    status: int = 503
    attempts: list[Attempt] = field(default_factory=list)
    minute: float = 0
    came: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        body, signature = await request.body(), request.headers["x-service-signature"]
        self.attempts.append(Attempt(self.minute, body, signature, self.status))
        status = self.status
        self.came.set()
        await self.may_answer.wait()
        await Response(status_code=status)(scope, receive, send)


@dataclass
class Stage:
    """A receiver, and a service in a process of its own that sends it webhooks."""

    receiver: Receiver
    service: FleetProcess

    async def create(self) -> None:
        async with httpx.AsyncClient(base_url=self.service.base_url) as http:
            answer = await http.post("/deliveries/create", json=order(), headers={"x-api-key": KEY})
        assert answer.status_code == 200, answer.text

    async def until(self, minute: float) -> None:
        """Let simulated time go by, a minute at a time."""
        while self.receiver.minute < minute:
            self.receiver.minute += 1
            await self.service.advance(minutes=1)

    async def settle(self) -> None:
        """Return when everything that is due was tried."""
        await self.service.advance()

    async def power_cut(self) -> None:
        await self.service.kill()
        await self.service.start()
        await self.settle()

    @property
    def minutes(self) -> list[float]:
        return [attempt.minute for attempt in self.receiver.attempts]

    def check(self) -> None:
        """Every attempt had the same bytes, rightly signed."""
        (body,) = {attempt.body for attempt in self.receiver.attempts}
        expected = hmac.new(KEY.encode(), body, hashlib.sha256).hexdigest()
        assert {attempt.signature for attempt in self.receiver.attempts} == {expected}

    @property
    def taken(self) -> int:
        return sum(attempt.status == 200 for attempt in self.receiver.attempts)


@asynccontextmanager
async def staged(folder: Path) -> AsyncIterator[Stage]:
    make_certificates(folder)
    receiver = Receiver()
    receiver.may_answer.set()
    files = {"certfile": folder / "server.pem", "keyfile": folder / "server.key"}
    async with (
        Server(receiver, **files) as server,
        fleet_process(folder, webhook=f"{server.url}/fleet", start=START) as service,
    ):
        yield Stage(receiver, service)
        # Whoever still waits for an answer gets it before the server stops.
        receiver.may_answer.set()


async def test_a_receiver_that_was_down_for_sixteen_minutes_gets_the_event_exactly_once(
    tmp_path: Path,
):
    async with staged(tmp_path) as stage:
        await stage.create()
        await stage.settle()
        await stage.until(3)
        await stage.power_cut()
        await stage.until(10)
        await stage.power_cut()
        await stage.until(16)
        stage.receiver.status = 200
        await stage.power_cut()
        await stage.until(21)
        await stage.service.advance(days=1)
    stage.check()
    assert stage.minutes == SCHEDULE
    assert stage.taken == 1


async def test_down_for_good_the_event_is_tried_on_schedule_and_given_up(tmp_path: Path):
    async with staged(tmp_path) as stage:
        await stage.create()
        await stage.settle()
        await stage.until(25)
        await stage.power_cut()
        await stage.service.advance(days=1)
    stage.check()
    assert stage.minutes == SCHEDULE
    assert stage.taken == 0


@pytest.mark.parametrize(
    "nth", [0, *(pytest.param(nth, marks=pytest.mark.long("the same later")) for nth in (2, 3))]
)
async def test_a_power_cut_at_the_moment_of_an_attempt_costs_at_most_one_attempt_more(
    tmp_path: Path, nth: int
):
    async with staged(tmp_path) as stage:
        if nth:
            await stage.create()
            await stage.settle()
            await stage.until(SCHEDULE[nth] - 1)
        stage.receiver.status = 200 if SCHEDULE[nth] > 16 else 503
        stage.receiver.came.clear()
        stage.receiver.may_answer.clear()
        stage.receiver.minute = SCHEDULE[nth]
        passing = asyncio.create_task(stage.service.advance(minutes=1) if nth else stage.create())
        await stage.receiver.came.wait()
        stage.service.now = START.replace(minute=SCHEDULE[nth])
        await stage.service.kill()
        passing.cancel()
        stage.receiver.may_answer.set()
        await stage.service.start()
        await stage.settle()
        await stage.until(16)
        stage.receiver.status = 200
        await stage.until(25)
        await stage.service.advance(days=1)
    stage.check()
    assert stage.minutes == sorted([*SCHEDULE, SCHEDULE[nth]])
    assert stage.taken == (2 if SCHEDULE[nth] > 16 else 1)


async def test_an_event_whose_first_attempt_was_never_made_is_sent_after_the_power_cut(
    tmp_path: Path,
):
    async with staged(tmp_path) as stage:
        stage.receiver.status = 200
        await stage.create()
        await stage.power_cut()
        await stage.until(25)
    stage.check()
    # One, or two if the power went while the first was under way.
    assert len(stage.minutes) in {1, 2}
