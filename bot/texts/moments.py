"""Times and durations in texts.

Times are Telegram's own entity: each reader sees them in their own zone and format. Whether a time
is of today is known only when a message is sent: `as_of` then adds the date to other times.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo

from bot.texts.html import Html, isolated
from bot.texts.words import Words

_TIME, _DAY, _DAY_AND_TIME = "t", "d", "Dt"
_SHORT_DAY_AND_TIME = "dt"
_AGE = "r"

_WRITTEN: Mapping[str, str] = {
    _TIME: "%H:%M",
    _DAY: "%Y-%m-%d",
    _DAY_AND_TIME: "%Y-%m-%d %H:%M",
    _SHORT_DAY_AND_TIME: "%Y-%m-%d %H:%M",
}
"""The text for a Telegram that does not know the entity, by the entity's format."""

_ENTITY = re.compile(rf'<tg-time unix="(-?[0-9]+)" format="({"|".join(_WRITTEN)})">[^<]*</tg-time>')


def clock_time(moment: datetime) -> Html:
    """Show hour and minute, and the date if it is not of the day of sending."""
    return _written(moment, _TIME, UTC)


def day(moment: datetime) -> Html:
    return _written(moment, _DAY, UTC)


def day_and_time(moment: datetime) -> Html:
    """Show the day, hour and minute."""
    return _written(moment, _DAY_AND_TIME, UTC)


def as_of(content: Html, now: datetime, zone: tzinfo) -> Html:
    """Add the date to each time in a text that is not of today in the business's zone.

    An old Telegram shows all times in that zone.
    """
    today = now.astimezone(zone).date()

    def dated(found: re.Match[str]) -> str:
        moment, form = datetime.fromtimestamp(int(found[1]), UTC), found[2]
        if form == _TIME and moment.astimezone(zone).date() != today:
            form = _SHORT_DAY_AND_TIME
        return _entity(moment, form, _fallback(moment, form, zone))

    return Html(_ENTITY.sub(dated, content))


def age(say: Words, moment: datetime, now: datetime) -> Html:
    """Show how long ago something was; a new Telegram keeps it up to date."""
    return isolated(_entity(moment, _AGE, age_words(say, moment, now)))


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
    """Write a length in minutes, in the form after "for" and "within" in some languages."""
    return say.many("{count} minute", "{count} minutes", count=span // timedelta(minutes=1))


def hours(say: Words, span: timedelta) -> Html:
    """Write a length in hours, in the same form."""
    return say.many("{count} hour", "{count} hours", count=span // timedelta(hours=1))


def days(say: Words, span: timedelta) -> Html:
    """Write a length in days, in the same form."""
    return say.many("{count} day", "{count} days", count=span // timedelta(days=1))


def _written(moment: datetime, form: str, zone: tzinfo) -> Html:
    return isolated(_entity(moment, form, _fallback(moment, form, zone)))


def _entity(moment: datetime, form: str, fallback: str) -> Html:
    seconds = int(moment.timestamp())
    return Html(f'<tg-time unix="{seconds}" format="{form}">{fallback}</tg-time>')


def _fallback(moment: datetime, form: str, zone: tzinfo) -> str:
    local = moment.astimezone(zone)
    written = local.strftime(_WRITTEN[form])
    if form == _DAY:
        return written
    # Many zones have no abbreviation: Python calls that of São Paulo `-03`.
    zone_name = local.tzname() or "UTC"
    return f"{written} {zone_name if zone_name[:1].isalpha() else f'UTC{zone_name}'}"
