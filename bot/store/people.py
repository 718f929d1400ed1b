"""People: who writes to the bot, and which roles they hold."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    as_row,
    columns_of,
    each_given,
    given,
    upsert,
)
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line, writings
from bot.domain.person import Person, Role, Unreachable
from bot.identifiers import RiderUuid
from bot.store.tables.people import people, roles

_OWN = columns_of(Person, people)


def _select(condition: ColumnElement[bool]) -> Query[tuple[Any, ...]]:
    """Ask for people: a row for each of their roles, or one without a role."""
    return Query(
        select(*_OWN, roles.c.role, roles.c.rider)
        .outerjoin(roles, roles.c.user_id == people.c.user_id)
        .where(condition)
        .order_by(people.c.user_id),
        as_row,
    )


def _holders(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return people.c.user_id.in_(select(roles.c.user_id).where(condition))


_BY_ID = _select(people.c.user_id == given("user_id"))
_BY_ROLE = _select(_holders(among(roles.c.role, "wanted")))
_BY_RIDER = _select(_holders(roles.c.rider == given("rider")))
_BY_PHONE = _select(among(people.c.phone, "phones"))
_MEET = Change(
    lambda insert: (
        insert(people)
        .values(
            user_id=given("user_id"),
            first_name=given("first_name"),
            language=given("language"),
            reachable=True,
            created_at=given("now"),
            seen_at=given("now"),
        )
        .on_conflict_do_update(
            index_elements=["user_id"],
            # The language stays: they may have chosen another one than that of their Telegram.
            set_={
                "seen_at": given("now"),
                "first_name": given("first_name"),
                "reachable": True,
                "unreachable_because": None,
            },
        )
    )
)
_TAKE_PHONE = Change(
    update(people)
    .where(among(people.c.phone, "taken"), people.c.user_id != given("by"))
    .values(phone=None)
)
_GRANT = Change(upsert(roles, "user_id", "role", "rider"))
_REVOKE = Change(
    delete(roles).where(roles.c.user_id == given("user_id"), roles.c.role == given("role"))
)
_REVOKE_RIDER = Change(delete(roles).where(roles.c.rider == given("rider")))
_REVOKE_FROM_ALL = Change(delete(roles).where(roles.c.role == given("role")))


def get(tx: Transaction, user_id: int) -> Person | None:
    """Return one person with their roles."""
    return next(_people(tx.all(_BY_ID, user_id=user_id)), None)


def meet(tx: Transaction, user_id: int, first_name: str, language: str) -> Person:
    """Note that somebody writes to us: make or refresh their row; they can be reached now."""
    tx.run(_MEET, user_id=user_id, first_name=first_name, language=language, now=tx.now)
    person = get(tx, user_id)
    if person is None:
        raise LookupError(f"person {user_id} was not kept")
    return person


def set_reachable(tx: Transaction, user_id: int) -> None:
    """Note that messages may be sent to this person."""
    _change(tx, user_id, reachable=True, unreachable_because=None)


def set_unreachable(tx: Transaction, user_id: int, because: Unreachable) -> None:
    """Note that nothing may be sent to this person."""
    _change(tx, user_id, reachable=False, unreachable_because=because)


def set_phone(tx: Transaction, user_id: int, phone: str) -> None:
    """Keep a phone number in E.164 that Telegram vouches for; nobody else keeps it then."""
    tx.run(_TAKE_PHONE, taken=writings(phone), by=user_id)
    _change(tx, user_id, phone=phone, contact_asked_at=None)


def set_language(tx: Transaction, user_id: int, language: str) -> None:
    """Keep the language that somebody wants to read."""
    _change(tx, user_id, language=language)


def mute_until(tx: Transaction, user_id: int, until: datetime | None) -> None:
    """Let messages come without a sound until a moment, or let them sound again."""
    _change(tx, user_id, muted_until=until)


def set_quiet_hours(tx: Transaction, user_id: int, begin: int | None, end: int | None) -> None:
    """Keep the quiet hours of each day, in minutes of the business's day; `None` for no such."""
    _change(tx, user_id, quiet_from=begin, quiet_to=end)


def set_duty(
    tx: Transaction,
    user_id: int,
    *,
    off_duty: bool,
    on_break: bool,
    begins: datetime | None,
    until: datetime | None,
) -> None:
    """Note whether a rider works now, or only pauses; from when they will, and until when."""
    _change(
        tx,
        user_id,
        off_duty=off_duty,
        on_break=on_break,
        duty_from=begins,
        duty_until=until,
    )


def set_keeps_finished(tx: Transaction, user_id: int, keeps_finished: bool) -> None:
    """Note whether somebody wants the cards of what is over left in their chat."""
    _change(tx, user_id, keeps_finished=keeps_finished)


def set_plain_lists(tx: Transaction, user_id: int, plain_lists: bool) -> None:
    """Note whether somebody reads lists as lines, since their Telegram shows no tables."""
    _change(tx, user_id, plain_lists=plain_lists)


def contact_asked(tx: Transaction, user_id: int) -> None:
    """Note that the bot has just asked this person for their contact."""
    _change(tx, user_id, contact_asked_at=tx.now)


def grant(tx: Transaction, user_id: int, role: Role, rider: RiderUuid | None = None) -> None:
    """Give a role. A rider has one Telegram account: a former one of the same rider loses it."""
    if rider is not None:
        # Otherwise two grants at once would both keep their row: neither sees the other's.
        tx.alone_with(f"rider:{rider}")
        tx.run(_REVOKE_RIDER, rider=rider)
    tx.run(_GRANT, user_id=user_id, role=role, rider=rider)


def revoke(tx: Transaction, user_id: int, role: Role) -> None:
    """Take a role away; effective with this transaction."""
    tx.run(_REVOKE, user_id=user_id, role=role)


def bar(tx: Transaction, user_id: int, rider: RiderUuid | None) -> None:
    """Keep a person from being this rider by their phone number alone; `None` lifts it."""
    _change(tx, user_id, barred_rider=rider)


def set_owners(tx: Transaction, user_ids: Collection[int]) -> None:
    """Make exactly these people owners: the config is where owners come from."""
    tx.run(_REVOKE_FROM_ALL, role=Role.OWNER)
    for user_id in set(user_ids):
        grant(tx, user_id, Role.OWNER)


def with_role(tx: Transaction, wanted: Iterable[Role]) -> list[Person]:
    """Return everybody who has written to us and holds one of these roles."""
    return list(_people(tx.all(_BY_ROLE, wanted=list(wanted))))


def by_rider(tx: Transaction) -> dict[RiderUuid | None, Person]:
    """Return everybody who has joined as a rider, by whom the fleet service knows them as."""
    return {person.rider: person for person in with_role(tx, [Role.RIDER])}


def rider_person(tx: Transaction, rider: RiderUuid) -> Person | None:
    """Return who rides as this rider of the fleet service, if they have joined."""
    return next(_people(tx.all(_BY_RIDER, rider=rider)), None)


def with_phones(tx: Transaction, phones: Collection[str]) -> dict[str, Person]:
    """Return the people whose verified number is one of these, by it, however it is written."""
    written = {writing for phone in phones for writing in writings(phone)}
    by_line = {
        line(person.phone): person
        for person in _people(tx.all(_BY_PHONE, phones=written))
        if person.phone
    }
    return {phone: by_line[line(phone)] for phone in phones if line(phone) in by_line}


@cache
def _changing(*names: str) -> Change:
    changed = update(people).where(people.c.user_id == given("whose"))
    return Change(changed.values(each_given(*names)))


def _change(tx: Transaction, user_id: int, **values: object) -> None:
    tx.run(_changing(*values), whose=user_id, **values)


def _people(rows: Iterable[tuple[Any, ...]]) -> Iterator[Person]:
    """Make one person of all their rows, which follow each other."""
    for own, rows_of_person in groupby(rows, key=itemgetter(slice(len(_OWN)))):
        # Behind their own columns stand those of one role: its name, and which rider it is.
        roles_held = [row[len(_OWN) :] for row in rows_of_person]
        names = frozenset(Role(role) for role, _ in roles_held if role is not None)
        rider = next((rider for _, rider in roles_held if rider), None)
        yield Person(*[*own, names, rider])
