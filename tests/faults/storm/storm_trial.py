"""One storm: people work, everything goes wrong, and what came of it is judged."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.demo.town import Mode
from bot.local_telegram.queue import Broadcast
from tests.faults.chatlog import ChatLog
from tests.faults.plan import Fate, draw_fates
from tests.faults.storm.drawing import Volley, draw_volleys, stream
from tests.faults.storm.fleet_truth import FleetTruth
from tests.faults.storm.private_data import PrivateData
from tests.faults.storm.processor import ProcessorWatch
from tests.faults.storm.rest import Rest
from tests.faults.storm.silence import handed
from tests.faults.storm.storm_cast import Enrolment, StormCast, come_together
from tests.faults.storm.storm_checks import FOR_GOOD, findings
from tests.faults.storm.storm_evidence import StormEvidence
from tests.faults.storm.storm_nemesis import StormNemesis, Target
from tests.faults.storm.storm_office import StormOffice
from tests.faults.storm.storm_people import Obedient, StormCustomer, StormDispatcher, StormRider
from tests.faults.storm.storm_report import StormReport
from tests.faults.storm.storm_town import DatabaseUrl, StormTown
from tests.faults.storm.strikes import StrikeLog

_GUST = 5
"""Volleys in quick succession; then comes a lull, in which people must be answered."""

_ASK_SECONDS = 1.5
_LOOK_SECONDS = 1.0
# The service tries a webhook again after 1, 5 and 15 minutes; its clock is ours.
_FLEET_PAUSES = (61.0, 301.0, 901.0)


@dataclass(frozen=True, slots=True)
class StormSettings:
    """How hard a storm is: how many faults, of which kinds; how many orders are under way at once.

    Each order changes five times, in the cards of two groups that take 20 messages a minute.

    After the last fault people have `finishing` seconds to bring everything to its end. Then it is
    judged as soon as everything is right but what is `expected`, by its check, or all is at rest,
    or after `settling` seconds: who does not come to rest has not stood the storm either.
    """

    faults: int
    seed: int
    kinds: Sequence[str] = ()
    without: Sequence[str] = ()
    at_once: int = 5
    lull: float = 7.0
    finishing: float = 180.0
    settling: float = 900.0
    expected: frozenset[str] = frozenset()
    mode: Mode = "webhook"
    replicas: int = 1


class NoSuchFault(ValueError):
    """A kind of fault was asked for that is not known, or that cannot strike here."""


class StormTrial:
    """Everything and everybody in one storm; it `tells` how far it is."""

    def __init__(
        self,
        folder: Path,
        settings: StormSettings,
        url: DatabaseUrl | None = None,
        tells: Callable[[str], None] = lambda _words: None,
    ) -> None:
        self._settings = settings
        self._tells = tells
        self._town = StormTown(folder, mode=settings.mode, replicas=settings.replicas, url=url)
        self._data = PrivateData(stream(settings.seed, "words"))
        self._log = ChatLog()
        self._strikes = StrikeLog()
        self._happened = Broadcast()
        self._playing: asyncio.Future[None] | None = None
        self._is_stopped = False
        self._processor = ProcessorWatch(self._pids)
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
            nemesis = StormNemesis(town, cast, self._strikes, self._settings.seed)
            volleys = self._volleys(nemesis)
            nemesis.prepare()
            office = self._office(cast, truth)
            evidence = self._evidence(cast, office, truth)
            self._playing = asyncio.ensure_future(
                self._play(evidence, nemesis, office, truth, volleys)
            )
            try:
                await self._until_ended(self._playing)
                await self._gather(evidence, truth)
            finally:
                truth.close()
                self._leave_logs(evidence)
            return self._judge(evidence, nemesis, time.monotonic() - began)

    def stop(self) -> bool:
        """Break it off, to judge what was seen so far; `False` if nothing was, or is by now."""
        if self._playing is None or self._playing.done():
            return False
        self._is_stopped = True
        return self._playing.cancel()

    async def _until_ended(self, playing: Awaitable[None]) -> None:
        try:
            await playing
        except asyncio.CancelledError:
            if not self._is_stopped:
                raise

    def _office(self, cast: StormCast, truth: FleetTruth) -> StormOffice:
        seed = self._settings.seed
        fates = draw_fates(stream(seed, "orders"), 5 * self._settings.faults + 50)
        office = StormOffice(
            *(self._town, self._until_calm(fates), self._data, cast.rider_uuids),
            *(stream(seed, "office"), self._settings.at_once),
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
            kept_waiting=self._processor.lost,
        )

    async def _play(
        self,
        evidence: StormEvidence,
        nemesis: StormNemesis,
        office: StormOffice,
        truth: FleetTruth,
        volleys: Sequence[Volley],
    ) -> None:
        people = self._people(evidence)
        self._town.telegram.listeners.extend(person.happened for person in people)
        self._town.account.queue.given_up.extend(person.was_given_up for person in people)
        nemesis.restored.extend(person.start_over for person in people)
        async with nemesis, asyncio.TaskGroup() as group:
            tasks = [group.create_task(person.live()) for person in people]
            tasks += [group.create_task(truth.watch()), group.create_task(office.work())]
            tasks.append(group.create_task(self._processor.watch()))
            asking = group.create_task(self._ask_on(evidence.cast))
            await self._rage(nemesis, volleys)
            await self._finish()
            asking.cancel()
            await self._settle(evidence)
            for task in tasks:
                task.cancel()

    def _pids(self) -> Iterator[int]:
        """Return the processes by which people are answered: the bots, and this one."""
        yield os.getpid()
        yield from (bot.pid for bot in self._town.bots if not bot.ended)

    def _people(self, evidence: StormEvidence) -> list[Obedient]:
        cast, parcels = evidence.cast, self._town.parcels
        return [
            StormDispatcher(cast.dispatcher, parcels, cast.rider_uuids),
            *(
                StormRider(each, parcels, evidence.typed, self._data)
                for each in cast.riders.values()
            ),
            *(
                StormCustomer(user, parcels, evidence.typed, self._data, name)
                for name, user in cast.customers.items()
            ),
        ]

    async def _ask_on(self, cast: StormCast) -> None:
        """Have somebody ask the bot something all the time."""
        while True:
            for watcher in cast.watchers:
                watcher.ask()
                await asyncio.sleep(_ASK_SECONDS)

    def _volleys(self, nemesis: StormNemesis) -> list[Volley]:
        """Draw what will strike, and leave it for who wants to know."""
        settings = self._settings
        volleys = draw_volleys(
            stream(settings.seed, "volleys"), self._possible(nemesis), settings.faults
        )
        self._leave("plan.log", volleys)
        return volleys

    async def _rage(self, nemesis: StormNemesis, volleys: Sequence[Volley]) -> None:
        """Strike in volleys, a few of them at once, with a lull now and then."""
        for number, volley in enumerate(volleys, 1):
            await asyncio.gather(*map(nemesis.strike, volley.kinds))
            self._tells(f"faults so far: {len(self._strikes.all)} of {self._settings.faults}")
            await asyncio.sleep(volley.pause)
            if number % _GUST == 0:
                await asyncio.sleep(self._settings.lull)
        await nemesis.calm_down()

    def _possible(self, nemesis: StormNemesis) -> dict[str, Target]:
        """Return the kinds of faults that are wanted and can strike here, with what each harms.

        Raises:
            NoSuchFault: there is none, or one is not known.
        """
        settings, known = self._settings, {*nemesis.kinds, *nemesis.impossible}
        for kind in {*settings.kinds, *settings.without} - known:
            raise NoSuchFault(f"There is no fault {kind!r}. There are: {', '.join(sorted(known))}.")
        possible = {
            kind: nemesis.targets[kind]
            for kind in nemesis.kinds
            if kind not in settings.without and (not settings.kinds or kind in settings.kinds)
        }
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
        """Return when nothing is wrong, or when all is at rest: then it will never come right.

        While it is judged Telegram stands still: most of the time goes to who works.
        """
        rest, looked = Rest(self._town, self._log, self._strikes), 0.0
        ends = time.monotonic() + self._settings.settling
        while time.monotonic() < ends:
            await asyncio.sleep(max(_LOOK_SECONDS, 4 * looked))
            await self._quiet()
            unrest = rest.unrest()
            evidence.handed = handed(self._town.posted.all)
            began = time.monotonic()
            found = {finding.check for finding in findings(evidence)}
            looked = time.monotonic() - began
            # What stands for good is not waited for.
            if found <= self._settings.expected | FOR_GOOD or not unrest:
                return
        evidence.unrest = rest.unrest()

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
        files = [*town.store.glob("bot.db*"), *town.folder.glob("fleet.db*")]
        evidence.left_behind = {
            **{path.name: path.read_bytes() for path in files},
            **{f"the log of {each.name}": "".join(each.output).encode() for each in machines},
        }

    def _leave_logs(self, evidence: StormEvidence) -> None:
        """Put down who said what, for whoever wants to know how it came about."""
        town = self._town
        told: Mapping[str, Iterable[object]] = {
            "chats.log": self._log.seen,
            "calls.log": town.calls.calls,
            "strikes.log": self._strikes,
            "fleet.log": evidence.changes,
            "people.log": [f"{user.id} {user.first_name}" for user in evidence.cast.all_users],
            "parcels.log": town.parcels,
        }
        for name, lines in told.items():
            self._leave(name, lines)
        for machine in (*town.bots, town.fleet):
            (town.folder / f"{machine.name}.log").write_text("".join(machine.output))
        for file in filter(Path.is_file, town.store.iterdir()):  # it may be gone with the town
            (town.folder / file.name).write_bytes(file.read_bytes())

    def _leave(self, name: str, lines: Iterable[object]) -> None:
        (self._town.folder / name).write_text("".join(f"{line}\n" for line in lines))

    def _judge(self, evidence: StormEvidence, nemesis: StormNemesis, seconds: float) -> StormReport:
        return StormReport.of(
            evidence,
            seed=self._settings.seed,
            seconds=seconds,
            impossible=nemesis.impossible,
            whole=not self._is_stopped,
        )
