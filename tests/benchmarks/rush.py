"""An hour with 80 orders for one dispatcher, and what becomes of them until the last is delivered.

    python -m tests.benchmarks.rush [--in-group]

A local Telegram with its limits on, a clock that is stepped, 15 riders who accept what they get,
fetch and deliver it with codes, of which some are typed wrong first, six shops and some who send
one parcel, and 20 of the orders within one minute. One of the shops has a group, and a third of the
customers are in the chat. The dispatcher looks at the phone now and then, and presses buttons only:
those of the private chat, or with `--in-group` those of the dispatchers' group alone, where a rider
and somebody from outside read along. The end tells what each reader was sent, and what those two
saw of anybody. It ends with 1 if a goal is missed.
"""

import argparse
import asyncio
import heapq
import itertools
import random
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot import logs
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import (
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    StatusToken,
)
from bot.local_telegram import ChatEvent, ChatMessage, LocalGroup, LocalUser
from bot.local_telegram.world import ApiCall
from bot.service.operations.enrolment import register_rider
from bot.service.vocabulary import State
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
_SURELY_WAITS = 3.0

_TAP = 2.0
_LOOKS_EVERY = 60.0
_LOOKS_AFTER_SOUND = 20.0
_ENOUGH, _LONG_ENOUGH = 5, timedelta(minutes=5)
_COMMANDS_AT = (4.0, 15.0, 30.0, 45.0)

_WITH_GROUP = "Ada's Kitchen"
_EACH_IN_CHAT = 3
_WRONG = 0.15
_RIDERS_LOOK_EVERY = 20.0
_BETWEEN_STOPS = 45.0
_TYPES_AFTER = 5.0
_TRIES_AGAIN_AFTER = 120.0
_ANSWERS_AFTER = 40.0
_SENDER = "+2348040000001"
_LATEST = HOUR + 5400

_GROUP = re.compile(r"^[🏪🏁⏳] .* · (\d+)$")
_CODE = re.compile(r"code: (\w+)")
_RIDER = re.compile(r" · \d+ open")
_CARD = "🆕 Waiting for a rider\n"
_HELP = ("Write to me as to a person", "What you can do here")
_ON_BOARD = re.compile(r"(?:Waiting for a rider|New): (\d+)")


@dataclass(frozen=True, slots=True)
class Stop:
    """What a rider does with a parcel next, and within how many seconds."""

    button: str
    command: str
    within: tuple[float, float]


_STOPS = {
    State.ORDER_ACCEPTED: Stop("Picked up", "/pickup", (120.0, 480.0)),
    State.IN_TRANSIT: Stop("Delivered", "/dropoff", (180.0, 600.0)),
}


_PARCELS = """
SELECT deliveries.number, deliveries.state, coalesce(riders.name, '')
FROM deliveries LEFT JOIN riders ON riders.uuid = deliveries.rider_uuid
WHERE deliveries.state != 'Cancelled'
"""


@dataclass(frozen=True, slots=True)
class Parcel:
    """An order as the fleet service has it, with the rider's name, if there is one."""

    number: str
    state: State
    rider: str


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
    """One hour in a town, and what follows from it."""

    def __init__(self, town: LimitedTown, clock: ManualClock, *, in_group: bool = False) -> None:
        self.town, self.clock, self.owner, self.in_group = town, clock, town.owner, in_group
        self.chance = random.Random(_SEED)
        self.agenda = Agenda()
        self.figures = Figures()
        self.riders: list[LocalUser] = []
        self.customers: dict[str, LocalUser] = {}
        self.cook = town.telegram.add_user("Chidi")
        self.stranger = town.telegram.add_user("Eve")
        self.group = town.telegram.add_group("Dispatch", [town.owner, self.stranger, town.account])
        self.seen_by_all: list[str] = []
        town.telegram.listeners.append(self._read_along)
        self.shops_group = town.telegram.add_group(
            _WITH_GROUP, [town.owner, self.cook, town.account]
        )
        self.told: set[str] = set()
        self.began: datetime = clock.now()
        self._tasks: set[asyncio.Task[object]] = set()
        self._calls_before = 0
        self._heard = 0
        self._is_busy = False
        self._begins = False
        self._pressing: set[tuple[int, int]] = set()
        self._planned: dict[tuple[str, State], float] = {}
        self._free_at: dict[str, float] = {}
        self._are_all_over = False
        self._waiting_since: datetime | None = None

    # The town.

    async def open(self) -> None:
        hired = [await self._hire(number) for number in range(RIDERS)]
        for person in hired:
            await self._shares_phone(person)
            self.riders.append(person)
        self.owner.write("/start")
        await self.town.idle()
        self.owner.write("/bind", chat=self.group)
        await self.town.idle()
        await self._bind_shop()
        for number in range(0, ORDERS, _EACH_IN_CHAT):
            self.customers[_phone(number)] = customer = self.town.telegram.add_user(
                f"Person {number}", phone=_phone(number)
            )
            await self._shares_phone(customer)
        self.group.join(self.riders[0])
        self._write("/board")
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

    async def _shares_phone(self, person: LocalUser) -> None:
        person.write("/start")
        await self.town.idle()
        person.press("Share my phone number")
        await self.town.idle()

    async def _bind_shop(self) -> None:
        """Give a shop its group: it has sent an order before, which came to nothing."""
        (made,) = await self.town.shop.create_delivery(self._order(ORDERS, _WITH_GROUP))
        await self.town.idle()
        self.owner.write("/shop", chat=self.shops_group)
        await self.town.idle()
        self.owner.press(_WITH_GROUP)
        await self.town.idle()
        await self.town.shop.update_status(made.uuid, StatusToken.CANCELLED, note="No goods")
        await self.town.idle()

    async def play(self) -> None:
        """Let the hour go by, and what follows until the last parcel is delivered."""
        self._plan()
        while (now := self._seconds()) < _LATEST and not self._are_all_over:
            self.agenda.act(now)
            await self._settle()
            self._accept_jobs(now)
            self._answer_others(now)
            self._hear(now)
            self.clock.advance(timedelta(seconds=self._step(now, _LATEST)))
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
        """Let everything be done that is due now.

        A second message of one answer waits for room in its chat while nothing rests: where that
        is all that goes on, the clock goes on as well.
        """
        if self._tasks:
            await asyncio.gather(*self._tasks)
        resting = asyncio.ensure_future(Town.idle(self.town))
        while not (await asyncio.wait({resting}, timeout=_SURELY_WAITS))[0]:
            self.clock.advance(timedelta(seconds=1))
        await resting

    def _plan(self) -> None:
        spread = [self.chance.uniform(0, HOUR - 60) for _ in range(ORDERS - IN_BURST)]
        burst = [BURST_AT + self.chance.uniform(0, BURST) for _ in range(IN_BURST)]
        for number, at in enumerate(sorted([*spread, *burst])):
            self.agenda.at(at, partial(self._send, self._order(number)))
        for after in _COMMANDS_AT:
            self.agenda.at(BURST_AT + after, self._command)
        self.agenda.at(_LOOKS_EVERY, self._look_again)
        self.agenda.at(_RIDERS_LOOK_EVERY, self._riders_look)

    def _order(self, number: int, shop: str = "") -> NewDelivery:
        if not shop:
            is_one_off = self.chance.random() < _ONE_OFF
            shop = f"Sender {number}" if is_one_off else self.chance.choice(_SHOPS)
        street = self.chance.choice(_STREETS)
        return NewDelivery(
            creation_date=self.clock.now().date(),
            fee=1500,
            sender=Origin(name=shop, address=f"1 {shop} Close", phone_code="234",
                          phone_number="08040000001"),
            receivers=(NewReceiver(
                name=f"Person {number}", address=f"{number + 1} {street}", phone_code="234",
                phone_number=_phone(number).replace("+234", "0"),
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
                if key not in self._pressing and _label(message, "Accept"):
                    self._pressing.add(key)
                    later = now + self.chance.uniform(15, 60)
                    self.agenda.at(later, partial(_press, rider, message, "Accept"))

    def _riders_look(self) -> None:
        """Plan the next stop for every parcel that a rider has taken on, or has picked up."""
        parcels = self.parcels()
        delivered = sum(one.state is State.DELIVERED for one in parcels)
        self._are_all_over = delivered == ORDERS
        for rider in self.riders:
            words = "\n".join(map(bare, rider.messages))
            for one in parcels:
                if one.rider.startswith(rider.first_name):
                    self.told |= {one.number} if one.number in words else set()
                    if one.state in _STOPS:
                        self._plan_stop(one, rider)
        self.agenda.at(self._seconds() + _RIDERS_LOOK_EVERY, self._riders_look)

    def _plan_stop(self, one: Parcel, rider: LocalUser) -> None:
        """Let the rider press a button and type the code; where that failed, all in one line."""
        now, key, stop = self._seconds(), (one.number, one.state), _STOPS[one.state]
        code = self._code(one)
        if key in self._planned:
            if now < self._planned[key] + _TRIES_AGAIN_AFTER:
                return
            at, words = now, [f"{stop.command} {one.number} {code}"]
        else:
            dice = random.Random(f"{_SEED} {one.number} {one.state}")
            at = max(now + dice.uniform(*stop.within), self._free_at.get(rider.first_name, 0.0))
            wrong = "0000" if code != "0000" else "1111"
            words = [wrong, code] if dice.random() < _WRONG else [code]
            self.agenda.at(at, partial(_press_for, rider, one.number, stop.button))
        for number, each in enumerate(words, start=1):
            self.agenda.at(at + number * _TYPES_AFTER, partial(rider.write, each))
        self._planned[key] = at
        self._free_at[rider.first_name] = at + _BETWEEN_STOPS

    def _code(self, one: Parcel) -> str:
        """Return the code that was told for a parcel's next stop."""
        to_sender = one.state is State.ORDER_ACCEPTED
        texts = (sms.text for sms in self.town.sms.messages if (sms.phone == _SENDER) == to_sender)
        return next(_CODE.findall(each)[0] for each in texts if f"(delivery {one.number})" in each)

    # The shop with a group, and the customers.

    def _answer_others(self, now: float) -> None:
        """Let the shop say when an order is ready, and customers give their stars."""
        for message in self.shops_group.messages:
            self._press_once(self.cook, message, "10 min", now)
        for customer in self.customers.values():
            for message in customer.messages:
                self._press_once(customer, message, "5 ⭐", now)

    def _press_once(self, person: LocalUser, message: ChatMessage, label: str, now: float) -> None:
        key = (person.id, message.message_id)
        if key not in self._pressing and _label(message, label):
            self._pressing.add(key)
            self.agenda.at(now + _ANSWERS_AFTER, partial(_press, person, message, label))

    # The dispatcher.

    def _command(self) -> None:
        """Type a command, of which only the answer is waited for."""
        self._write("/help")

    def _write(self, text: str) -> None:
        self.owner.write(text, chat=self.group if self.in_group else None)

    @property
    def desk(self) -> list[ChatMessage]:
        """The chat from which the orders are given out, as the dispatcher sees it."""
        return self.owner.sees(self.group) if self.in_group else self.owner.messages

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
        for message in reversed(self.desk):
            found = _ON_BOARD.search(bare(message))
            if found and _label(message, "Give out"):
                return int(found[1])
        return sum(_CARD in bare(message) for message in self.desk)

    def _go_on(self) -> None:
        """Tap the next button, and again a moment later, until nothing is left to give out."""
        if self._tap():
            self.figures.taps += 1
            self.agenda.at(self._seconds() + _TAP, self._go_on)
        else:
            self._is_busy = False
            self._waiting_since = None

    def _tap(self) -> bool:
        messages = [each for each in self.desk if each.from_bot and each.buttons]
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
        """Return what was sent to a chat with a sound; in a group, for all who are in it."""
        return [
            call
            for call in self.calls()
            if call.arguments.get("chat_id") == str(chat_id)
            if _is_message(call) and _has_sound(call)
            if chat_id > 0 or "ephemeral_message_parameters" not in call.arguments
        ]

    def longest_wait(self) -> float:
        """Return how long the slowest own command waited for its answer, in seconds."""
        asked = [m.date for m in self.desk if not m.from_bot and m.text == "/help"]
        answers = [c.at for c in self.calls() if c.method == "sendMessage"
                   if any(words in c.arguments.get("text", "") for words in _HELP)]  # fmt: skip
        answers = answers[: len(asked)]
        if len(answers) < len(asked):
            return float("inf")
        return max((b - a).total_seconds() for a, b in zip(asked, answers, strict=True))

    def parcels(self) -> list[Parcel]:
        """Return every order of the hour; asked for over HTTP, they would take most of the time."""
        with closing(sqlite3.connect(self.town.folder / "fleet.db")) as database:
            found = database.execute(_PARCELS).fetchall()
        return [Parcel(str(number), State(state), rider) for number, state, rider in found]

    def _read_along(self, event: ChatEvent) -> None:
        """Note what the others in the dispatchers' group see, at every moment."""
        if event.chat is self.group and event.message.only_for is None:
            self.seen_by_all.append(" ".join([bare(event.message), *_labels(event.message)]))

    def personal_seen_by_all(self) -> list[str]:
        """Return what the others in the group saw of a customer, a shop, a rider or a code.

        A first name and a street without its number may stand there.
        """
        codes = {code for sms in self.town.sms.messages for code in _CODE.findall(sms.text)}
        numbers = {one.number for one in self.parcels()}
        personal = re.compile(
            "|".join(
                (
                    r"Person \d|Sender \d|Bello|NGN|₦|80[234]\d{5,}",
                    rf"\d (?:{'|'.join(_STREETS)})",
                    *_SHOPS,
                    *(rf"\b{code}\b" for code in codes - numbers),
                )
            )
        )
        return [text for text in self.seen_by_all if personal.search(text)]

    def customers_not_told(self) -> int:
        """Count the customers in the chat who have not heard that the parcel has come."""
        return sum(
            not any("was delivered" in bare(message) for message in customer.messages)
            for customer in self.customers.values()
        )

    def readers(self) -> dict[str, set[str]]:
        """Return the chats of each kind of reader."""
        chats: dict[str, Sequence[LocalUser | LocalGroup]] = {
            "the dispatcher": [self.owner],
            "the dispatchers' group": [self.group],
            "a shop's group": [self.shops_group],
            f"{len(self.riders)} riders": self.riders,
            f"{len(self.customers)} customers": [*self.customers.values()],
        }
        return {name: {str(chat.id) for chat in each} for name, each in chats.items()}


def _phone(number: int) -> str:
    return f"+234803{number:07}"


def _press_for(person: LocalUser, order: str, label: str) -> None:
    """Press the newest button with this label under what tells of an order, if there is any."""
    for message in reversed(person.messages):
        if order in bare(message) and _press(person, message, label):
            return


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
    if there is not None and message in person.sees(message.chat):
        person.press(there, message=message)
        return True
    return False


Figure = tuple[str, float, str, float]
"""What is measured, how much it is, and the most or the least that it should be."""


async def measured(*, in_group: bool) -> tuple[list[Figure], Table]:
    """Play the hour and what follows; return the figures, and what each reader was sent."""
    clock = ManualClock()
    with tempfile.TemporaryDirectory(prefix="handover-rush-") as folder:
        async with LimitedTown(Path(folder), clock=clock) as town:
            await town.start_bot()
            rush = Rush(town, clock, in_group=in_group)
            await rush.open()
            await rush.play()
            parcels = rush.parcels()
            delivered = sum(one.state is State.DELIVERED for one in parcels)
            leaks = rush.personal_seen_by_all()
            figures: list[Figure] = [
                ("orders", len(parcels), "=", ORDERS),
                ("orders delivered", delivered, "=", ORDERS),
                ("taps of the dispatcher", rush.figures.taps, "≤", 60),
                ("sounds for the dispatcher", len(rush.sounds(rush.owner.id)), "≤", 25),
                ("sounds in the group", len(rush.sounds(rush.group.id)), "≤", 25),
                ("longest wait of an own command, s", rush.longest_wait(), "≤", 1),
                ("answers 429", len(town.refused), "≤", 0),
                ("orders without a rider", sum(not one.rider for one in parcels), "≤", 0),
                ("orders whose rider was not told", len(parcels) - len(rush.told), "≤", 0),
                ("customers who did not hear the end", rush.customers_not_told(), "≤", 0),
                ("words of anybody that all in the group saw", len(leaks), "≤", 0),
            ]
            return figures, sent_table(rush.calls(), rush.readers())


def sent_table(calls: Sequence[ApiCall], readers: dict[str, set[str]]) -> Table:
    """Count what each reader was sent; answers to presses are nobody's message, and in the sum."""
    table = Table("", "calls", "messages", "with a sound", "edits", "deletions")
    for name, chats in [*readers.items(), ("all, with answers", None)]:
        there = [call for call in calls if chats is None or call.arguments.get("chat_id") in chats]
        messages = [call for call in there if _is_message(call)]
        counts = Counter(call.method.partition("Message")[0] for call in there)
        table.add_row(
            name,
            *map(str, (len(there), len(messages), sum(map(_has_sound, messages)))),
            *(str(counts[verb]) for verb in ("edit", "delete")),
        )
    return table


def _is_message(call: ApiCall) -> bool:
    return call.method.startswith("send") and call.method != "sendChatAction" and not call.error


def _has_sound(call: ApiCall) -> bool:
    return call.arguments.get("disable_notification") != "true"


def main() -> int:
    parser = argparse.ArgumentParser(description="An hour with 80 orders for one dispatcher.")
    parser.add_argument("--in-group", action="store_true", help="give them out in a group alone")
    options = parser.parse_args()
    logs.configure("ERROR", as_json=False)
    figures, sent = asyncio.run(measured(in_group=options.in_group))
    table = Table("", "measured", "goal", "")
    is_met = {"≤": lambda value, goal: value <= goal, "=": lambda value, goal: value == goal}
    met = [is_met[sign](value, goal) for _, value, sign, goal in figures]
    for (name, value, sign, goal), good in zip(figures, met, strict=True):
        table.add_row(name, f"{value:g}", f"{sign} {goal:g}", "met" if good else "missed")
    console = Console()
    console.print(table)
    console.print(sent)
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
