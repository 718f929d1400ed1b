"""How often the bot and the fleet service ask their databases: counted, not timed.

The bot's questions for work are left out, as in the tests that hold these figures.
"""

import tempfile
from pathlib import Path

from bot import logs
from bot.demo.town import Town
from tests.benchmarks.benchmark import Benchmark, Rounds, Scale, Stage
from tests.benchmarks.events import STEPS, known_deliveries, webhook
from tests.benchmarks.goals import OURS, Row, at_most
from tests.benchmarks.posting import posting
from tests.service.fleet import running, settings_at
from tests.service.receiver import make_certificates
from tests.support.clock import ManualClock
from tests.support.sql import listening, without_the_queue

_EVENT = "statements for a webhook with two messages"
_UPDATE = "statements for a command with one answer"
_DELIVERY = "statements for a delivery in the fleet service"
_MOST = "as many as it may be"
_ROWS = (
    Row(_EVENT, "", _MOST, at_most(1.0), fixed=30),
    Row(_UPDATE, "", _MOST, at_most(1.0), fixed=20),
    Row(_DELIVERY, "", _MOST, at_most(1.0), fixed=60),
)


async def measure(_scale: Scale, _stage: Stage) -> Rounds:
    logs.configure("WARNING", as_json=False)
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        event, update = await _of_the_bot(Path(folder))
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        delivery = await _of_the_service(Path(folder))
    figures = {_EVENT: event, _UPDATE: update, _DELIVERY: delivery}
    return {OURS: [{name: float(count) for name, count in figures.items()}]}


async def _of_the_bot(folder: Path) -> tuple[int, int]:
    async with Town(folder) as town, posting(town.certificates.authority) as post:
        bot = await town.start_bot()
        (delivery,) = await known_deliveries(town, 1, customers=1)
        town.owner.block()  # then only the customer is told: a card's edit, and a loud message
        await town.idle()
        calls = len(town.telegram.calls)
        with listening() as for_event:
            await post(webhook(town, delivery, *STEPS[0]))
            await bot.idle()
        assert len(town.telegram.calls) - calls == 2
        town.owner.unblock()
        await town.idle()
        with listening() as for_update:
            town.owner.write("/help")
            await town.telegram.idle()
            await bot.idle()
        return len(without_the_queue(for_event)), len(without_the_queue(for_update))


async def _of_the_service(folder: Path) -> int:
    make_certificates(folder)
    async with running(settings_at(folder, folder), ManualClock()) as fleet:
        await fleet.at("Delivered")  # with the rider who carries the next one, too
        await fleet.service.idle()
        with listening() as asked:
            await fleet.at("Delivered")
            await fleet.service.idle()
        return len(asked)


STATEMENTS = Benchmark("statements", _ROWS, measure)
