"""The business's day: from one midnight of its zone to the next."""

from datetime import datetime, tzinfo

from bot.base import days


def midnight(now: datetime, zone: tzinfo) -> datetime:
    """Return when this day has begun in the business's zone."""
    return days.begin(days.day_of(now, zone), zone)
