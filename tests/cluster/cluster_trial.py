"""One scenario, played: deliveries move, something goes wrong, and what came of it is judged."""

import asyncio
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random

from tests.cluster import acknowledged, doubts, watcher
from tests.cluster.database_probe import DatabaseProbe
from tests.cluster.faults import Stage
from tests.cluster.looking import until
from tests.cluster.outcome import Outcome
from tests.cluster.postgres_cluster import PostgresCluster
from tests.cluster.postings import doubled
from tests.cluster.programs import Programs
from tests.cluster.replicated_town import ReplicatedTown
from tests.cluster.scenarios import Scenario
from tests.cluster.watcher import Watcher
from tests.faults.cast import Cast, enrol, gather, join
from tests.faults.chatlog import ChatLog
from tests.faults.checks import problems
from tests.faults.duplicates import duplicates
from tests.faults.evidence import Evidence
from tests.faults.eyes import Eyes
from tests.faults.kill_log import KillLog
from tests.faults.office import Office
from tests.faults.people import Dispatcher, Person, Rider
from tests.faults.plan import draw_fates

_BEFORE_THE_FAULT = 0.2
"""How many of the deliveries have ended when it strikes."""

_SETTLE_SECONDS = 100.0
_DOUBT_SECONDS = 2.0
_LATE_SECONDS = 5.0
"""How long is waited for what should not come any more."""

_LIMIT_SECONDS = 300.0


class ClusterTrial:
    """Everything and everybody in one scenario."""

    def __init__(
        self,
        name: str,
        scenario: Scenario,
        town: ReplicatedTown,
        cluster: PostgresCluster,
        deliveries: int,
    ) -> None:
        self._name = name
        self._scenario = scenario
        self._town = town
        self._stage = Stage(town, cluster, KillLog([]))
        self._log = ChatLog()
        town.telegram.listeners.append(self._log.write)
        self._fates = draw_fates(Random(name), deliveries)
        self._probe = DatabaseProbe(cluster.connection("probe"))

    async def run(self) -> Outcome:
        """Play it, wait until everything has calmed down, and judge."""
        town = self._town
        # The bots ask for all riders once in a while, so these are there before the others come.
        for name, phone in watcher.RIDERS.items():
            await enrol(town.environment, name, phone)
        cast = await gather(town, town.environment)
        self._stage.watchers.extend(
            await asyncio.gather(*(self._watcher(*who) for who in watcher.RIDERS.items()))
        )
        evidence = Evidence(town.parcels, town.ledger, self._log, self._stage.struck, cast)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LIMIT_SECONDS):
                await self._play(evidence)
        return await self._judge(evidence)

    async def _watcher(self, name: str, phone: str) -> Watcher:
        user = self._town.telegram.add_user(name, phone=f"+234{phone[1:]}")
        await join(user, Eyes(self._town))
        return Watcher(user, self._log)

    @property
    def _watchers(self) -> list[Watcher]:
        return self._stage.watchers

    async def _play(self, evidence: Evidence) -> None:
        every = self._scenario.lasts / len(self._fates)
        office = Office(self._town, self._town.parcels, self._fates, every=every)
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(self._watchers[0].ask_on())
            others = [
                group.create_task(self._probe.write()),
                group.create_task(self._resolve_doubts()),
                *(group.create_task(person.live()) for person in self._people(evidence)),
            ]
            working = group.create_task(office.work())
            await self._until_ended(int(len(self._fates) * _BEFORE_THE_FAULT))
            await self._scenario.fault(self._stage)
            await asyncio.wait({working})
            asking.cancel()
            await self._settle(evidence)
            for task in others:
                task.cancel()

    def _people(self, evidence: Evidence) -> list[Person]:
        cast: Cast = evidence.cast
        parcels = self._town.parcels
        riders = [Rider(user, parcels, evidence.typed) for user in cast.riders.values()]
        people: list[Person] = [Dispatcher(cast.dispatcher, parcels, cast.rider_uuids), *riders]
        self._town.telegram.listeners.extend(person.happened for person in people)
        return people

    async def _resolve_doubts(self) -> None:
        while True:
            await doubts.resolve(self._town.shop, self._town.ledger, self._town.parcels)
            await asyncio.sleep(_DOUBT_SECONDS)

    async def _until_ended(self, count: int) -> None:
        changed = self._town.parcels.changed.next()
        while self._town.parcels.ended < count:
            await changed.wait()
            changed = self._town.parcels.changed.next()

    async def _settle(self, evidence: Evidence) -> None:
        """Return when nothing is wrong any more, or has not come right for too long."""

        async def is_right() -> bool:
            return not any(problems(evidence).values()) and not self._unanswered()

        with suppress(TimeoutError):
            await until(is_right, _SETTLE_SECONDS)
        await asyncio.sleep(_LATE_SECONDS)

    async def _judge(self, evidence: Evidence) -> Outcome:
        town, struck = self._town, self._stage.struck
        own_ends = [bot.output[-1].strip() for bot in (*town.bots, *town.fleets) if bot.ended]
        for bot in town.bots:
            await bot.kill()
        self._leave_logs()
        async with acknowledged.opened(town.bot_url, town.key_file) as database:
            gone = await database.write(acknowledged.lost, town.posted.all, town.account.id)
            dead = await database.read(acknowledged.given_up)
        found = problems(evidence)
        found["out of order"] += chain.from_iterable(each.disordered() for each in self._watchers)
        found["questions without an answer"] = self._unanswered()
        found["acknowledged and gone"] = gone
        found["committed and gone"] = [f"row {number}" for number in await self._probe.lost()]
        found["given up"] = [f"{dead} jobs"] if dead else []
        posts = [*town.posted.at("/fleet"), *town.texts.all]
        return Outcome(
            name=self._name,
            scenario=self._scenario,
            deliveries=len(list(town.parcels)),
            arrivals=sum(posting.acknowledged for posting in town.posted.all),
            problems=found,
            doubled=list(doubled(posts, struck)),
            duplicates=[
                *duplicates(evidence),
                *chain.from_iterable(each.told_again(struck) for each in self._watchers),
            ],
            own_ends=own_ends,
            bot_silence=max(each.silence for each in self._watchers),
            database_silence=self._probe.silence,
        )

    def _unanswered(self) -> list[str]:
        return list(chain.from_iterable(each.unanswered() for each in self._watchers))

    def _leave_logs(self) -> None:
        """Put down who said what, for whoever wants to know how it came about."""
        folder = self._town.folder
        for replica in (*self._town.bots, *self._town.fleets):
            (folder / f"{replica.name}.log").write_text("".join(replica.output))
        (folder / "chats.log").write_text("".join(f"{seen}\n" for seen in self._log.seen))
        posted = (*self._town.posted.all, *self._town.texts.all)
        (folder / "posted.log").write_text("".join(f"{posting}\n" for posting in posted))
        faults = "".join(f"{at}\n" for at in self._stage.struck.at)
        (folder / "faults.log").write_text(faults)


async def play(
    name: str, scenario: Scenario, programs: Programs, folder: Path, deliveries: int
) -> Outcome:
    """Start a cluster and a town on it in a folder, and play a scenario there."""
    (folder / "cluster").mkdir()
    async with (
        PostgresCluster(folder / "cluster", programs) as cluster,
        ReplicatedTown(folder, cluster, programs.libfaketime, scenario.layout) as town,
    ):
        return await ClusterTrial(name, scenario, town, cluster, deliveries).run()
