"""The same minute with the real bot, whose Telegram keeps its limits, and in simulated time.

It is busier than any minute of a day: the group and the dispatcher's chat get more than they may,
so that the limits are what is compared. Both are looked at for a while longer, and then cut off.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from rich.table import Table

from bot.actions.notice_kinds import Urgency
from bot.base.queue import backlog
from bot.demo.town import Town
from bot.fleet import Delivery
from bot.local_telegram import LocalUser
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.world import ChatEvent
from bot.store.job_kind import JobKind
from tests.benchmarks.events import STEPS, known_deliveries, webhook
from tests.benchmarks.load import order, phone
from tests.benchmarks.posting import Poster, posting
from tests.benchmarks.results import shown
from tests.benchmarks.rig import PACE, opened_store, running_bot
from tests.benchmarks.simulation.business import DISPATCHERS, GROUP, RECEIVERS, Life
from tests.benchmarks.simulation.business_day import BusinessDay
from tests.benchmarks.simulation.delays import ANYWHERE, JOBS, DelayTable, Waited, message
from tests.benchmarks.simulation.job_log import JobLog, SeenJob
from tests.benchmarks.simulation.life import Form, Reader, Step, Told
from tests.benchmarks.simulation.many_businesses import Say
from tests.benchmarks.simulation.prices import Prices

_CUSTOMERS = 20
_DELIVERIES = 30
_ORDERS = 12
_QUESTIONS = 30
_SECONDS = 60.0
_LOOKED_AT = 100.0
_UNTIL_DELIVERED = 15.0
_LOCAL_TELEGRAM = 0.005
_LOCAL_SPREAD = 0.003
"""Seconds that the local Telegram takes for an answer, and by how much others are later."""
_PATIENCE = 240.0
_PLAYED = 20
"""How often it is played in simulated time: who is first where milliseconds decide is chance."""

_STAFF = (Reader.COLLEAGUE, Reader.GROUP)


def _moved(name: str) -> Step:
    told = (
        *(Told(reader, Form.CARD, Urgency.REFRESH) for reader in _STAFF),
        Told(Reader.RECEIVER, Form.SAY, Urgency.NEWS),
        Told(Reader.RECEIVER, Form.CARD, Urgency.REFRESH),
    )
    return Step(name, told, webhooks=1)


_PICKED_UP, _DELIVERED = _moved("picked up"), _moved("delivered")
_ORDERED = Step(
    "ordered", tuple(Told(reader, Form.CARD, Urgency.NEWS) for reader in _STAFF), webhooks=1
)
_DISPATCHER_ASKS, _CUSTOMER_ASKS = (
    Step(f"{reader} asks", (Told(reader, Form.REPLY, Urgency.ANSWER),), updates=1)
    for reader in (Reader.COLLEAGUE, Reader.RECEIVER)
)
_NOBODY_KNOWN = _DELIVERIES
"""Deliveries from this number on are of people who have not joined."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What waited in both, and how long: seconds until half of it, and 95 percent, had ended."""

    waited: Waited
    counts: tuple[float, float]
    medians: tuple[float, float]
    p95: tuple[float, float]

    def as_json(self) -> dict[str, Any]:
        sides = ("real", "simulated")
        figures = {"count": self.counts, "median": self.medians, "p95": self.p95}
        told = {name: dict(zip(sides, both, strict=True)) for name, both in figures.items()}
        return {"waits": self.waited.what, "where": self.waited.where, **told}


class _Minute:
    """Who is told in that minute, and what happens when; the same each time."""

    def __init__(self) -> None:
        chance = random.Random(7)
        self.lives = sorted(self._lives(chance), key=lambda life: life.begun)

    @staticmethod
    def _lives(chance: random.Random) -> Iterator[Life]:
        for delivery in range(_DELIVERIES):
            begun = chance.random() * (_SECONDS - _UNTIL_DELIVERED)
            yield Life(begun, delivery, (_PICKED_UP,))
            yield Life(begun + _UNTIL_DELIVERED, delivery, (_DELIVERED,))
        for number in range(_ORDERS):
            yield Life(chance.random() * _SECONDS, _NOBODY_KNOWN + number, (_ORDERED,))
        for number in range(_QUESTIONS):
            asks = _DISPATCHER_ASKS if number % 3 == 0 else _CUSTOMER_ASKS
            yield Life(chance.random() * _SECONDS, number % _DELIVERIES, (asks,))

    def chats(self, delivery: int) -> dict[Reader, tuple[int, ...]]:
        receivers = (RECEIVERS + delivery % _CUSTOMERS,) if delivery < _NOBODY_KNOWN else ()
        return {
            Reader.COLLEAGUE: (DISPATCHERS,),
            Reader.GROUP: (GROUP,),
            Reader.RECEIVER: receivers,
        }


async def beside_the_real_bot(prices: Prices, say: Say) -> list[Beside]:
    """Play it both ways."""
    minute = _Minute()
    say("the real bot: its deliveries are made known first, and then it is watched")
    real = await _really(minute)
    say("in simulated time")
    simulated = _in_simulated_time(minute, prices)
    return [
        _beside(waited, real, simulated)
        for waited in sorted(real.rows.keys() | simulated.rows.keys())
        if waited.where != ANYWHERE
    ]


def beside_table(beside: Iterable[Beside]) -> Table:
    heads = ("how many", "median, s", "p95, s")
    columns = [f"{head}: {side}" for head in heads for side in ("real", "simulated", "ratio")]
    table = Table("waits", "where", *(column for column in columns if column != "how many: ratio"))
    for each in beside:
        counts = [f"{count:.0f}" for count in each.counts]
        table.add_row(*each.waited, *counts, *_cells(each.medians), *_cells(each.p95))
    return table


def _cells(sides: tuple[float, float]) -> tuple[str, str, str]:
    real, simulated = sides
    return shown(real), shown(simulated), shown(simulated / real) if real else ""


def _beside(waited: Waited, *sides: DelayTable) -> Beside:
    real, simulated = (side.rows[waited] for side in sides)
    (real_median, real_p95), (median, p95) = (s.quantiles(0.5, 0.95) for s in (real, simulated))
    return Beside(waited, (real.count, simulated.count), (real_median, median), (real_p95, p95))


def _in_simulated_time(minute: _Minute, prices: Prices) -> DelayTable:
    local = replace(prices, telegram=_LOCAL_TELEGRAM, spread=_LOCAL_SPREAD)
    delays = DelayTable()
    for seed in range(_PLAYED):
        day = BusinessDay(minute, local, chance=random.Random(seed))
        for waited, seconds in day.run(minute.lives, until=_LOOKED_AT).delays.items():
            delays.add(waited, seconds, 1 / _PLAYED)
    return delays


async def _really(minute: _Minute) -> DelayTable:
    async with running_bot(owners=(), is_quick=False, settings={"telegram": PACE}) as rig:
        town = rig.town
        with _met(town) as people:
            known = await known_deliveries(town, _DELIVERIES, _CUSTOMERS)
        group = town.telegram.add_group("Dispatch", [town.owner, town.account])
        town.owner.write("/bind", chat=group)
        await _nothing_waits(town)
        town.telegram.limits = FloodLimits()
        log = JobLog(town)
        began = time.monotonic()
        async with posting(town.certificates.authority) as post, asyncio.TaskGroup() as acts:
            for life in minute.lives:
                await asyncio.sleep(began + life.begun - time.monotonic())
                acts.create_task(_act(town, known, people, post, life))
        await asyncio.sleep(began + _LOOKED_AT - time.monotonic())
        return _delays(log.after(), {town.owner.id: "dispatcher", group.id: "group"})


async def _nothing_waits(town: Town) -> None:
    """Return when no notice has a place any more: also one that asks nothing of Telegram keeps it.

    Raises:
        TimeoutError: they do not come to an end.
    """
    async with opened_store(town, alone=False) as database, asyncio.timeout(_PATIENCE):
        # Another process's jobs wake nobody here.
        while any(kind == JobKind.NOTICE for kind, _ in await database.read(backlog.counts)):  # noqa: ASYNC110
            await asyncio.sleep(1)


@contextmanager
def _met(town: Town) -> Iterator[dict[str | None, LocalUser]]:
    """Note who speaks with the bot while the block runs, by their phone number."""
    people: dict[str | None, LocalUser] = {}

    def note(event: ChatEvent) -> None:
        if isinstance(event.user, LocalUser):
            people[event.user.phone] = event.user

    town.telegram.listeners.append(note)
    yield people
    town.telegram.listeners.remove(note)


async def _act(
    town: Town,
    known: Sequence[Delivery],
    people: Mapping[str | None, LocalUser],
    post: Poster,
    life: Life,
) -> None:
    """Let happen in the town what happens in a life."""
    (step,) = life.steps
    if step in _WEBHOOKS:
        await post(webhook(town, known[life.delivery], *_WEBHOOKS[step]))
    elif step is _ORDERED:
        await town.shop.create_delivery(order(1000 + life.delivery))
    else:
        asks = town.owner if step is _DISPATCHER_ASKS else people[phone(life.delivery % _CUSTOMERS)]
        asks.write("/help")


def _delays(seen: Iterable[SeenJob], chats: Mapping[int, str]) -> DelayTable:
    """Tell how long what has ended took, from when the bot had it."""
    delays = DelayTable()
    for job in seen:
        if job.seconds is None:
            continue
        if job.notice is None:
            waited = Waited(_KINDS[job.kind], JOBS)
        else:
            waited = message(job.urgency, chats.get(job.notice.chat_id, "receiver"))
        delays.add(waited, [job.seconds])
    return delays


_WEBHOOKS = dict(zip((_PICKED_UP, _DELIVERED), STEPS, strict=True))
_KINDS: dict[str, str] = {JobKind.EVENT: "webhook", JobKind.UPDATE: "update"}
