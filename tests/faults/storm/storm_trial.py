"""One storm: people work, everything goes wrong, and what came of it is judged."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.demo.telegram.queue import Broadcast
from bot.demo.town import Mode
from tests.faults.chatlog import ChatLog
from tests.faults.people import Person
from tests.faults.plan import Fate, draw_fates
from tests.faults.storm.fleet_truth import FleetTruth
from tests.faults.storm.private_data import PrivateData
from tests.faults.storm.silence import handed
from tests.faults.storm.storm_cast import Enrolment, StormCast, come_together
from tests.faults.storm.storm_checks import findings
from tests.faults.storm.storm_evidence import StormEvidence
from tests.faults.storm.storm_nemesis import WISHED, StormNemesis
from tests.faults.storm.storm_office import StormOffice
from tests.faults.storm.storm_people import StormCustomer, StormDispatcher, StormRider
from tests.faults.storm.storm_report import StormReport
from tests.faults.storm.storm_town import DatabaseUrl, StormTown
from tests.faults.storm.strikes import StrikeLog

_AT_ONCE = 3
_GUST = 5
"""Volleys in quick succession; then comes a lull, in which people must be answered."""

_PAUSE_SECONDS = (0.1, 0.8)
_ASK_SECONDS = 1.5
_LOOK_SECONDS = 1.0
_TOO_MANY = 429
# The service tries a webhook again after 1, 5 and 15 minutes; its clock is ours.
_FLEET_PAUSES = (61.0, 301.0, 901.0)


@dataclass(frozen=True, slots=True)
class StormSettings:
    """How hard a storm is: how many faults, of which kinds; how many orders are under way at once.

    Each order changes five times, in the cards of two groups that take 20 messages a minute.

    After the last fault people have `finishing` seconds to bring everything to its end, and then
    the bot `settling` seconds until everything must be right but what is `expected`, by its check.
    """

    faults: int
    seed: int
    kinds: Sequence[str] = ()
    without: Sequence[str] = ()
    at_once: int = 5
    lull: float = 7.0
    finishing: float = 180.0
    settling: float = 60.0
    expected: frozenset[str] = frozenset()
    mode: Mode = "webhook"
    replicas: int = 1


class NoSuchFault(ValueError):
    """A kind of fault was asked for that is not known, or that cannot strike here."""


class StormTrial:
    """Everything and everybody in one storm."""

    def __init__(
        self, folder: Path, settings: StormSettings, url: DatabaseUrl | None = None
    ) -> None:
        self._settings = settings
        self._random = Random(settings.seed)
        self._town = StormTown(folder, mode=settings.mode, replicas=settings.replicas, url=url)
        self._data = PrivateData(Random(settings.seed))
        self._log = ChatLog()
        self._strikes = StrikeLog()
        self._happened = Broadcast()
        self._town.telegram.listeners.append(self._log.write)
        self._town.telegram.listeners.append(lambda _event: self._happened.notify())

    async def run(self) -> StormReport:
        """Play it, wait until everything has calmed down, and judge."""
        began, enrolment = time.monotonic(), Enrolment()
        town = self._town
        async with town:
            await town.prepare(enrolment.enrol)
            await town.start()
            truth = FleetTruth(town.fleet_url, town.parcels, town.moments)
            cast = await come_together(town, enrolment, self._log)
            nemesis = StormNemesis(town, cast, self._strikes, self._random)
            self._possible(nemesis)
            nemesis.prepare()
            office = self._office(cast, truth)
            evidence = self._evidence(cast, office, truth)
            try:
                await self._play(evidence, nemesis, office, truth)
                await self._gather(evidence, truth)
            finally:
                truth.close()
                self._leave_logs(evidence)
            return self._judge(evidence, nemesis, time.monotonic() - began)

    def _office(self, cast: StormCast, truth: FleetTruth) -> StormOffice:
        fates = draw_fates(self._random, 5 * self._settings.faults + 50)
        office = StormOffice(
            *(self._town, self._until_calm(fates), self._data, cast.rider_uuids),
            *(self._random, self._settings.at_once),
        )
        truth.listeners.append(office.hear)
        return office

    def _until_calm(self, fates: Sequence[Fate]) -> Iterator[Fate]:
        """Return fates until the last fault has struck."""
        for fate in fates:
            if len(self._strikes.all) >= self._settings.faults:
                return
            yield fate

    def _evidence(self, cast: StormCast, office: StormOffice, truth: FleetTruth) -> StormEvidence:
        return StormEvidence(
            *(self._town.parcels, self._log, self._town.calls, self._strikes, cast, self._data),
            pasted=office.pasted,
            rows=truth.rows,
            changes=truth.changes,
        )

    async def _play(
        self,
        evidence: StormEvidence,
        nemesis: StormNemesis,
        office: StormOffice,
        truth: FleetTruth,
    ) -> None:
        people = self._people(evidence)
        self._town.telegram.listeners.extend(person.happened for person in people)
        nemesis.restored.extend(person.start_over for person in people)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(person.live()) for person in people]
            tasks += [group.create_task(truth.watch()), group.create_task(office.work())]
            asking = group.create_task(self._ask_on(evidence.cast))
            await self._rage(nemesis)
            await self._finish()
            asking.cancel()
            await self._settle(evidence)
            for task in tasks:
                task.cancel()

    def _people(self, evidence: StormEvidence) -> list[Person]:
        cast, parcels = evidence.cast, self._town.parcels
        return [
            StormDispatcher(cast.dispatcher, parcels, cast.rider_uuids),
            *(
                StormRider(each, parcels, evidence.typed, self._data)
                for each in cast.riders.values()
            ),
            *(
                StormCustomer(user, parcels, self._data, name)
                for name, user in cast.customers.items()
            ),
        ]

    async def _ask_on(self, cast: StormCast) -> None:
        """Have somebody ask the bot something all the time."""
        while True:
            for watcher in cast.watchers:
                watcher.ask()
                await asyncio.sleep(_ASK_SECONDS)

    async def _rage(self, nemesis: StormNemesis) -> None:
        """Strike in volleys, a few of them at once, with a lull now and then."""
        for number, volley in enumerate(self._volleys(nemesis), 1):
            await asyncio.gather(*(nemesis.strike(kind) for kind in volley))
            await asyncio.sleep(self._random.uniform(*_PAUSE_SECONDS))
            if number % _GUST == 0:
                await asyncio.sleep(self._settings.lull)
        await nemesis.calm_down()

    def _volleys(self, nemesis: StormNemesis) -> Iterator[list[str]]:
        """Return what strikes at once: each kind as often as the others, in any order."""
        left, deck = self._settings.faults, list[str]()
        while left:
            if not deck:
                possible = self._possible(nemesis)
                deck = self._random.sample(possible, len(possible))
            volley = nemesis.volley(deck, min(left, self._random.randint(1, _AT_ONCE)))
            left -= len(volley)
            yield volley

    def _possible(self, nemesis: StormNemesis) -> list[str]:
        """Return the kinds of faults that are wanted and can strike here.

        Raises:
            NoSuchFault: there is none, or one is not known.
        """
        settings, known = self._settings, {*nemesis.kinds, *nemesis.impossible}
        for kind in {*settings.kinds, *settings.without} - known:
            raise NoSuchFault(f"There is no fault {kind!r}. There are: {', '.join(sorted(known))}.")
        possible = [
            kind
            for kind in nemesis.kinds
            if kind not in settings.without and (not settings.kinds or kind in settings.kinds)
        ]
        if not possible:
            raise NoSuchFault(f"None of these can strike here: {', '.join(settings.kinds)}.")
        return possible

    async def _finish(self) -> None:
        """Let people bring everything to its end; webhooks that were missed come again."""
        pauses = iter(_FLEET_PAUSES)
        ends = time.monotonic() + self._settings.finishing
        ahead, advance_at = 0.0, time.monotonic()
        while time.monotonic() < ends and self._town.parcels.open:
            if time.monotonic() >= advance_at and (pause := next(pauses, None)):
                ahead += pause
                self._town.fleet.set_clock(ahead)
                advance_at = time.monotonic() + self._settings.finishing / 6
            await asyncio.sleep(_LOOK_SECONDS)
        self._town.fleet.set_clock(ahead + sum(pauses))

    async def _settle(self, evidence: StormEvidence) -> None:
        """Return when nothing is wrong any more, or has not come right for too long.

        While it is judged Telegram stands still: most of the time goes to who works.
        """
        ends, looked = time.monotonic() + self._settings.settling, 0.0
        while time.monotonic() < ends:
            await asyncio.sleep(max(_LOOK_SECONDS, 4 * looked))
            await self._quiet()
            evidence.handed = handed(self._town.posted.all)
            began = time.monotonic()
            found = {finding.check for finding in findings(evidence)}
            looked = time.monotonic() - began
            if found <= self._settings.expected:
                return

    async def _quiet(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._happened.next().wait()

    async def _gather(self, evidence: StormEvidence, truth: FleetTruth) -> None:
        """Take down what is left: what stands on disks, and what programs have said."""
        truth.look()
        town = self._town
        evidence.events = truth.events()
        evidence.handed = handed(town.posted.all)
        machines = (*town.bots, town.fleet)
        evidence.own_ends = [end for machine in machines for end in machine.dirty_ends]
        evidence.too_fast = [
            f"{call.method} to {call.arguments.get('chat_id')}"
            for call in town.telegram.calls
            if call.error
            and call.error.error_code == _TOO_MANY
            and WISHED not in call.error.description
            # Replicas that start together each set the webhook, and wait as long as they are told.
            and call.method != "setWebhook"
        ]
        files = [*town.store.glob("bot.db*"), *town.folder.glob("fleet.db*")]
        evidence.left_behind = {
            **{path.name: path.read_bytes() for path in files},
            **{f"the log of {each.name}": "".join(each.output).encode() for each in machines},
        }

    def _leave_logs(self, evidence: StormEvidence) -> None:
        """Put down who said what, for whoever wants to know how it came about."""
        town = self._town
        told: dict[str, Iterable[object]] = {
            "chats.log": self._log.seen,
            "calls.log": town.calls.calls,
            "strikes.log": self._strikes,
            "fleet.log": evidence.changes,
            "people.log": [f"{user.id} {user.first_name}" for user in evidence.cast.all_users],
        }
        for name, lines in told.items():
            (town.folder / name).write_text("".join(f"{line}\n" for line in lines))
        for machine in (*town.bots, town.fleet):
            (town.folder / f"{machine.name}.log").write_text("".join(machine.output))
        for file in town.store.glob("bot.db*"):  # what it is on may be gone with the town
            (town.folder / file.name).write_bytes(file.read_bytes())

    def _judge(self, evidence: StormEvidence, nemesis: StormNemesis, seconds: float) -> StormReport:
        return StormReport.of(
            evidence, seed=self._settings.seed, seconds=seconds, impossible=nemesis.impossible
        )
