"""Times, and how long something lasts.

Times are Telegram's own entity: each reader sees them in their zone and in their manner.
"""

from datetime import UTC, datetime, timedelta

from bot.texts.html import Html, isolated
from bot.texts.words import Words


def clock_time(moment: datetime) -> Html:
    """Show hour and minute; an old Telegram shows them in UTC and says so."""
    return _entity(moment, "t", f"{moment.astimezone(UTC):%H:%M} UTC")


def day(moment: datetime) -> Html:
    return _entity(moment, "d", f"{moment.astimezone(UTC):%Y-%m-%d}")


def day_and_time(moment: datetime) -> Html:
    """Show the day, hour and minute; an old Telegram shows them in UTC and says so."""
    return _entity(moment, "Dt", f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC")


def age(say: Words, moment: datetime, now: datetime) -> Html:
    """Show how long ago something was; a Telegram that knows how keeps it up to date."""
    return _entity(moment, "r", age_words(say, moment, now))


def age_words(say: Words, moment: datetime, now: datetime) -> Html:
    """Write how long ago something was, in its largest unit, for a line with little room."""
    span = now - moment
    if span < timedelta(minutes=1):
        return say("just now")
    if span < timedelta(hours=1):
        return say("{count} min", count=span // timedelta(minutes=1))
    if span < timedelta(days=1):
        return say("{count} h", count=span // timedelta(hours=1))
    return say("{count} d", count=span.days)


def minutes(say: Words, span: timedelta) -> Html:
    """Write a length, as it stands behind "for" and "within": some languages bend it there."""
    return say.many("{count} minute", "{count} minutes", count=span // timedelta(minutes=1))


def hours(say: Words, span: timedelta) -> Html:
    """Write a length in hours, likewise."""
    return say.many("{count} hour", "{count} hours", count=span // timedelta(hours=1))


def days(say: Words, span: timedelta) -> Html:
    """Write a length in days, likewise."""
    return say.many("{count} day", "{count} days", count=span // timedelta(days=1))


def _entity(moment: datetime, form: str, fallback: str) -> Html:
    seconds = int(moment.timestamp())
    return isolated(Html(f'<tg-time unix="{seconds}" format="{form}">{fallback}</tg-time>'))
