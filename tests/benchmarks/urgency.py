"""How long somebody waits for what is theirs while much else waits to be sent.

Telegram's limits are enforced, and the bot speaks as fast as it does by itself.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bot.demo.town import Town
from bot.fleet import Delivery
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.world import ChatEvent
from tests.benchmarks import backlog
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.events import STEPS, known_deliveries, webhook
from tests.benchmarks.goals import OURS, TIMED, Row, at_most
from tests.benchmarks.load import order
from tests.benchmarks.posting import posting
from tests.benchmarks.rig import PACE, listen, opened_store, running_bot
from tests.faults.eyes import Eyes

_CHATS = 20
_WAITING_EACH = 20
_ORDERS = 20
_PATIENCE = 6
"""Seconds: what has not come by then is told as so late."""

_HELP = "Write to me as to a person"
"""What only the answer to /help says."""
_NEWS = "is on the way"
"""What only the notice says."""
_UNTIL_ALL_HAD_ITS_TURN = 2.5

_NOTICE = "one notice while 20 chats have 20 waiting each"
_COMMAND = "own command while 20 new orders come in"
_SECONDS = f"s of {_PATIENCE} watched"
_PROMISED = "what is promised"
_ROWS = (
    Row(_NOTICE, _SECONDS, _PROMISED, at_most(1.0), fixed=0.5, tolerance=TIMED),
    Row(_COMMAND, _SECONDS, _PROMISED, at_most(1.0), fixed=1.0, tolerance=TIMED),
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    return await by_turns(scale.of(5, 1), {OURS: _ours})


async def _ours() -> Figures:
    async with running_bot(is_quick=False, settings={"telegram": PACE}) as rig:
        town = rig.town
        (delivery,) = await known_deliveries(town, 1, customers=1)
        await rig.idle(_UNTIL_ALL_HAD_ITS_TURN)
        town.telegram.limits = FloodLimits()
        return {
            _COMMAND: await _command_among_orders(town),
            _NOTICE: await _notice_among_many(town, delivery),
        }


async def _command_among_orders(town: Town) -> float:
    for number in range(_ORDERS):
        await town.shop.create_delivery(order(100 + number))
    with _watched(town) as sent:
        began = time.perf_counter()
        town.owner.write("/help")
        await _see(town, lambda: any(_HELP in (event.message.text or "") for event in sent))
        return time.perf_counter() - began


async def _notice_among_many(town: Town, delivery: Delivery) -> float:
    readers = backlog.people(town, _CHATS)
    async with opened_store(town, alone=False) as database:
        await backlog.fill(database, [reader.id for reader in readers] * _WAITING_EACH)
    with _watched(town) as sent:
        town.telegram.add_user("Stranger").write("hello")  # wakes the sender
        await _see(town, lambda: sum(event.user in readers for event in sent) >= _CHATS)
        began = time.perf_counter()
        async with posting(town.certificates.authority) as post:
            await post(webhook(town, delivery, *STEPS[0]))
        await _see(town, lambda: any(_NEWS in (event.message.text or "") for event in sent))
        return time.perf_counter() - began


@contextmanager
def _watched(town: Town) -> Iterator[list[ChatEvent]]:
    """Note what the bot sends to anybody while the block runs."""
    sent: list[ChatEvent] = []
    stop = listen(town, sent)
    yield sent
    stop()


async def _see(town: Town, holds: Callable[[], bool]) -> None:
    with suppress(TimeoutError):
        await Eyes(town).see(holds, _PATIENCE)


URGENCY = Benchmark("urgency", _ROWS, measure, goes_by_the_clock=True)
