"""The quiet times of people, in which messages come as usual, but without a sound."""

from datetime import datetime, tzinfo

from bot.domain.person import Person


def is_quiet(person: Person, now: datetime, zone: tzinfo) -> bool:
    """Tell whether a person wants no sound now: muted, off duty, or in their quiet hours."""
    muted = person.muted_until is not None and now < person.muted_until
    begin, end = person.quiet_from, person.quiet_to
    if muted or person.off_duty or begin is None or end is None:
        return muted or person.off_duty
    # Quiet hours are minutes of the business's day, and may reach over midnight.
    local = now.astimezone(zone)
    minute = local.hour * 60 + local.minute
    return begin <= minute < end if begin <= end else minute >= begin or minute < end
