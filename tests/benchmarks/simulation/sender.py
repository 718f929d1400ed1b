"""The sender in simulated time: so many notices in hand at once, each sent when it is its turn."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice, takewhile
from typing import Protocol

from bot.actions.notice_kinds import Urgency
from bot.telegram.connection import CONNECTIONS
from tests.benchmarks.simulation.agenda import Agenda, Resource
from tests.benchmarks.simulation.life import Form
from tests.benchmarks.simulation.prices import Prices
from tests.benchmarks.simulation.telegram_limits import TelegramLimits
from tests.benchmarks.simulation.turns import Turns

_CLAIM, _FINISH, _DEFER = 1, 2, 1
"""Transactions of the database: a claim; what is shown is read, and then it is ended; later."""

_HAD_TO_WAIT = 1.0
_TIMER_SECONDS = 0.001
"""How much later than it should a timer rings: what has come due by then is claimed together."""

Lane = tuple[int, str, int]


@dataclass(slots=True, eq=False)
class Notice:
    """A notice, whose place among those that are ready counts as long as `place` is the same.

    What waits `behind` it, and is shown by it already, ends with it.
    """

    number: int
    chat: int
    lane: Lane
    form: Form
    urgency: Urgency
    posted: float
    due: float
    place: int = 0
    behind: Sequence["Notice"] = ()

    @property
    def writes(self) -> bool:
        return self.form is not Form.ERASE


class Watch(Protocol):
    """Who is told when a notice has ended, and whether anything was asked of Telegram for it."""

    def sent(self, notice: Notice, now: float, *, asked: bool) -> None: ...


class Sender:
    """Sends what is posted; nothing else is known of a chat than its number."""

    def __init__(
        self,
        agenda: Agenda,
        process: Resource,
        database: Resource,
        prices: Prices,
        transaction: Callable[[], float],
        turns: Turns,
        watch: Watch,
        chance: random.Random,
        limits: TelegramLimits,
    ) -> None:
        self._agenda = agenda
        self._process = process
        self._database = database
        self._prices = prices
        self._transaction = transaction
        self._turns = turns
        self._watch = watch
        self._chance = chance
        self._limits = limits
        self._numbers = count(1)
        self._room = CONNECTIONS
        self._ready: list[tuple[Urgency, float, int, int, Notice]] = []
        self._lanes: dict[Lane, deque[Notice]] = {}
        self._versions: dict[Lane, int] = {}
        self._shown: dict[Lane, int] = {}
        self._in_chats: dict[int, deque[Notice]] = {}

    def post(self, chat: int, delivery: int, form: Form, urgency: Urgency, *, echo: bool) -> None:
        """Add a notice; with `echo` nothing looks otherwise than the one before it."""
        now = self._agenda.now
        lane = (chat, _THREADS[form], 0 if form in _OF_THE_CHAT else delivery)
        notice = Notice(next(self._numbers), chat, lane, form, urgency, now, now)
        if form is Form.CARD and not echo:
            self._versions[lane] = self._versions.get(lane, 0) + 1
        waiting = self._lanes.setdefault(lane, deque())
        self._hurry(waiting, urgency)
        waiting.append(notice)
        if waiting[0] is notice:
            self._wait(notice)
        self._look()

    def _hurry(self, waiting: deque[Notice], urgency: Urgency) -> None:
        """Let what waits before a notice be as urgent as it is."""
        if urgency is Urgency.REFRESH:
            return
        for notice in waiting:
            is_held = notice is waiting[0] and notice.place < 0
            if notice.urgency > urgency and not is_held:
                notice.urgency, notice.due = urgency, self._agenda.now
                if notice is waiting[0]:
                    self._wait(notice)

    def _wait(self, notice: Notice) -> None:
        """Let the first of a lane wait until it is due."""
        notice.place = next(self._numbers)
        if notice.due <= self._agenda.now:
            self._make_ready(notice, notice.place)
        else:
            self._agenda.at(notice.due, self._come_due, notice, notice.place)

    def _come_due(self, notice: Notice, place: int) -> None:
        if notice.place == place:
            self._make_ready(notice, place)
            self._agenda.at(self._agenda.now + _TIMER_SECONDS, self._look)

    def _make_ready(self, notice: Notice, place: int) -> None:
        heappush(self._ready, (notice.urgency, notice.due, notice.number, place, notice))

    def _look(self) -> None:
        """Claim what is due while there is room for it, what is most urgent first."""
        while self._room and self._ready:
            *_, place, notice = heappop(self._ready)
            if notice.place == place:
                notice.place = -1
                self._room -= 1
                claimed = self._database.take(_CLAIM * self._transaction())
                self._agenda.at(claimed, self._begin, notice)

    def _begin(self, notice: Notice) -> None:
        if self._has_to_wait(notice):
            return
        behind = self._in_chats.get(notice.chat)
        if notice.writes and behind is not None:
            behind.append(notice)
        else:
            self._enter(notice)

    def _has_to_wait(self, notice: Notice) -> bool:
        """Tell whether it is not its turn yet; then it waits, and not in a slot."""
        until = self._turns.asked(notice, self._agenda.now)
        if until is None:
            return False
        notice.due = until
        self._database.take(_DEFER * self._transaction())
        self._room += 1
        self._wait(notice)
        self._look()
        return True

    def _enter(self, notice: Notice) -> None:
        if notice.writes:
            self._in_chats.setdefault(notice.chat, deque())
        notice.behind = self._shown_by(notice)
        if self._is_shown(notice):
            self._leave(notice)
            self._finish(notice, asked=False)
        else:
            self._agenda.at(self._process.take(self._prices.message), self._request, notice)

    def _shown_by(self, notice: Notice) -> Sequence[Notice]:
        """Return the changes of a card behind one that had to wait (`workers.coalescing`)."""
        if notice.form is not Form.CARD or self._agenda.now - notice.posted < _HAD_TO_WAIT:
            return ()
        behind = islice(self._lanes[notice.lane], 1, None)
        return list(takewhile(lambda each: each.form is Form.CARD, behind))

    def _is_shown(self, notice: Notice) -> bool:
        lane = notice.lane
        return notice.form is Form.CARD and self._shown.get(lane, 0) == self._versions[lane]

    def _request(self, notice: Notice) -> None:
        if self._has_to_wait(notice):
            self._leave(notice)
            return
        self._turns.begin(notice)
        if notice.form is Form.CARD:
            self._shown[notice.lane] = self._versions[notice.lane]
        self._send_away(notice)
        late = self._chance.expovariate(1.0) * self._prices.spread
        answered = self._agenda.now + self._prices.telegram + late
        if notice.writes:  # Telegram counts it some time before its answer is here
            counted = self._chance.uniform(self._agenda.now, answered - self._prices.telegram)
            self._agenda.at(counted, self._count, notice)
        self._agenda.at(answered, self._answered, notice)

    def _count(self, notice: Notice) -> None:
        self._limits.count(notice.chat, self._agenda.now)

    def _send_away(self, notice: Notice) -> None:
        """Let those who wait in the chat come again when it is their turn."""
        if notice.writes:
            behind = self._in_chats[notice.chat]
            staying = [each for each in behind if not self._has_to_wait(each)]
            behind.clear()
            behind.extend(staying)

    def _answered(self, notice: Notice) -> None:
        self._turns.end(notice, self._agenda.now - self._prices.telegram)
        self._leave(notice)
        self._finish(notice, asked=True)

    def _leave(self, notice: Notice) -> None:
        if not notice.writes:
            return
        behind = self._in_chats[notice.chat]
        if behind:
            self._enter(behind.popleft())
        else:
            del self._in_chats[notice.chat]

    def _finish(self, notice: Notice, *, asked: bool) -> None:
        ended = self._database.take(_FINISH * self._transaction())
        self._agenda.at(ended, self._end, notice, asked)

    def _end(self, notice: Notice, asked: bool) -> None:
        self._watch.sent(notice, self._agenda.now, asked=asked)
        waiting = self._lanes[notice.lane]
        waiting.popleft()
        for shown in notice.behind:
            waiting.popleft()
            self._watch.sent(shown, self._agenda.now, asked=False)
        if waiting:
            self._wait(waiting[0])
        else:
            del self._lanes[notice.lane]
        self._room += 1
        self._look()


_THREADS = {
    Form.CARD: "card",
    Form.PROMPT: "card",
    Form.SAY: "said",
    Form.REPLY: "answers",
    Form.ERASE: "erased",
}
_OF_THE_CHAT = frozenset({Form.REPLY, Form.ERASE})
