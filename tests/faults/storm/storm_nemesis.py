"""The nemesis of a storm: what it does, one thing after the other, and when each was over."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Self

from tests.faults.storm.drawing import Draw, stream
from tests.faults.storm.machine import Machine
from tests.faults.storm.moments import Moment
from tests.faults.storm.old_copy import OldCopy
from tests.faults.storm.storm_cast import StormCast
from tests.faults.storm.storm_town import StormTown
from tests.faults.storm.strangers import FILE, FLOOD, Strangers, another_key
from tests.faults.storm.strikes import Strike, StrikeLog
from tests.faults.storm.tcp_proxy import Harm, Hit, TcpProxy
from tests.faults.storm.telegram_log import WISHED

_AIM_SECONDS = 4.0
_BARELY_UP = 0.25
"""How often the next fault comes while a program still starts."""

_LARGE = -1_000_000_000_000
"""Ids of large groups are below it."""

_CUTS = (Harm.CUT_BEFORE, Harm.CUT_DURING, Harm.CUT_AFTER)
_SLOW_SECONDS = (7.0, 40.0)
_ON_A_SERVER = "the database is on a server"
_JUMPS = (-86_400.0, -7200.0, 7200.0, 86_400.0)

Act = Callable[[Strike], Awaitable[None]]


class Target(Enum):
    """What is harmed: of those that strike at once each harms another."""

    BOT = auto()
    FLEET = auto()
    WIRE = auto()
    CHAT = auto()


class StormNemesis:
    """Does what it is told to; what lasts longer goes on during the next one.

    `kinds` are all that can be done here, `impossible` what cannot, and why. `restored` are called
    when an old copy has taken the place of the database. What a fault draws is decided by the seed
    and its number alone.
    """

    def __init__(self, town: StormTown, cast: StormCast, log: StrikeLog, seed: int) -> None:
        self._town = town
        self._cast = cast
        self._log = log
        self._seed = seed
        self._copy = OldCopy(town.store / "bot.db", town.folder / "old.db")
        origins = (town.fleet.origin, town.bots[0].origin)
        self._strangers = Strangers(cast.dispatcher, origins)
        self._beside: set[asyncio.Task[None]] = set()
        self.restored: list[Callable[[], None]] = []
        self.impossible: dict[str, str] = {}
        self.targets: dict[str, Target] = {}
        self.kinds: dict[str, Act] = self._all()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Cancel what is under way: no program is started again after the storm."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    def prepare(self) -> None:
        """Keep a copy of how everything was before anything went wrong, if there can be one."""
        if self._town.is_on_files:
            self._copy.keep()

    async def strike(self, kind: str) -> None:
        """Do one thing, and return when the next one may come."""
        number = len(self._log.all) + 1
        draw = Draw(stream(self._seed, f"fault {number}"))
        strike = Strike(kind, datetime.now(UTC), number=number, draw=draw)
        self._log.all.append(strike)
        await self.kinds[kind](strike)

    async def calm_down(self) -> None:
        """Return when everything is as it should be."""
        for wire in (self._town.telegram_wire, self._town.fleet_wire, *self._town.bot_wires):
            wire.forget_wishes()
        self._town.calls.refuse.clear()
        self._town.moments.forget()
        while self._beside:
            await asyncio.gather(*self._beside, return_exceptions=True)
        for machine in (*self._town.bots, self._town.fleet):
            await self._up(machine)
        for strike in self._log:
            strike.ended = strike.ended or datetime.now(UTC)

    def _all(self) -> dict[str, Act]:
        town = self._town
        if not town.disk.is_small:
            self.impossible["disk full"] = "no small file system can be mounted here"
        if not town.is_on_files:
            self.impossible |= dict.fromkeys(("old copy", "database replaced"), _ON_A_SERVER)
        of_each: dict[Target, dict[str, Act]] = {
            Target.BOT: {
                "bot killed": self._kill_bot,
                "bot killed as Telegram takes a message": self._at(Moment.SEND_TAKEN),
                "bot killed while it is posted something": self._at(Moment.WEBHOOK_ARRIVED),
                "bot killed right after it acknowledged": self._at(Moment.WEBHOOK_ANSWERED),
                "bot killed as the fleet commits": self._at(Moment.FLEET_CHANGED),
                "bot told to stop": self._stop_bot,
                "bot paused": self._pause_bot,
                "disk full": self._fill_disk,
                "clock jump": self._jump,
                "old copy": self._restore,
                "database replaced": self._replace,
                "another key file": self._swap_key,
            },
            Target.FLEET: {
                "fleet killed": self._kill_fleet,
                "fleet killed as it commits": self._kill_fleet_at_commit,
                "fleet told to stop": self._stop_fleet,
                "fleet paused": self._pause_fleet,
            },
            Target.WIRE: {
                "Telegram cut": self._cut([town.telegram_wire]),
                "fleet cut": self._cut([town.fleet_wire]),
                "bot cut": self._cut(town.bot_wires),
                "Telegram slow": self._slow(town.telegram_wire),
                "fleet slow": self._slow(town.fleet_wire),
                "Telegram 5xx": self._telegram_trouble,
                "fleet 5xx": self._fleet_trouble,
                "Telegram down": self._down(town.telegram_wire),
                "fleet down": self._down(town.fleet_wire),
                FLOOD: self._strangers.flood,
            },
            Target.CHAT: {
                "Telegram 429": self._too_many,
                "customer blocks": self._block,
                "group migrated": self._migrate,
                "topic deleted": self._delete_topic,
                FILE: self._strangers.send_file,
            },
        }
        self.targets = {kind: target for target, kinds in of_each.items() for kind in kinds}
        return {
            kind: act
            for kinds in of_each.values()
            for kind, act in kinds.items()
            if kind not in self.impossible
        }

    def _bot(self, strike: Strike) -> Machine:
        return strike.draw.choice(self._town.bots)

    async def _up(self, machine: Machine) -> None:
        if machine.is_felled:
            await machine.spawn()
        await machine.ready()

    async def _rise(self, strike: Strike, machine: Machine) -> None:
        """Start it again, as a supervisor does; now and then the next fault comes meanwhile."""
        if strike.draw.happens(_BARELY_UP):
            await machine.spawn()
            self._go_on_beside(self._end_up(strike, machine))
        else:
            await self._end_up(strike, machine)

    async def _end_up(self, strike: Strike, machine: Machine) -> None:
        await self._up(machine)
        _end(strike)

    def _go_on_beside(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _kill_bot(self, strike: Strike) -> None:
        await self._fell(strike, self._bot(strike))

    async def _fell(self, strike: Strike, bot: Machine) -> None:
        before = len(bot.kills)
        await bot.power_cut()
        strike.kills += bot.kills[before:]
        await self._rise(strike, bot)

    def _at(self, moment: Moment) -> Act:
        """Kill a bot at a moment, or a few thousandths of a second after it."""

        async def act(strike: Strike) -> None:
            bot = self._bot(strike)
            before = len(bot.kills)
            await self._aimed(moment, bot.strike_down, strike.draw.choice((0, 0, 0.01, 0.05)))
            await bot.power_cut()
            strike.kills += bot.kills[before:]
            await self._rise(strike, bot)

        return act

    async def _aimed(self, moment: Moment, act: Callable[[], None], delay: float) -> None:
        come = asyncio.Event()

        def do() -> None:
            if delay:
                asyncio.get_running_loop().call_later(delay, act)
            else:
                act()
            come.set()

        self._town.moments.once(moment, do)
        with suppress(TimeoutError):
            async with asyncio.timeout(_AIM_SECONDS):
                await come.wait()
        # At a later moment another one may be at work, who does not expect it.
        self._town.moments.never(moment, do)
        await asyncio.sleep(delay)

    async def _stop_bot(self, strike: Strike) -> None:
        bot = self._bot(strike)
        before = len(bot.kills)
        await bot.told_to_stop()
        # Who is told to stop may finish what it has begun: that explains nothing.
        del bot.kills[before:]
        await self._rise(strike, bot)

    async def _pause_bot(self, strike: Strike) -> None:
        await self._pause(strike, self._bot(strike))

    async def _pause_fleet(self, strike: Strike) -> None:
        await self._pause(strike, self._town.fleet)

    async def _pause(self, strike: Strike, machine: Machine) -> None:
        await self._up(machine)
        machine.pause()
        await asyncio.sleep(strike.draw.choice((0.3, 1, 3, 8)))
        machine.go_on()
        await self._end_up(strike, machine)

    async def _kill_fleet(self, strike: Strike) -> None:
        await self._town.fleet.power_cut()
        await self._rise(strike, self._town.fleet)

    async def _kill_fleet_at_commit(self, strike: Strike) -> None:
        await self._aimed(Moment.FLEET_CHANGED, self._town.fleet.strike_down, 0)
        await self._kill_fleet(strike)

    async def _stop_fleet(self, strike: Strike) -> None:
        await self._town.fleet.told_to_stop()
        await self._rise(strike, self._town.fleet)

    def _cut(self, wires: Sequence[TcpProxy]) -> Act:
        async def act(strike: Strike) -> None:
            come = asyncio.Event()

            def told(hit: Hit) -> None:
                self._town.calls.hit(hit)
                _end(strike)
                come.set()

            strike.draw.choice(wires).wish(strike.draw.choice(_CUTS), told)
            await _soon(come)
            _end(strike)

        return act

    def _slow(self, wire: TcpProxy) -> Act:
        """Hold an answer; what that is about goes on during the next faults."""

        async def act(strike: Strike) -> None:
            seconds, come = strike.draw.choice(_SLOW_SECONDS), asyncio.Event()

            def told(hit: Hit) -> None:
                held = timedelta(seconds=seconds)
                call = self._town.calls.hit(hit, held) if wire is self._town.telegram_wire else None
                strike.chats = {call.chat} if call else None
                strike.ended = hit.at + held
                come.set()

            wire.wish(Harm.HOLD, told, partial(asyncio.sleep, seconds))
            await _soon(come)

        return act

    async def _too_many(self, strike: Strike) -> None:
        people = {each.first_name: each for each in self._cast.everybody}
        person = people[strike.draw.choice(list(people))]
        strike.chats = {person.id}
        self._town.telegram.fail("sendMessage", 429, WISHED, retry_after=3, chat_id=person.id)
        strike.ended = datetime.now(UTC) + timedelta(seconds=10)

    async def _telegram_trouble(self, strike: Strike) -> None:
        times, status = strike.draw.count(1, 5), strike.draw.choice((500, 502, 504))
        self._town.calls.refuse += [(status, partial(_end, strike))] * times
        await asyncio.sleep(1)
        _end(strike)

    async def _fleet_trouble(self, strike: Strike) -> None:
        for _ in range(strike.draw.count(1, 4)):
            self._town.fleet_wire.wish(Harm.REFUSE, lambda _hit: _end(strike))
        await asyncio.sleep(1)
        _end(strike)

    def _down(self, wire: TcpProxy) -> Act:
        async def act(strike: Strike) -> None:
            wire.down = True
            await asyncio.sleep(strike.draw.choice((0.5, 2, 5)))
            wire.down = False
            _end(strike)

        return act

    async def _fill_disk(self, strike: Strike) -> None:
        self._town.disk.fill()
        await asyncio.sleep(strike.draw.between(0.5, 3))
        self._town.disk.clear()
        await self._end_up(strike, self._bot(strike))

    async def _jump(self, strike: Strike) -> None:
        bot = self._bot(strike)
        bot.set_clock(strike.draw.choice(_JUMPS))
        await asyncio.sleep(strike.draw.between(1, 4))
        bot.set_clock(0)
        await self._end_up(strike, bot)

    async def _restore(self, strike: Strike) -> None:
        """Put back what the bot knew a while ago, and keep what it knows now for another time."""
        bot = self._bot(strike)
        await bot.power_cut()
        strike.kills.append(datetime.now(UTC))
        self._copy.put_back()
        await self._rise_forgetful(strike, bot)

    async def _replace(self, strike: Strike) -> None:
        """Do the same under a bot that works: it ends by itself."""
        bot = self._bot(strike)
        await self._up(bot)
        self._copy.put_back(under_a_process=True)
        if self._copy.taken_at is not None:
            await bot.must_end("its database is another one")
            strike.kills.append(bot.kills[-1])
        await self._rise_forgetful(strike, bot)

    async def _rise_forgetful(self, strike: Strike, bot: Machine) -> None:
        if self._copy.taken_at is not None:
            strike.forgot = (self._copy.taken_at, strike.kills[-1])
        await self._rise(strike, bot)
        for call in self.restored:
            call()

    async def _swap_key(self, strike: Strike) -> None:
        """Start a bot once with another key file: it ends, and has touched nothing."""
        bot = self._bot(strike)
        await bot.power_cut()
        strike.kills.append(datetime.now(UTC))
        await bot.must_refuse(another_key(self._town.store / "handover.key"))
        await self._rise(strike, bot)

    async def _block(self, strike: Strike) -> None:
        customer = self._cast.customers[strike.draw.choice(list(self._cast.customers))]
        strike.chats = {customer.id}
        customer.block()
        await asyncio.sleep(strike.draw.between(0.5, 3))
        customer.unblock()
        customer.write("/start")
        _end(strike)

    async def _migrate(self, strike: Strike) -> None:
        """Make the small group a large one, with another id; it can happen once."""
        group = self._cast.groups[0]
        strike.chats = {group.id}
        if not group.id < _LARGE:
            self._cast.groups[0] = group.upgrade()
        _end(strike)

    async def _delete_topic(self, strike: Strike) -> None:
        """Delete the topic, as often as there is one; its cards are gone with it."""
        forum = self._cast.groups[1]
        strike.chats = {forum.id}
        if self._cast.topic in forum.threads:
            forum.delete_topic(self._cast.topic)
        _end(strike)


def _end(strike: Strike) -> None:
    strike.ended = datetime.now(UTC)


async def _soon(come: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_AIM_SECONDS):
            await come.wait()
