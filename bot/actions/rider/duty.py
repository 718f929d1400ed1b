"""Duty: when a rider works, as the rider says it, and its begin and end by the clock.

The fleet service does not hear of it: a rider stays active there.
"""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.notice_kinds import Say, Urgency
from bot.actions.recipients import staff
from bot.actions.rider import locations
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person, Role
from bot.domain.shift import LONGEST_SHIFT, Shift, next_span
from bot.fleet import State
from bot.identifiers import RiderUuid
from bot.parsing import hours
from bot.parsing.arguments import in_english
from bot.parsing.hours import Aloud, EachNight, Until
from bot.store import audit, deliveries, people, shifts
from bot.texts.message import Message
from bot.texts.rider import duty as texts
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class Duty:
    """A rider's wish to be on duty, off duty or on a break, from when, and until when."""

    is_on: bool
    is_break: bool = False
    begins: datetime | None = None
    until: datetime | None = None


_SWITCHED = {
    texts.ON: Duty(is_on=True),
    texts.OFF: Duty(is_on=False),
    texts.BREAK: Duty(is_on=False, is_break=True),
}


def read(text: str, language: str, now: datetime, zone: tzinfo) -> Duty | None:
    """Read `on`, `break`, `until 22:00`, `from 18 until 22` or `8h`; `None` for other words.

    Times of day are in the business's `zone`.
    """
    line = in_english(text, language)
    if line in _SWITCHED:
        return _SWITCHED[line]
    match hours.read(line.removeprefix("on "), language, now, zone):
        case Until(moment):
            return Duty(is_on=True, until=moment)
        case EachNight(begin, end):
            begins, until = next_span(begin, end, now, zone)
            is_on = begins <= now
            return Duty(is_on=is_on, begins=None if is_on else begins, until=until)
        case Aloud() | None:
            return None


def switch(tx: Transaction, person: Person, duty: Duty, key: EffectKey) -> None:
    """Put a rider on duty, off duty or on a break from now on.

    The end that was said before a break holds during the break and after it.
    """
    former_end = person.duty_until if duty.is_break or person.on_break else None
    is_over = not duty.is_on and not duty.is_break and duty.begins is None
    people.set_duty(
        tx,
        person.user_id,
        off_duty=not duty.is_on,
        on_break=duty.is_break,
        begins=duty.begins,
        until=None if is_over else duty.until or former_end,
    )
    act = "break" if duty.is_break else "on_duty" if duty.is_on else "off_duty"
    audit.record(tx, person.user_id, act)
    if duty.is_on:
        shifts.begin(tx, person.as_rider)
    else:
        shifts.end(tx, person.as_rider, tx.now)
    locations.duty_changed(tx, person.as_rider, key)


async def look(context: Context) -> None:
    """Begin and end the shifts that should have begun or ended by now."""
    await context.database.write(_look)


def _look(tx: Transaction) -> None:
    for person in people.with_role(tx, (Role.RIDER,)):
        if person.duty_from is not None and person.duty_from <= tx.now:
            _begin(tx, person)
        elif person.duty_until is not None and person.duty_until <= tx.now:
            _end(tx, person, person.duty_until)
    for shift in shifts.going_on(tx):
        whose = people.rider_person(tx, shift.rider)
        if whose is None:
            # No person is linked to this rider any more.
            shifts.end(tx, shift.rider, tx.now)
        elif whose.duty_until is None and tx.now - shift.began_at >= LONGEST_SHIFT:
            _end_forgotten(tx, whose, shift)


def _begin(tx: Transaction, person: Person) -> None:
    key = effect_keys.duty(person.user_id, person.duty_from or tx.now)
    duty = Duty(is_on=True, until=person.duty_until)
    if person.duty_until is not None and person.duty_until <= tx.now:
        # The bot did not run meanwhile, so the shift that would begin now is over already.
        duty = Duty(is_on=False)
    switch(tx, person, duty, key)
    _tell(tx, person, partial(texts.begun, until=duty.until), key)


def _end(tx: Transaction, person: Person, until: datetime) -> None:
    """End a shift at its time, or with the last parcel if the rider still has parcels then."""
    if not person.off_duty and deliveries.open_of_rider(tx, person.as_rider):
        return
    key = effect_keys.duty(person.user_id, until)
    end = max([until, *_brought(tx, person.as_rider, until)])
    # End the shift before the switch, which would end it with the present time.
    shifts.end(tx, person.as_rider, end)
    switch(tx, person, Duty(is_on=False), key)
    _tell(tx, person, partial(texts.ended, at=end), key)


def _end_forgotten(tx: Transaction, person: Person, shift: Shift) -> None:
    """End a shift whose end the rider forgot to say, with the last parcel, and say so."""
    key = effect_keys.duty(person.user_id, shift.began_at + LONGEST_SHIFT)
    end = max([shift.began_at, *_brought(tx, shift.rider, shift.began_at)])
    shifts.end(tx, shift.rider, end, was_forgotten=True)
    switch(tx, person, Duty(is_on=False), key)
    _tell(tx, person, partial(texts.forgotten, began=shift.began_at, end=end), key)
    name = person.first_name
    staff.tell_privately(tx, None, lambda say: texts.forgotten_by(say, name, shift.began_at), key)


def _brought(tx: Transaction, rider: RiderUuid, since: datetime) -> list[datetime]:
    """Return when a rider delivered parcels, since a rider who delivers is at work."""
    over = deliveries.ended_since(tx, State.DELIVERED, since)
    mine = (row.ended_at for row in over if row.rider == rider)
    return [at for at in mine if at is not None and since <= at <= tx.now]


def _tell(tx: Transaction, person: Person, text: "partial[Message]", key: EffectKey) -> None:
    if person.reachable:
        notice = Say(chat_id=person.user_id, message=text(Words(person.language)), quiet=True)
        notices.post(tx, notice, effect_keys.to(key, person.user_id), urgency=Urgency.NEWS)


def worked_in(tx: Transaction, since: datetime, until: datetime) -> dict[RiderUuid, list[Shift]]:
    """Return the shifts of each rider that overlap the time between two moments."""
    by_rider: dict[RiderUuid, list[Shift]] = {}
    for shift in shifts.between(tx, since, until):
        by_rider.setdefault(shift.rider, []).append(shift)
    return by_rider
