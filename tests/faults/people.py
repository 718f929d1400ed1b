"""People as they are: they press what is offered, and some press again when nothing happens."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from bot.fleet import State
from bot.local_telegram import ChatMessage, LocalUser
from bot.local_telegram.queue import Broadcast
from bot.local_telegram.world import ChatEvent
from tests.faults.parcels import Parcel, Parcels
from tests.faults.reading import asked_code, asked_rider, bare, digest_orders, read_card

PATIENCE = 5.0
_AT_ONCE = 5
_ANSWERS_AT_MOST = 2  # a question that twice led to nothing is left alone
NEXT_STEPS = ("Accept", "I have it", "Picked up", "Delivered")
_NEEDED_FOR = {"pickup": State.IN_TRANSIT, "drop-off": State.DELIVERED}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a chat lets a person do; `key` tells whether it is still the same."""

    key: tuple[object, ...]
    take: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Typed:
    """A code that somebody typed."""

    at: datetime
    chat: int
    message: ChatMessage
    parcel: Parcel
    step: State
    code: str


class Person(ABC):
    """Somebody with a phone. `live` goes on until it is cancelled."""

    at_once = 1
    repeats = True
    """Whether they try again what has led to nothing, once their patience is at its end."""

    def __init__(self, user: LocalUser, parcels: Parcels) -> None:
        self.user = user
        self.parcels = parcels
        self._broadcast = Broadcast()
        self._tried: dict[tuple[object, ...], float] = {}
        self._times: Counter[tuple[object, ...]] = Counter()

    def happened(self, event: ChatEvent) -> None:
        """Look up from whatever else: the chat has changed."""
        if event.chat.id == self.user.id:
            self._broadcast.notify()

    async def live(self) -> None:
        """Do what the chat offers; look again when it changes, and after a while in any case."""
        while True:
            changed, reached = self._broadcast.next(), self.parcels.changed.next()
            self._act()
            await _first(changed, reached)

    @abstractmethod
    def offers(self) -> Iterator[Offer]:
        """Return what there is to do now, the most urgent first."""

    def _act(self) -> None:
        """Take up a few offers; nothing twice in a moment, and what led nowhere last."""
        now = asyncio.get_running_loop().time()
        recent = {key: at for key, at in self._tried.items() if now - at < PATIENCE}
        if self.repeats:
            self._tried = recent
        present = list(self.offers())
        waiting = sum(offer.key in recent for offer in present)
        untried = [offer for offer in present if offer.key not in self._tried]
        for offer in sorted(untried, key=lambda offer: self._times[offer.key]):
            if waiting >= self.at_once:
                return
            waiting += 1
            self._tried[offer.key] = now
            self._times[offer.key] += 1
            offer.take()

    def start_over(self) -> None:
        """Try again what was tried: somebody was asked to, or nothing came of it for too long."""
        self._tried.clear()

    def _button(self, message: ChatMessage, label: str) -> Iterator[Offer]:
        """Offer the press of a button, if the message has it."""
        if any(label in button.label for row in message.buttons for button in row):
            take = partial(self.user.press, label, message=message)
            yield Offer((message.message_id, label, bare(message)), take)


class Dispatcher(Person):
    """Gives every delivery to the rider that is meant for it."""

    at_once = _AT_ONCE

    def __init__(self, user: LocalUser, parcels: Parcels, riders: dict[str, str]) -> None:
        super().__init__(user, parcels)
        self._riders = riders

    def offers(self) -> Iterator[Offer]:
        """Answer open questions first, then open new ones."""
        messages = [message for message in self.user.messages if message.buttons]
        for message in messages:
            yield from self._choice(message)
        for message in messages:
            yield from self._card(message)
            yield from self._digest(message)

    def _choice(self, message: ChatMessage) -> Iterator[Offer]:
        order = asked_rider(bare(message))
        parcel = self.parcels.order(order) if order else None
        if parcel is not None:
            yield from self._button(message, self._wanted(parcel) or "Cancel")

    def _card(self, message: ChatMessage) -> Iterator[Offer]:
        card = read_card(bare(message))
        parcel = self.parcels.order(card.order) if card and card.view == "dispatcher" else None
        if parcel is not None and self._wanted(parcel):
            for label in ("Assign", "Give to another rider"):
                yield from self._button(message, label)

    def _digest(self, message: ChatMessage) -> Iterator[Offer]:
        """Ask for the riders for each order of a digest, by its number."""
        for order in digest_orders(bare(message)):
            parcel = self.parcels.order(order)
            if parcel is not None and parcel.rider is None and self._wanted(parcel):
                take = partial(self.user.write, f"/assign {order}")
                yield Offer((message.message_id, order), take)

    def _wanted(self, parcel: Parcel) -> str | None:
        """Name the rider who should get the parcel now; `None` if it is where it should be."""
        fate = parcel.fate
        if not parcel.state.is_open:
            return None
        if parcel.rider is None:
            return fate.rider
        second = self._riders.get(fate.second_rider or "")
        due = fate.given_away_when in parcel.been and second not in parcel.riders
        return fate.second_rider if due else None


class Rider(Person):
    """Does one thing at a time: answers a question for a code, or takes a parcel's next step."""

    answers_at_most = _ANSWERS_AT_MOST

    def __init__(self, user: LocalUser, parcels: Parcels, typed: list[Typed]) -> None:
        super().__init__(user, parcels)
        self._typed = typed
        self._answered: Counter[int] = Counter()
        self._mistyped: set[tuple[str, State]] = set()

    def offers(self) -> Iterator[Offer]:
        """Answer the newest question; where there is none, press the oldest card's button."""
        questions = [
            message
            for message in self.user.messages
            if self.asks(message) and self._answered[message.message_id] < self.answers_at_most
        ]
        if questions:
            yield from self._answer(questions[-1])
            return
        for message in self.user.messages:
            yield from self._button(message, "I have all")
            card = read_card(bare(message)) if message.buttons else None
            if card is not None and card.view == "rider":
                for step in NEXT_STEPS:
                    yield from self._button(message, step)

    def asks(self, message: ChatMessage) -> bool:
        """Whether a message is a question that waits for an answer."""
        return message.forces_reply

    def _answer(self, question: ChatMessage) -> Iterator[Offer]:
        asked = asked_code(bare(question))
        parcel = self.parcels.order(asked[0]) if asked else None
        if asked is None or parcel is None:
            return
        step = _NEEDED_FOR[asked[1]]
        if (parcel.order, step) in self.parcels.codes:
            yield Offer((question.message_id, step), partial(self._type, question, parcel, step))

    def _type(self, question: ChatMessage, parcel: Parcel, step: State) -> None:
        self._answered[question.message_id] += 1
        code = self._code(parcel, step)
        now = datetime.now(UTC)
        message = self.user.write(code)
        self._typed.append(Typed(now, self.user.id, message, parcel, step, code))

    def _code(self, parcel: Parcel, step: State) -> str:
        """Read the code from the text message; some people misread it the first time."""
        right, what = self.parcels.codes[parcel.order, step], (parcel.order, step)
        if step in parcel.fate.mistyped and what not in self._mistyped:
            self._mistyped.add(what)
            return mistyped(right)
        return right


def mistyped(code: str) -> str:
    """Return a code with its last digit wrong."""
    return code[:-1] + str((int(code[-1]) + 1) % 10)


async def _first(*events: asyncio.Event) -> None:
    """Return when one of the events happens, or when somebody's patience is at its end."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
