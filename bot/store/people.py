"""People: who writes to the bot, and which roles they hold."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Row, delete, select, update

from bot.base.database import Transaction
from bot.identifiers import RiderUuid
from bot.store.tables import people, roles


class Role(StrEnum):
    """What a person may be here; one person can be several."""

    OWNER = "owner"
    DISPATCHER = "dispatcher"
    RIDER = "rider"
    CUSTOMER = "customer"


_OWN = [column for column in people.c if column.name != "created_at"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has written to the bot.

    `rider` is the rider's uuid in the fleet service. `phone` is in E.164 and was verified by
    Telegram. Nothing is sent to people who are not `reachable`: they stopped or blocked the bot.
    Until `muted_until`, and each day between `quiet_from` and `quiet_to` (minutes of the business's
    day), messages come without a sound; `off_duty` is a rider's own mute.
    Who was removed as `barred_rider` can be this rider again by invitation only.
    """

    user_id: int
    first_name: str
    language: str
    phone: str | None = None
    reachable: bool = True
    contact_asked_at: datetime | None = None
    muted_until: datetime | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    off_duty: bool = False
    barred_rider: RiderUuid | None = None
    roles: frozenset[Role] = frozenset()
    rider: RiderUuid | None = None

    @property
    def as_rider(self) -> RiderUuid:
        """Return `rider`, or for who is none an empty one, which is nobody's."""
        return self.rider or RiderUuid("")


async def get(tx: Transaction, user_id: int) -> Person | None:
    """Return one person with their roles."""
    found = await _load(tx, people.c.user_id == user_id)
    return found[0] if found else None


async def meet(tx: Transaction, user_id: int, first_name: str, language: str) -> Person:
    """Note that somebody writes to us: make or refresh their row; they can be reached now."""
    row = tx.insert(people).values(
        user_id=user_id,
        first_name=first_name,
        language=language,
        reachable=True,
        created_at=tx.now,
    )
    changes = {"first_name": first_name, "reachable": True}
    await tx.connection.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=changes))
    met = await get(tx, user_id)
    if met is None:
        raise LookupError(f"person {user_id} was not kept")
    return met


async def set_reachable(tx: Transaction, user_id: int, reachable: bool) -> None:
    """Note whether messages may be sent to this person."""
    await _change(tx, user_id, reachable=reachable)


async def set_phone(tx: Transaction, user_id: int, phone: str) -> None:
    """Keep a phone number in E.164 that Telegram vouches for; nobody else keeps it then."""
    taken = update(people).where(people.c.phone == phone, people.c.user_id != user_id)
    await tx.connection.execute(taken.values(phone=None))
    await _change(tx, user_id, phone=phone, contact_asked_at=None)


async def set_language(tx: Transaction, user_id: int, language: str) -> None:
    """Keep the language that somebody wants to read."""
    await _change(tx, user_id, language=language)


async def mute_until(tx: Transaction, user_id: int, until: datetime | None) -> None:
    """Let messages come without a sound until a moment, or let them sound again."""
    await _change(tx, user_id, muted_until=until)


async def set_quiet_hours(
    tx: Transaction, user_id: int, begin: int | None, end: int | None
) -> None:
    """Keep the quiet hours of each day, in minutes of the business's day; `None` for no such."""
    await _change(tx, user_id, quiet_from=begin, quiet_to=end)


async def set_off_duty(tx: Transaction, user_id: int, off_duty: bool) -> None:
    """Note whether a rider wants no sound now."""
    await _change(tx, user_id, off_duty=off_duty)


async def contact_asked(tx: Transaction, user_id: int) -> None:
    """Note that the bot has just asked this person for their contact."""
    await _change(tx, user_id, contact_asked_at=tx.now)


async def grant(tx: Transaction, user_id: int, role: Role, rider: RiderUuid | None = None) -> None:
    """Give a role. A rider has one Telegram account: a former one of the same rider loses it."""
    if rider is not None:
        await tx.alone_with(f"rider:{rider}")
        await tx.connection.execute(delete(roles).where(roles.c.rider == rider))
    row = tx.insert(roles).values(user_id=user_id, role=role, rider=rider)
    same = ["user_id", "role"]
    await tx.connection.execute(
        row.on_conflict_do_update(index_elements=same, set_={"rider": rider})
    )


async def revoke(tx: Transaction, user_id: int, role: Role) -> None:
    """Take a role away; effective with this transaction."""
    await tx.connection.execute(
        delete(roles).where(roles.c.user_id == user_id, roles.c.role == role)
    )


async def bar(tx: Transaction, user_id: int, rider: RiderUuid | None) -> None:
    """Keep a person from being this rider by their phone number alone; `None` lifts it."""
    await _change(tx, user_id, barred_rider=rider)


async def set_owners(tx: Transaction, user_ids: Collection[int]) -> None:
    """Make exactly these people owners: the config is where owners come from."""
    await tx.connection.execute(delete(roles).where(roles.c.role == Role.OWNER))
    for user_id in set(user_ids):
        await grant(tx, user_id, Role.OWNER)


async def with_role(tx: Transaction, wanted: Iterable[Role]) -> list[Person]:
    """Return everybody who has written to us and holds one of these roles."""
    holders = select(roles.c.user_id).where(roles.c.role.in_(list(wanted)))
    return await _load(tx, people.c.user_id.in_(holders))


async def rider_person(tx: Transaction, rider: RiderUuid) -> Person | None:
    """Return who rides as this rider of the fleet service, if they have joined."""
    holders = select(roles.c.user_id).where(roles.c.rider == rider)
    found = await _load(tx, people.c.user_id.in_(holders))
    return found[0] if found else None


async def with_phones(tx: Transaction, phones: Collection[str]) -> dict[str, Person]:
    """Return the people whose verified number is one of these, by number."""
    found = await _load(tx, people.c.phone.in_(list(phones)))
    return {person.phone: person for person in found if person.phone}


async def _change(tx: Transaction, user_id: int, **values: object) -> None:
    await tx.connection.execute(update(people).where(people.c.user_id == user_id).values(**values))


async def _load(tx: Transaction, condition: ColumnElement[bool]) -> list[Person]:
    query = (
        select(people, roles.c.role, roles.c.rider)
        .outerjoin(roles, roles.c.user_id == people.c.user_id)
        .where(condition)
        .order_by(people.c.user_id)
    )
    grouped: dict[int, list[Row[tuple[object, ...]]]] = {}
    for row in await tx.connection.execute(query):
        grouped.setdefault(row.user_id, []).append(row)
    return [_person(rows) for rows in grouped.values()]


def _person(rows: list[Row[tuple[object, ...]]]) -> Person:
    first = rows[0]._mapping
    held = [row._mapping for row in rows if row._mapping["role"] is not None]
    return Person(
        **{column.name: first[column.name] for column in _OWN},
        roles=frozenset(Role(row["role"]) for row in held),
        rider=next((row["rider"] for row in held if row["rider"]), None),
    )
