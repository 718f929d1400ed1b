"""The scenarios, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType

from tests.cluster.faults import (
    Fault,
    freeze_primary,
    kill_primary,
    kill_sender,
    no_more,
    pause_sender,
)
from tests.cluster.replicated_town import Layout

_BOT_LIMIT = timedelta(seconds=15)
_DATABASE_LIMIT = timedelta(seconds=45)
CLOCK_AHEAD = timedelta(seconds=65)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One fault while deliveries move.

    Deliveries are created for `lasts` seconds; within `limit` of the fault people are answered.
    """

    what: str
    fault: Fault
    lasts: float
    limit: timedelta = _BOT_LIMIT
    layout: Layout = field(default_factory=Layout)


SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {
        "sender-killed": Scenario("the sending bot is killed", kill_sender, 30),
        "sender-paused": Scenario("the sending bot stands still for 75 s", pause_sender, 95),
        "clock-ahead": Scenario(
            "one bot's clock is 65 s ahead",
            no_more,
            30,
            layout=Layout(clocks_ahead={2: CLOCK_AHEAD}),
        ),
        "primary-killed": Scenario("the primary is killed", kill_primary, 60, _DATABASE_LIMIT),
        "primary-frozen": Scenario(
            "the primary stands still for 60 s", freeze_primary, 80, _DATABASE_LIMIT
        ),
        "pgbouncer": Scenario(
            "the sending bot is killed, behind pgbouncer",
            kill_sender,
            30,
            layout=Layout(is_pooled=True),
        ),
        "polling": Scenario(
            "the sending bot is killed, and all poll",
            kill_sender,
            30,
            layout=Layout(mode="polling"),
        ),
    }
)
