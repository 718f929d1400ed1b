"""How long a change waits for a fleet service that does not answer."""

from datetime import timedelta

from bot.actions.backoff import pause
from bot.fleet import FleetError, Unavailable
from bot.store.jobs import Job

LONG = timedelta(minutes=2)
"""After this people are told that it takes longer."""


def wait(job: Job, age: timedelta, error: FleetError, expires: timedelta | None) -> timedelta:
    """Wait longer each time, but never past a moment at which somebody must be told."""
    step = pause(job.attempts)
    if isinstance(error, Unavailable) and error.retry_after:
        step = max(step, timedelta(seconds=error.retry_after))
    moments = [moment - age for moment in (LONG, expires) if moment and moment > age]
    return min([step, *moments])
