"""One trial: a day in a town whose bot is killed again and again, and what came of it."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.demo.telegram.queue import Broadcast
from bot.demo.town import ENVIRONMENT, Mode, Town
from tests.faults import canaries
from tests.faults.bot_process import BotProcess
from tests.faults.cast import Cast, gather
from tests.faults.chatlog import ChatLog
from tests.faults.checks import problems
from tests.faults.duplicates import duplicates
from tests.faults.evidence import Evidence
from tests.faults.gauges import DEAD, OPEN, count_jobs
from tests.faults.ledger import Ledger
from tests.faults.nemesis import Nemesis, draw_moments
from tests.faults.office import Office
from tests.faults.parcels import Parcels
from tests.faults.people import Dispatcher, Person, Rider, mistyped
from tests.faults.plan import draw_fates
from tests.faults.verdict import Verdict

# Long enough that no other run of digits can be mistaken for a code.
_CODE_LENGTH = 12
_RECONCILED_MINUTES = 0.1
_QUIET_SECONDS = 2.0
# A webhook that met no bot comes again after a minute.
_SETTLE_SECONDS = 90.0


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """How hard a trial is."""

    kills: int
    deliveries: int
    seed: int
    mode: Mode = "webhook"
    limit_seconds: float = 600


class Trial:
    """Everything and everybody in one trial."""

    def __init__(self, folder: Path, settings: TrialSettings) -> None:
        self._settings = settings
        self._random = Random(settings.seed)
        self._ledger = Ledger()
        self._log = ChatLog()
        self._parcels = Parcels()
        self._happened = Broadcast()
        self._town = Town(
            folder,
            mode=settings.mode,
            around_fleet=self._ledger.around,
            code_length=_CODE_LENGTH,
            changed_settings={"fleet": {"reconcile_minutes": _RECONCILED_MINUTES}},
        )
        self._ledger.listeners.append(self._parcels.hear)
        self._town.sms.on_message.append(self._parcels.read)
        self._town.telegram.listeners.append(self._log.write)
        self._town.telegram.listeners.append(lambda _event: self._happened.notify())

    async def run(self) -> Verdict:
        """Play it all, wait until everything has calmed down, and judge."""
        began = time.monotonic()
        async with self._town, BotProcess(self._town) as bot:
            await bot.start()
            cast = await gather(self._town, self._town.service.environment(ENVIRONMENT))
            nemesis = Nemesis(bot, self._parcels, self._random)
            evidence = Evidence(self._parcels, self._ledger, self._log, nemesis.kills, cast)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.limit_seconds):
                    await self._play(nemesis, evidence)
            dead_jobs = await count_jobs(self._town, DEAD)
            await bot.kill()
            return self._judge(evidence, nemesis, bot, dead_jobs, time.monotonic() - began)

    async def _play(self, nemesis: Nemesis, evidence: Evidence) -> None:
        settings = self._settings
        office = Office(self._town, self._parcels, draw_fates(self._random, settings.deliveries))
        moments = draw_moments(self._random, settings.kills, settings.deliveries)
        work: list[Coroutine[None, None, None]] = [
            office.work(),
            nemesis.strike(moments),
            *(person.live() for person in self._people(evidence)),
        ]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
            await office.finished.wait()
            await nemesis.finished.wait()
            await self._settle(evidence)
            for task in tasks:
                task.cancel()

    def _people(self, evidence: Evidence) -> list[Person]:
        """Give everybody who acts a mind of their own."""
        cast: Cast = evidence.cast
        dispatcher = Dispatcher(cast.dispatcher, self._parcels, cast.rider_uuids)
        riders = [Rider(user, self._parcels, evidence.typed) for user in cast.riders.values()]
        people: list[Person] = [dispatcher, *riders]
        self._town.telegram.listeners.extend(person.happened for person in people)
        return people

    async def _settle(self, evidence: Evidence) -> None:
        """Return when nothing is left to do or to say, or has not come right for too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLE_SECONDS):
                while True:
                    await self._quiet()
                    wrong = any(problems(evidence).values())
                    if not wrong and await count_jobs(self._town, OPEN) == 0:
                        return

    async def _quiet(self) -> None:
        """Return when nothing was seen to happen for a moment."""
        while True:
            try:
                async with asyncio.timeout(_QUIET_SECONDS):
                    await self._happened.next().wait()
            except TimeoutError:
                return

    def _judge(
        self,
        evidence: Evidence,
        nemesis: Nemesis,
        bot: BotProcess,
        dead_jobs: int | None,
        seconds: float,
    ) -> Verdict:
        return Verdict(
            seed=self._settings.seed,
            seconds=seconds,
            kills=len(nemesis.kills.at),
            starts=nemesis.starts,
            own_ends=nemesis.own_ends,
            deliveries=len(list(self._parcels)),
            messages=self._log.count("sent"),
            edits=self._log.count("edited"),
            problems=problems(evidence),
            duplicates=duplicates(evidence),
            dead_jobs=dead_jobs,
            canaries=canaries.found_in(self._town.folder, bot.output, self._secrets()),
        )

    def _secrets(self) -> list[str]:
        codes = list(self._parcels.codes.values())
        return [*codes, *map(mistyped, codes), self._town.api_key, self._town.bot_token]
