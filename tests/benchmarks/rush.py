"""An hour with 80 orders for one dispatcher: taps, sounds, and how long an own command waits.

    python -m tests.benchmarks.rush

A local Telegram with its limits on, a clock that is stepped, 15 riders who accept what they get,
six shops and some who send one parcel, and 20 of the orders within one minute. The dispatcher looks
at the phone now and then, and presses buttons only. It ends with 1 if a goal is missed.
"""

import asyncio
import heapq
import itertools
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot import logs
from bot.demo.telegram import ChatMessage, LocalGroup, LocalUser
from bot.demo.telegram.world import ApiCall
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import (
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    open_deliveries,
)
from bot.service.operations.enrolment import register_rider
from tests.support.business import bare
from tests.support.clock import ManualClock
from tests.support.limited_town import LimitedTown

RIDERS, ORDERS, IN_BURST = 15, 80, 20
HOUR, BURST_AT, BURST = 3600.0, 1200.0, 60.0
_SEED = 7
_SHOPS = ("Mama Put", "Ada's Kitchen", "Kanti", "Green Pharmacy", "Book Corner", "Suya Spot")
_ONE_OFF = 0.15
_STREETS = ("Allen Avenue", "Creek Road", "Marina Road", "Toyin Street", "Awolowo Road",
            "Opebi Road", "Adeola Street", "Broad Street")  # fmt: skip
_LONGEST_STEP = 5.0

_TAP = 2.0
_LOOKS_EVERY = 60.0
_LOOKS_AFTER_SOUND = 20.0
_ENOUGH, _LONG_ENOUGH = 5, timedelta(minutes=5)
_COMMANDS_AT = (4.0, 15.0, 30.0, 45.0)

_GROUP = re.compile(r"^[🏪🏁⏳] .* · (\d+)$")
_RIDER = re.compile(r" · \d+ open")
_CARD = "🆕 Waiting for a rider\n"


@dataclass
class Agenda:
    """What happens when, in seconds after the beginning."""

    _entries: list[tuple[float, int, Callable[[], object]]] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def at(self, seconds: float, act: Callable[[], object]) -> None:
        heapq.heappush(self._entries, (seconds, next(self._numbers), act))

    def next(self) -> float | None:
        return self._entries[0][0] if self._entries else None

    def act(self, now: float) -> None:
        while self._entries and self._entries[0][0] <= now:
            heapq.heappop(self._entries)[2]()


@dataclass
class Figures:
    """What is counted."""

    taps: int = 0
    waits: list[float] = field(default_factory=list)


class Rush:
    """One hour in a town."""

    def __init__(self, town: LimitedTown, clock: ManualClock) -> None:
        self.town, self.clock, self.owner = town, clock, town.owner
        self.chance = random.Random(_SEED)
        self.agenda = Agenda()
        self.figures = Figures()
        self.riders: list[LocalUser] = []
        self.group: LocalGroup | None = None
        self.began: datetime = clock.now()
        self._tasks: set[asyncio.Task[object]] = set()
        self._calls_before = 0
        self._heard = 0
        self._is_busy = False
        self._begins = False
        self._accepting: set[tuple[int, int]] = set()
        self._waiting_since: datetime | None = None

    # The town.

    async def open(self) -> None:
        hired = [await self._hire(number) for number in range(RIDERS)]
        for person in hired:
            await self._joins(person)
        self.owner.write("/start")
        await self.town.idle()
        self.group = self.town.telegram.add_group("Dispatch", [self.owner, self.town.account])
        self.owner.write("/bind", chat=self.group)
        await self.town.idle()
        self.owner.write("/board")
        await self.town.idle()
        self.clock.advance(timedelta(minutes=2))
        await self.town.idle()
        self._calls_before = len(self.town.telegram.calls)
        self.began = self.clock.now()

    async def _hire(self, number: int) -> LocalUser:
        phone = f"080200001{number:02}"
        name = f"Rider{chr(65 + number)}"
        await register_rider(
            self.town.service.environment(ENVIRONMENT),
            name=f"{name} Bello",
            phone_code="234",
            phone_number=phone,
            email=f"{name.lower()}@example.com",
        )
        return self.town.telegram.add_user(name, phone="+234" + phone.removeprefix("0"))

    async def _joins(self, person: LocalUser) -> None:
        person.write("/start")
        await self.town.idle()
        person.press("Share my phone number")
        await self.town.idle()
        self.riders.append(person)

    async def play(self) -> None:
        """Let the hour go by, and ten minutes more for what has come at its end."""
        self._plan()
        end = HOUR + 600
        while (now := self._seconds()) < end:
            self.agenda.act(now)
            await self._settle()
            self._accept_jobs(now)
            self._hear(now)
            self.clock.advance(timedelta(seconds=self._step(now, end)))
        await self._settle()

    def _seconds(self) -> float:
        return (self.clock.now() - self.began).total_seconds()

    def _step(self, now: float, end: float) -> float:
        turn = self.town.next_turn()
        moments = [now + _LONGEST_STEP, end, self.agenda.next()]
        if turn is not None:
            moments.append((turn - self.began).total_seconds())
        return max(0.001, min(each for each in moments if each is not None) - now)

    async def _settle(self) -> None:
        """Let everything be done that is due now, without letting time go by."""
        if self._tasks:
            await asyncio.gather(*self._tasks)
        await Town.idle(self.town)

    def _plan(self) -> None:
        spread = [self.chance.uniform(0, HOUR - 60) for _ in range(ORDERS - IN_BURST)]
        burst = [BURST_AT + self.chance.uniform(0, BURST) for _ in range(IN_BURST)]
        for number, at in enumerate(sorted([*spread, *burst])):
            self.agenda.at(at, partial(self._send, self._order(number)))
        for after in _COMMANDS_AT:
            self.agenda.at(BURST_AT + after, self._command)
        self.agenda.at(_LOOKS_EVERY, self._look_again)

    def _order(self, number: int) -> NewDelivery:
        shop = self.chance.choice(_SHOPS)
        if self.chance.random() < _ONE_OFF:
            shop = f"Sender {number}"
        street = self.chance.choice(_STREETS)
        return NewDelivery(
            creation_date=self.clock.now().date(),
            fee=1500,
            sender=Origin(name=shop, address=f"1 {shop} Close", phone_code="234",
                          phone_number="08040000001"),
            receivers=(NewReceiver(
                name=f"Person {number}", address=f"{number + 1} {street}", phone_code="234",
                phone_number=f"0803{number:07}",
                items=(NewItem(description="Food", quantity=1, value=3000),)),),
        )  # fmt: skip

    def _send(self, order: NewDelivery) -> None:
        task: asyncio.Task[object] = asyncio.ensure_future(self.town.shop.create_delivery(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _accept_jobs(self, now: float) -> None:
        """Let each rider tap Accept some while after a job has come."""
        for rider in self.riders:
            for message in rider.messages:
                key = (rider.id, message.message_id)
                if key not in self._accepting and _label(message, "Accept"):
                    self._accepting.add(key)
                    later = now + self.chance.uniform(15, 60)
                    self.agenda.at(later, partial(_press, rider, message, "Accept"))

    # The dispatcher.

    def _command(self) -> None:
        """Type a command, of which only the answer is waited for."""
        self.owner.write("/help")

    def _hear(self, now: float) -> None:
        if len(sounds := self.sounds(self.owner.id)) > self._heard:
            self._heard = len(sounds)
            self.agenda.at(now + _LOOKS_AFTER_SOUND, self._look)

    def _look_again(self) -> None:
        self._look()
        self.agenda.at(self._seconds() + _LOOKS_EVERY, self._look_again)

    def _look(self) -> None:
        """Look at the phone: begin to give out if enough waits, or something for long enough."""
        waiting = self._waiting()
        now = self.clock.now()
        self._waiting_since = (self._waiting_since or now) if waiting else None
        waited = now - self._waiting_since if self._waiting_since else timedelta()
        if not self._is_busy and (waiting >= _ENOUGH or waited >= _LONG_ENOUGH):
            self._is_busy = self._begins = True
            self._go_on()

    def _waiting(self) -> int:
        """Count what waits for a rider, as the chat shows it."""
        for message in reversed(self.owner.messages):
            found = re.search(r"Waiting for a rider: (\d+)", bare(message))
            if found and "Board" in bare(message) and _label(message, "Give out"):
                return int(found[1])
        return sum(_CARD in bare(message) for message in self.owner.messages)

    def _go_on(self) -> None:
        """Tap the next button, and again a moment later, until nothing is left to give out."""
        if self._tap():
            self.figures.taps += 1
            self.agenda.at(self._seconds() + _TAP, self._go_on)
        else:
            self._is_busy = False
            self._waiting_since = None

    def _tap(self) -> bool:
        messages = [each for each in self.owner.messages if each.from_bot and each.buttons]
        newest = list(reversed(messages))
        for pick in (_rider_button, _group_button):
            for message in newest:
                if label := pick(message):
                    return _press(self.owner, message, label)
        begins, self._begins = self._begins, False
        for message in newest:
            if begins and self._waiting() > 1 and _label(message, "Give out"):
                return _press(self.owner, message, "Give out")
        has_board = any(_label(message, "Give out") for message in messages)
        for message in messages:
            if _label(message, "Assign") and (begins or not has_board):
                return _press(self.owner, message, "Assign")
        return False

    # What came of it.

    def calls(self) -> list[ApiCall]:
        return list(self.town.telegram.calls[self._calls_before :])

    def sounds(self, chat_id: int) -> list[ApiCall]:
        """Return what was sent to a chat with a sound."""
        return [
            call
            for call in self.calls()
            if call.method.startswith("send") and call.method != "sendChatAction"
            if call.arguments.get("chat_id") == str(chat_id) and not call.error
            if call.arguments.get("disable_notification") != "true"
        ]

    def longest_wait(self) -> float:
        """Return how long the slowest own command waited for its answer, in seconds."""
        asked = [m.date for m in self.owner.messages if not m.from_bot and m.text == "/help"]
        answers = [c.at for c in self.calls() if "/deliveries" in c.arguments.get("text", "")
                   if c.method == "sendMessage"]  # fmt: skip
        answers = answers[: len(asked)]
        if len(answers) < len(asked):
            return float("inf")
        return max((b - a).total_seconds() for a, b in zip(asked, answers, strict=True))

    async def orders(self) -> int:
        return len([one async for one in open_deliveries(self.town.shop)])

    async def without_rider(self) -> int:
        return sum([one.rider is None async for one in open_deliveries(self.town.shop)])

    async def without_job(self) -> int:
        """Count the orders whose rider has no message of them."""
        told = {rider.first_name: "\n".join(map(bare, rider.messages)) for rider in self.riders}
        missing = 0
        async for one in open_deliveries(self.town.shop):
            name = one.rider.name.split()[0] if one.rider else ""
            missing += one.order_number not in told.get(name, "")
        return missing


def _label(message: ChatMessage, words: str) -> str | None:
    labels = (button.label for row in message.buttons for button in row)
    return next((label for label in labels if words in label), None)


def _labels(message: ChatMessage) -> list[str]:
    return [button.label for row in message.buttons for button in row]


def _rider_button(message: ChatMessage) -> str | None:
    return next((label for label in _labels(message) if _RIDER.search(label)), None)


def _group_button(message: ChatMessage) -> str | None:
    """Choose the group with most orders, and of those the first."""
    found = [(label, int(m[1])) for label in _labels(message) if (m := _GROUP.match(label))]
    return max(found, key=lambda each: each[1])[0] if found else None


def _press(person: LocalUser, message: ChatMessage, label: str) -> bool:
    there = _label(message, label)
    if there is not None and message in person.messages:
        person.press(there, message=message)
        return True
    return False


async def measured() -> list[tuple[str, float, str, float]]:
    """Play the hour; return each figure with its goal, which is the most or the least."""
    clock = ManualClock()
    with tempfile.TemporaryDirectory(prefix="handover-rush-") as folder:
        async with LimitedTown(Path(folder), clock=clock) as town:
            await town.start_bot()
            rush = Rush(town, clock)
            await rush.open()
            await rush.play()
            group = rush.group.id if rush.group else 0
            return [
                ("orders", await rush.orders(), "=", ORDERS),
                ("taps of the dispatcher", rush.figures.taps, "≤", 60),
                ("sounds for the dispatcher", len(rush.sounds(rush.owner.id)), "≤", 25),
                ("sounds in the group", len(rush.sounds(group)), "≤", 25),
                ("longest wait of an own command, s", rush.longest_wait(), "≤", 1),
                ("answers 429", len(town.refused), "≤", 0),
                ("orders without a rider", await rush.without_rider(), "≤", 0),
                ("orders whose rider was not told", await rush.without_job(), "≤", 0),
            ]


def main() -> int:
    logs.configure("ERROR", as_json=False)
    figures = asyncio.run(measured())
    table = Table("", "measured", "goal", "")
    is_met = {"≤": lambda value, goal: value <= goal, "=": lambda value, goal: value == goal}
    met = [is_met[sign](value, goal) for _, value, sign, goal in figures]
    for (name, value, sign, goal), good in zip(figures, met, strict=True):
        table.add_row(name, f"{value:g}", f"{sign} {goal:g}", "met" if good else "missed")
    Console().print(table)
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
