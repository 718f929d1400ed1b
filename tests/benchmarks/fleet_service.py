"""What the fleet service's most frequent requests cost, next to plain FastAPI."""

from functools import partial

from bot.demo.town import free_port
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.fleet_rig import Asker, asking
from tests.benchmarks.goals import OURS, TIMED, Row, at_least
from tests.benchmarks.posting import all_of
from tests.benchmarks.processes import at_rest, program
from tests.service.fleet import KEY

_AT_ONCE = 16
_MODULE = "tests.benchmarks.references.plain_fleet"

_GOT = "fleet service: deliveries got"
_CREATED = "fleet service: deliveries created"
_PLAIN = "plain FastAPI, one table"
_ROWS = (
    Row(_GOT, "a second", _PLAIN, at_least(0.4), tolerance=TIMED),
    Row(_CREATED, "a second", _PLAIN, at_least(0.3), tolerance=TIMED),
)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    fleet = await stage.fleet()
    port = free_port()
    plain = program(
        _MODULE,
        port=port,
        database=fleet.folder / "plain.db",
        created=fleet.created,
        got=fleet.got,
        api_key=KEY,
    )
    async with plain as process, asking(f"http://127.0.0.1:{port}") as asker:
        many = scale.of(600, 80)
        sides = {
            OURS: partial(_ask, fleet.asker, fleet.pid, many),
            _PLAIN: partial(_ask, asker, process.pid, many),
        }
        return await by_turns(scale.rounds, sides, warm_up=True)


async def _ask(asker: Asker, pid: int, many: int) -> Figures:
    uuids: list[str] = []

    async def create(_: int) -> None:
        uuids.append((await asker.create())["data"]["uuid"])

    creating = await all_of(range(many), create, _AT_ONCE)
    await at_rest(pid)  # what follows from a delivery is not in the way of reading it
    getting = await all_of(uuids * 3, asker.get, _AT_ONCE)
    return {_CREATED: many / creating, _GOT: 3 * many / getting}


FLEET_SERVICE = Benchmark("fleet-service", _ROWS, measure, cores=2)
