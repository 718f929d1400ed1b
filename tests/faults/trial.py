"""One trial: a day in a town whose bot is killed again and again, and what came of it."""

import asyncio
import ssl
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx
from prometheus_client.parser import text_string_to_metric_families

from bot.demo.telegram import LocalUser
from bot.demo.telegram.bell import Bell
from bot.demo.town import ENVIRONMENT, Mode, Town
from tests.faults import canaries
from tests.faults.bot_process import BotProcess
from tests.faults.chatlog import ChatLog
from tests.faults.checks import CHECKS
from tests.faults.duplicates import duplicates
from tests.faults.evidence import Evidence
from tests.faults.eyes import Eyes
from tests.faults.ledger import Ledger
from tests.faults.nemesis import Nemesis, draw_moments
from tests.faults.office import Office, phone_of
from tests.faults.parcels import Parcels
from tests.faults.people import Dispatcher, Person, Rider, mistyped
from tests.faults.plan import CUSTOMERS, RIDERS, draw_fates
from tests.faults.reading import bare
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
        self._happened = Bell()
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
        self._town.telegram.listeners.append(lambda _event: self._happened.ring())

    async def run(self) -> Verdict:
        """Play it all, wait until everything has calmed down, and judge."""
        settings, began = self._settings, time.monotonic()
        async with self._town, BotProcess(self._town) as bot:
            await bot.start()
            riders, customers = await self._gather_people()
            nemesis = Nemesis(bot, self._parcels, self._random)
            evidence = Evidence(
                self._parcels,
                self._ledger,
                self._log,
                nemesis.kills,
                self._town.owner,
                {uuid: rider.user for uuid, rider in riders.items()},
                customers,
                [],
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.limit_seconds):
                    await self._play(nemesis, list(riders.values()), evidence)
            dead = await self._jobs("dead")
            await bot.kill()
            evidence.typed.extend(typed for rider in riders.values() for typed in rider.typed)
            return Verdict(
                seed=settings.seed,
                seconds=time.monotonic() - began,
                kills=len(nemesis.kills.at),
                starts=nemesis.starts,
                own_ends=nemesis.own_ends,
                deliveries=len(list(self._parcels)),
                messages=self._log.count("sent"),
                edits=self._log.count("edited"),
                problems=_problems(evidence),
                duplicates=duplicates(evidence),
                dead_jobs=dead,
                canaries=canaries.found_in(self._town.folder, bot.output, self._secrets()),
            )

    async def _play(self, nemesis: Nemesis, riders: list[Rider], evidence: Evidence) -> None:
        settings = self._settings
        fates = draw_fates(self._random, settings.deliveries)
        moments = draw_moments(self._random, settings.kills, settings.deliveries)
        office = Office(self._town, self._parcels, fates)
        uuids = {name: uuid for uuid, name in self._rider_names.items()}
        people: list[Person] = [Dispatcher(self._town.owner, self._parcels, uuids), *riders]
        for person in people:
            self._town.telegram.listeners.append(person.happened)
        work: list[Coroutine[None, None, None]] = [
            office.work(),
            nemesis.strike(moments),
            *(person.live() for person in people),
        ]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
            await office.finished.wait()
            await nemesis.finished.wait()
            await self._settle(evidence)
            for task in tasks:
                task.cancel()

    async def _gather_people(self) -> tuple[dict[str, Rider], dict[str, LocalUser]]:
        """Let everybody say hello to the bot; return riders by uuid and customers by name."""
        eyes = Eyes(self._town)
        owner = self._town.owner
        owner.write("/start")
        await eyes.see(lambda: any(message.from_bot for message in owner.messages))
        riders = {}
        self._rider_names = {}
        for number, name in enumerate(RIDERS):
            phone = f"080200000{number:02}"
            uuid = await self._town.service.register_rider(
                ENVIRONMENT,
                name=name,
                phone_code="234",
                phone_number=phone,
                email=f"rider{number}@example.com",
            )
            user = self._town.telegram.add_user(name.split()[0], phone=f"+234{phone[1:]}")
            self._rider_names[uuid] = name
            riders[uuid] = Rider(user, self._parcels)
        customers = {
            name: self._town.telegram.add_user(name, phone=phone_of(name)) for name in CUSTOMERS
        }
        users = [*(rider.user for rider in riders.values()), *customers.values()]
        await asyncio.gather(*(_joins(user, eyes) for user in users))
        return riders, customers

    async def _settle(self, evidence: Evidence) -> None:
        """Return when nothing is left to do or to say, or has not come right for too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLE_SECONDS):
                while True:
                    await self._quiet()
                    if not any(_problems(evidence).values()) and not await self._open_jobs():
                        return

    async def _quiet(self) -> None:
        """Return when nothing was seen to happen for a moment."""
        while True:
            try:
                async with asyncio.timeout(_QUIET_SECONDS):
                    await self._happened.next().wait()
            except TimeoutError:
                return

    async def _open_jobs(self) -> int:
        return await self._jobs("waiting") + await self._jobs("running")

    async def _jobs(self, state: str) -> int:
        """Ask the bot's own figures how many jobs are in a state; one if it does not answer."""
        context = ssl.create_default_context(cafile=self._town.certificates.authority)
        url = f"https://127.0.0.1:{self._town.bot_port}/metrics"
        async with httpx.AsyncClient(verify=context, trust_env=False) as client:
            try:
                page = (await client.get(url)).text
            except httpx.HTTPError:
                return 1
        return sum(
            int(sample.value)
            for family in text_string_to_metric_families(page)
            for sample in family.samples
            if sample.name == "handover_jobs" and sample.labels["state"] == state
        )

    def _secrets(self) -> list[str]:
        codes = list(self._parcels.codes.values())
        return [*codes, *map(mistyped, codes), self._town.api_key, self._town.bot_token]


async def _joins(user: LocalUser, eyes: Eyes) -> None:
    user.write("/start")
    await eyes.see(lambda: any(message.keyboard for message in user.messages))
    asked = len(user.messages)
    user.press("Share my phone number")
    await eyes.see(
        lambda: any("number" in bare(m) or "ride" in bare(m) for m in user.messages[asked:])
    )


def _problems(evidence: Evidence) -> dict[str, list[str]]:
    return {name: list(check(evidence)) for name, check in CHECKS.items()}
