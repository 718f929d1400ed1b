"""How long a change waits for a fleet service that does not answer."""

from datetime import timedelta

from bot.base.backoff import pause
from bot.base.jobs import Job
from bot.fleet import FleetError, Unavailable

LONG = timedelta(minutes=2)
"""After this people are told that it takes longer."""


def wait(job: Job, age: timedelta, error: FleetError, expires: timedelta | None) -> timedelta:
    """Wait longer each time, but never past a moment at which somebody must be told."""
    step = pause(job.attempts)
    if isinstance(error, Unavailable) and error.retry_after:
        step = max(step, timedelta(seconds=error.retry_after))
    moments = [moment - age for moment in (LONG, expires) if moment and moment > age]
    return min([step, *moments])
