"""When messages come without a sound. What is said is the same, and nothing is held back."""

from datetime import datetime, tzinfo

from bot.domain.person import Person


def is_quiet(person: Person, now: datetime, zone: tzinfo) -> bool:
    """Tell whether somebody wants no sound now: muted, off duty, or in their quiet hours."""
    muted = person.muted_until is not None and now < person.muted_until
    return muted or person.off_duty or _is_quiet_hour(person, now.astimezone(zone))


def _is_quiet_hour(person: Person, local: datetime) -> bool:
    """Quiet hours are minutes of the business's day; they may reach over midnight."""
    begin, end = person.quiet_from, person.quiet_to
    if begin is None or end is None:
        return False
    minute = local.hour * 60 + local.minute
    return begin <= minute < end if begin <= end else minute >= begin or minute < end
