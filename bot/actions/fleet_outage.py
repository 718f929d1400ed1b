"""The outage of the fleet service: the jobs that wait for it, and the time between two attempts."""

from datetime import timedelta

from bot.base.queue.outage import STEPS, Outage, pause
from bot.fleet import FleetError, NotSent, Unavailable, Unknown
from bot.store.job_kind import JobKind

FLEET_OUTAGE = Outage(
    "fleet outage",
    (JobKind.FLEET_REQUEST, JobKind.EVENT, JobKind.PHOTO),
    tuple(error.__name__ for error in (NotSent, Unavailable, Unknown)),
)

_TOLD_WHEN = "told when"
"""The service named the time to wait: keep it, even if other requests are answered meanwhile."""


def reason_of(error: FleetError) -> str:
    return type(error).__name__ if _told_wait(error) is None else _TOLD_WHEN


def wait_after(error: FleetError, attempts: int) -> timedelta:
    """Return the time to wait after an attempt: as the service says, else longer each time."""
    told_wait = _told_wait(error)
    return pause(attempts) if told_wait is None else max(told_wait, STEPS[0])


def _told_wait(error: FleetError) -> timedelta | None:
    seconds = error.retry_after if isinstance(error, Unavailable) else None
    return timedelta(seconds=seconds) if seconds else None
