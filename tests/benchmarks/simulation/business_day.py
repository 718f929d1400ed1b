"""A business's day in simulated time: from what is ordered to the last message of it."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.actions.notice_kinds import Urgency
from tests.benchmarks.simulation.agenda import HOUR, Agenda, Resource
from tests.benchmarks.simulation.business import RUSH, Business, Life, Readers, kind_of
from tests.benchmarks.simulation.delays import JOBS, Waited, message
from tests.benchmarks.simulation.life import Form, Step, Told
from tests.benchmarks.simulation.prices import Prices
from tests.benchmarks.simulation.sender import Notice, Sender
from tests.benchmarks.simulation.telegram_limits import TelegramLimits
from tests.benchmarks.simulation.turns import Turns

_ALLOWED = {"group": 20 * 60, "private chat": HOUR}
"""Messages an hour that Telegram takes in one chat."""
_ALLOWED_ALL = 30 * HOUR
# Committed before it is answered, claimed, and ended with what follows from it; a request is also
# begun and settled by itself.
_INTAKE, _CLAIM, _SETTLE, _REQUEST = 1, 1, 1, 4
_ASKED_OF_FLEET = 3
_NEARLY_ALL = 0.99


@dataclass(frozen=True, slots=True)
class Machines:
    """How many processes work for a token, and whether it shares its database with others.

    More than one process, or `others`, take PostgreSQL. `others` is how much of it they use in the
    busiest hour; in any hour they slow it down as a queue with random arrivals does.
    """

    replicas: int = 1
    others: float | None = None

    def transaction(self, prices: Prices, hour: int) -> float:
        """Return how long one takes at that time of the day."""
        if self.replicas == 1 and self.others is None:
            return prices.transaction
        return prices.shared_transaction / (1 - min(self._used(hour), _NEARLY_ALL))

    def _used(self, hour: int) -> float:
        return (self.others or 0.0) * RUSH[hour % len(RUSH)] / max(RUSH)


@dataclass(slots=True)
class DayFigures:
    """What came of a day. `loads` are the shares of their busiest hour that things worked.

    Of what was asked of Telegram it has `refused` so much with 429.
    `cores` and `database` are so the shares of all processes together, and of the database.
    """

    delays: dict[Waited, list[float]]
    posted: int = 0
    ended: int = 0
    refused: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    loads: dict[str, float] = field(default_factory=dict)
    cores: float = 0.0
    database: float = 0.0


class BusinessDay:
    """The bot of one business while its deliveries go their ways."""

    def __init__(
        self,
        readers: Readers,
        prices: Prices,
        machines: Machines | None = None,
        *,
        chance: random.Random | None = None,
        turns: Turns | None = None,
    ) -> None:
        self._readers = readers
        self._prices = prices
        self._machines = machines or Machines()
        self._chance = chance or random.Random(7)
        self._agenda = Agenda()
        self._processes = [Resource(self._agenda) for _ in range(self._machines.replicas)]
        self._database = Resource(self._agenda)
        self._limits = TelegramLimits()
        self._sender = Sender(
            self._agenda,
            self._processes[0],
            self._database,
            prices,
            self._transaction,
            turns or Turns(),
            self,
            self._chance,
            self._limits,
        )
        self._waits: defaultdict[tuple[Urgency, int], list[float]] = defaultdict(list)
        self._work: defaultdict[Waited, list[float]] = defaultdict(list)
        self._in_hour: Counter[tuple[int, int]] = Counter()
        self._figures = DayFigures({})
        self._jobs = 0

    def run(self, lives: Iterable[Life], *, until: float = math.inf) -> DayFigures:
        """Let everything happen that becomes of these deliveries, and be told."""
        for life in lives:
            self._agenda.at(life.begun, self._happen, life.delivery, life.steps)
        self._agenda.run(until)
        return self._reckoned()

    def _happen(self, delivery: int, steps: tuple[Step, ...]) -> None:
        step, *rest = steps
        self._take_in(delivery, step)
        if rest:
            wait = self._chance.expovariate(1 / rest[0].after) if rest[0].after else 0.0
            self._agenda.at(self._agenda.now + wait, self._happen, delivery, tuple(rest))

    def _take_in(self, delivery: int, step: Step) -> None:
        if step.updates:
            at = self._worked("update", step.updates * self._prices.update, step.updates)
            then = self._ask_fleet if step.requests else self._tell
            self._agenda.at(at, then, delivery, step)
        else:
            at = self._worked("webhook", step.webhooks * self._prices.webhook, step.webhooks)
            self._agenda.at(at, self._tell, delivery, step)

    def _transaction(self) -> float:
        return self._machines.transaction(self._prices, int(self._agenda.now // HOUR))

    def _worked(self, what: str, seconds: float, jobs: int) -> float:
        """Return when something that came now will have been worked off."""
        self._jobs += 1
        process = self._processes[self._jobs % len(self._processes)]
        asked = jobs * (_INTAKE + _CLAIM + _SETTLE) * self._transaction()
        at = max(process.take(seconds), self._database.take(asked))
        self._work[Waited(what, JOBS)].append(at - self._agenda.now)
        return at

    def _ask_fleet(self, delivery: int, step: Step) -> None:
        """Erase at once what a person has typed or pressed, and ask the fleet service."""
        self._say(delivery, [told for told in step.told if told.form is Form.ERASE])
        process = self._processes[self._jobs % len(self._processes)]
        self._database.take(step.requests * _REQUEST * self._transaction())
        worked = process.take(step.requests * self._prices.request)
        answered = worked + _ASKED_OF_FLEET * self._prices.fleet
        self._agenda.at(answered, self._tell_what_came_of_it, delivery, step)

    def _tell_what_came_of_it(self, delivery: int, step: Step) -> None:
        if step.webhooks:
            self._worked("webhook", step.webhooks * self._prices.webhook, step.webhooks)
        self._say(delivery, [told for told in step.told if told.form is not Form.ERASE])

    def _tell(self, delivery: int, step: Step) -> None:
        self._say(delivery, step.told)

    def _say(self, delivery: int, told: Iterable[Told]) -> None:
        chats = self._readers.chats(delivery)
        for each in told:
            for chat in chats[each.reader]:
                for echo in range(1 + each.echoes):
                    self._figures.posted += 1
                    self._sender.post(chat, delivery, each.form, each.urgency, echo=echo > 0)

    def sent(self, notice: Notice, now: float, *, asked: bool) -> None:
        self._figures.ended += 1
        self._waits[notice.urgency, notice.chat].append(now - notice.posted)
        if asked:
            self._figures.requests[kind_of(notice.chat)] += 1
            self._in_hour[int(now // HOUR), notice.chat] += notice.writes

    def _reckoned(self) -> DayFigures:
        found: defaultdict[Waited, list[float]] = defaultdict(list, self._work)
        for (urgency, chat), waits in self._waits.items():
            found[message(urgency, kind_of(chat))].extend(waits)
        self._figures.delays = dict(found)
        self._figures.refused = self._limits.refused
        self._figures.cores = sum(process.busiest_hour for process in self._processes)
        self._figures.database = self._database.busiest_hour
        self._figures.loads = {**self._loads(), **self._chat_loads()}
        return self._figures

    def _loads(self) -> dict[str, float]:
        hours: Counter[int] = Counter()
        for (hour, _), messages in self._in_hour.items():
            hours[hour] += messages
        others = [process.busiest_hour for process in self._processes[1:]]
        return {
            "the token (30 a second)": max(hours.values(), default=0) / _ALLOWED_ALL,
            "the process that sends": self._processes[0].busiest_hour,
            "another process": max(others, default=0.0),
            "the database": self._database.busiest_hour,
        }

    def _chat_loads(self) -> dict[str, float]:
        busiest = {"group": 0, "private chat": 0}
        for (_, chat), messages in self._in_hour.items():
            kind = "group" if chat < 0 else "private chat"
            busiest[kind] = max(busiest[kind], messages)
        return {
            "the group (20 a minute)": busiest["group"] / _ALLOWED["group"],
            "the busiest private chat (1 a second)": busiest["private chat"]
            / _ALLOWED["private chat"],
        }


def a_day_of(
    business: Business, prices: Prices, machines: Machines | None = None, seed: int = 7
) -> DayFigures:
    """Let the day of a business go by; the same one for the same seed."""
    chance = random.Random(seed)
    return BusinessDay(business, prices, machines, chance=chance).run(business.lives(chance))
