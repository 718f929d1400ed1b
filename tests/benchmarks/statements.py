"""How often the bot and the fleet service ask their databases: counted, not timed.

The figures are those of `tests.counted`, of one town in everyday use: the owner is awake, the rider
and the customer are in the chat. A test holds them; what is wished stands next to them here. What
the queue asks for itself is in them: jobs that are added and ended, with their keys. Questions for
work are in that of the fleet service only, as its goal was set with them; they vary a little.
"""

from bot import logs
from tests.benchmarks.benchmark import Benchmark, Rounds, Scale, Stage
from tests.benchmarks.goals import OURS, Row, at_most
from tests.counted import service_alone, whole_town
from tests.counted.kept import AT_MOST

_EVENT = "statements for a webhook that a dispatcher, a rider and a customer see"
_DELIVERY = "statements for a delivery in the fleet service, with its questions for work"
_UPDATES = {
    **{words: f"statements for {words}" for words in whole_town.UPDATES},
    "press": "statements for a press that has the board looked up again",
}
_MOST = "as many as it may be"
_ROWS = (
    Row(_EVENT, "", _MOST, at_most(1.0), fixed=30),
    *(Row(title, "", _MOST, at_most(1.0), fixed=20) for title in _UPDATES.values()),
    Row(_DELIVERY, "", _MOST, at_most(1.0), fixed=60),
)


async def measure(_scale: Scale, _stage: Stage) -> Rounds:
    logs.configure("WARNING", as_json=False)
    town, service = await whole_town.count(), await service_alone.count()
    asked = {what: town[what, "bot", "in all"]["statements"] for what in ("event", *_UPDATES)}
    delivery = service["delivery", "in all"]
    figures = {_EVENT: asked.pop("event"), _DELIVERY: delivery["statements"] + delivery[AT_MOST]}
    figures |= {_UPDATES[what]: count for what, count in asked.items()}
    return {OURS: [{name: float(count) for name, count in figures.items()}]}


STATEMENTS = Benchmark("statements", _ROWS, measure)
