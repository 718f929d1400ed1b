"""Every benchmark, in the order of the table."""

from tests.benchmarks.events import EVENTS
from tests.benchmarks.fleet_client import FLEET_CLIENT
from tests.benchmarks.fleet_service import FLEET_SERVICE
from tests.benchmarks.footprint import FOOTPRINT
from tests.benchmarks.hostile import HOSTILE
from tests.benchmarks.idle_connections import IDLE_CONNECTIONS
from tests.benchmarks.intake import INTAKE, SLOW_DISK
from tests.benchmarks.large_database import LARGE_DATABASE
from tests.benchmarks.limits import GROUP_LIMIT, LIMITS
from tests.benchmarks.presses import PRESSES
from tests.benchmarks.sending import SENDING
from tests.benchmarks.service_day import SERVICE_DAY
from tests.benchmarks.service_growth import SERVICE_GROWTH
from tests.benchmarks.statements import STATEMENTS
from tests.benchmarks.updates import UPDATES
from tests.benchmarks.urgency import URGENCY

BENCHMARKS = (
    INTAKE,
    SLOW_DISK,
    HOSTILE,
    IDLE_CONNECTIONS,
    EVENTS,
    UPDATES,
    PRESSES,
    SENDING,
    LIMITS,
    GROUP_LIMIT,
    URGENCY,
    FLEET_CLIENT,
    FLEET_SERVICE,
    SERVICE_DAY,
    SERVICE_GROWTH,
    FOOTPRINT,
    STATEMENTS,
    LARGE_DATABASE,
)
