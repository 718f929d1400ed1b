"""Every benchmark, in the order of the table."""

from tests.benchmarks.events import EVENTS
from tests.benchmarks.intake import INTAKE, SLOW_DISK
from tests.benchmarks.limits import GROUP_LIMIT, LIMITS
from tests.benchmarks.presses import PRESSES
from tests.benchmarks.sending import SENDING
from tests.benchmarks.updates import UPDATES
from tests.benchmarks.urgency import URGENCY

BENCHMARKS = (
    INTAKE,
    SLOW_DISK,
    EVENTS,
    UPDATES,
    PRESSES,
    SENDING,
    LIMITS,
    GROUP_LIMIT,
    URGENCY,
)
