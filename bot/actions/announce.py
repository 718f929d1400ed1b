"""Who hears what: a change of a delivery becomes notices, in the transaction that keeps it."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum, StrEnum
from types import MappingProxyType

from bot.actions import notices
from bot.actions.notices import Say, View
from bot.actions.views import as_seen_by
from bot.fleet import Delivery, State
from bot.store import people, watches
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person, Role
from bot.texts import news
from bot.texts.message import Message
from bot.texts.words import Words

_STALE = timedelta(hours=1)
"""A delivery that is first seen longer than this after its creation rings nobody's phone."""


class Happening(StrEnum):
    """What a change means to people. The later ones in this list say more than the former."""

    CREATED = "created"
    ASSIGNED = "assigned"
    ACCEPTED = "accepted"
    PICKED_UP = "picked_up"
    FAILED = "failed"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class Audience(StrEnum):
    """Who is told."""

    CUSTOMER = "customer"
    RIDER = "rider"
    DISPATCHER = "dispatcher"


class Manner(Enum):
    """How somebody is told."""

    CARD = "a new card, loud"
    EDIT = "the card changes quietly"
    SAY = "the card changes, and a loud message says so"


_QUIETLY = {audience: Manner.EDIT for audience in Audience}

TABLE: Mapping[Happening, Mapping[Audience, Manner]] = MappingProxyType(
    {
        Happening.CREATED: {
            **_QUIETLY,
            Audience.CUSTOMER: Manner.CARD,
            Audience.DISPATCHER: Manner.CARD,
        },
        Happening.ASSIGNED: {**_QUIETLY, Audience.RIDER: Manner.CARD},
        Happening.ACCEPTED: _QUIETLY,
        Happening.PICKED_UP: {**_QUIETLY, Audience.CUSTOMER: Manner.SAY},
        Happening.COMPLETED: {**_QUIETLY, Audience.CUSTOMER: Manner.SAY},
        Happening.CANCELLED: {audience: Manner.SAY for audience in Audience},
        Happening.FAILED: {
            **_QUIETLY,
            Audience.CUSTOMER: Manner.SAY,
            Audience.DISPATCHER: Manner.SAY,
        },
    }
)

_TAKEN = "taken"

_REACHED = {
    State.ACCEPTED: Happening.ACCEPTED,
    State.IN_TRANSIT: Happening.PICKED_UP,
    State.DELIVERED: Happening.COMPLETED,
    State.CANCELLED: Happening.CANCELLED,
    State.DECLINED: Happening.CANCELLED,
    State.FAILED: Happening.FAILED,
}

_SAID = {
    (Happening.PICKED_UP, Audience.CUSTOMER): news.on_the_way,
    (Happening.COMPLETED, Audience.CUSTOMER): news.delivered,
    (Happening.CANCELLED, Audience.CUSTOMER): news.cancelled_for_customer,
    (Happening.CANCELLED, Audience.RIDER): news.cancelled_for_rider,
    (Happening.CANCELLED, Audience.DISPATCHER): news.cancelled_for_dispatcher,
    (Happening.FAILED, Audience.CUSTOMER): news.failed_for_customer,
    (Happening.FAILED, Audience.DISPATCHER): news.failed_for_dispatcher,
}

_VIEWS = {
    Audience.CUSTOMER: View.CUSTOMER,
    Audience.RIDER: View.RIDER,
    Audience.DISPATCHER: View.DISPATCHER,
}


def happening(before: Delivery | None, after: Delivery) -> Happening | None:
    """Return what a change means: the most important thing, where several were missed."""
    if (before is None or before.state is not after.state) and after.state in _REACHED:
        return _REACHED[after.state]
    if after.rider and (before is None or before.rider is None or before.rider != after.rider):
        return Happening.ASSIGNED
    return Happening.CREATED if before is None else None


async def change(
    tx: Transaction,
    row: DeliveryRow,
    before: Delivery | None,
    after: Delivery,
    actor: int | None,
) -> None:
    """Tell everybody concerned. The actor sees only the card change."""
    await _tell_dispatchers(tx, row, before, after, actor)
    await _tell_rider(tx, row, before, after, actor)
    await _tell_former_rider(tx, row, before, after)
    await _tell_customers(tx, row, before, after)


async def _tell_dispatchers(
    tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery, actor: int | None
) -> None:
    staff = await people.with_role(tx, (Role.OWNER, Role.DISPATCHER))
    what = happening(before, after)
    if before is None and what is Happening.ASSIGNED:
        what = Happening.CREATED  # a delivery that is born with a rider is still new to them
    for person in staff:
        heard = None if person.user_id == actor else what
        await _tell(tx, person, Audience.DISPATCHER, row, before, after, heard)


async def _tell_rider(
    tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery, actor: int | None
) -> None:
    person = await people.rider_person(tx, row.rider) if row.rider else None
    if person is None:
        return
    what = happening(before, after)
    if _is_new_rider(before, after) and row.is_open:
        what = Happening.ASSIGNED
    heard = None if person.user_id == actor else what
    await _tell(tx, person, Audience.RIDER, row, before, after, heard)


def _is_new_rider(before: Delivery | None, after: Delivery) -> bool:
    former = before.rider.uuid if before and before.rider else None
    return after.rider is not None and after.rider.uuid != former


async def _tell_former_rider(
    tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery
) -> None:
    if before is None or before.rider is None or before.rider.uuid in (None, row.rider):
        return
    person = await people.rider_person(tx, before.rider.uuid)
    if person is None or not person.reachable:
        return
    await notices.show_card(tx, person.user_id, row, View.RIDER, create=False)
    said = news.taken_from_rider(Words(person.language), after)
    await _say(tx, person, row, View.RIDER, _TAKEN, said)


async def _tell_customers(
    tx: Transaction, row: DeliveryRow, before: Delivery | None, after: Delivery
) -> None:
    for watch in await watches.of_delivery(tx, row.uuid):
        person = await people.get(tx, watch.user_id)
        if person is None:
            continue
        was = as_seen_by(before, watch.party) if before else None
        now = as_seen_by(after, watch.party)
        await _tell(tx, person, Audience.CUSTOMER, row, was, now, happening(was, now))


async def _tell(
    tx: Transaction,
    person: Person,
    audience: Audience,
    row: DeliveryRow,
    before: Delivery | None,
    after: Delivery,
    what: Happening | None,
) -> None:
    if not person.reachable:
        return
    manner = TABLE[what][audience] if what and not _is_stale(tx, before, after) else Manner.EDIT
    view = _VIEWS[audience]
    fresh = manner is Manner.CARD and before is not None
    wanted = audience is Audience.CUSTOMER or (audience is Audience.RIDER and row.is_open)
    create = manner is Manner.CARD or wanted
    await notices.show_card(tx, person.user_id, row, view, fresh=fresh, create=create)
    if manner is Manner.SAY and what:
        said = _SAID[what, audience](Words(person.language), after)
        await _say(tx, person, row, view, what, said)


def _is_stale(tx: Transaction, before: Delivery | None, after: Delivery) -> bool:
    return before is None and after.created_at is not None and tx.now - after.created_at > _STALE


async def _say(
    tx: Transaction, person: Person, row: DeliveryRow, view: View, kind: str, said: Message
) -> None:
    """Say something once: its key is what the reader would be told.

    Two things may rightly be told again in the same words: an attempt that failed once more, and
    a job taken away once more.
    """
    told = hashlib.sha256(said.html.encode()).hexdigest()[:16]
    again = {_TAKEN: row.revision, Happening.FAILED: row.updated_at}.get(kind, "")
    key = f"say|{row.uuid}|{person.user_id}|{kind}|{again}|{told}"
    await notices.post(tx, Say(chat_id=person.user_id, message=said, under=(row.uuid, view)), key)
