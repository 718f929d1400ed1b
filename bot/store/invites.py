"""Invites: links that work once, and people who need none. Only the hash of a token is kept."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, insert, or_, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    as_value,
    columns_of,
    each_given,
    given,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.people import invites

_TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class Invite:
    """An invite: the role that its link gives to the person who opens it first.

    An invite `for_user` has no link; `for_name` is what Telegram called that person then.
    """

    role: Role
    made_by: int
    rider: RiderUuid | None = None
    delivery: DeliveryUuid | None = None
    receiver: str | None = None
    expires_at: datetime | None = None
    for_user: int | None = None
    for_name: str | None = None


def _invite(role: str, *others: Any) -> Invite:  # noqa: ANN401 - what the columns hold
    return Invite(Role(role), *others)


_MAKE = Change(insert(invites).values(each_given("token_hash", *Invite.__slots__)))
_THIS = invites.c.token_hash == given("hashed")
_MINE = invites.c.used_by == given("user_id")
_MADE_BY_THEM = invites.c.made_by == given("user_id")
_FOR_OTHERS = and_(_MADE_BY_THEM, invites.c.role == Role.DISPATCHER)
_USE = Query(
    update(invites)
    .where(
        _THIS,
        or_(invites.c.used_by.is_(None), _MINE),
        or_(invites.c.expires_at.is_(None), invites.c.expires_at > given("now")),
        ~_FOR_OTHERS,
    )
    .values(used_by=given("user_id"), used_at=given("now"))
    .returning(*columns_of(Invite, invites)),
    _invite,
)
_HELD_FOR_OTHERS = Query(select(invites.c.token_hash).where(_THIS, _FOR_OTHERS), as_value)
_OF_RIDER = Query(
    select(invites.c.token_hash)
    .where(or_(_THIS, invites.c.for_user == given("user_id")), invites.c.rider.is_not(None))
    .limit(1),
    as_value,
)
_EXPIRE = update(invites).values(expires_at=given("now"))
_FOR_THEM = invites.c.for_user == given("user_id")
_VOID = Change(_EXPIRE.where(or_(_MADE_BY_THEM, _MINE, _FOR_THEM), invites.c.delivery.is_(None)))
_IS_OPEN = and_(
    invites.c.for_user.is_not(None),
    invites.c.used_by.is_(None),
    invites.c.expires_at > given("now"),
)
_NAMED = columns_of(Invite, invites)
_OPEN = Query(select(*_NAMED).where(_IS_OPEN).order_by(invites.c.expires_at), _invite)
_TAKE_UP = Query(
    update(invites)
    .where(_IS_OPEN, _FOR_THEM)
    .values(used_by=given("user_id"), used_at=given("now"))
    .returning(*_NAMED),
    _invite,
)
_WITHDRAW = Query(
    _EXPIRE.where(_IS_OPEN, _FOR_THEM, invites.c.role == given("of_role")).returning(
        invites.c.for_name
    ),
    as_value,
)
_VOID_FOR_RIDER = Change(_EXPIRE.where(_MINE, invites.c.rider == given("rider")))


def make(tx: Transaction, invite: Invite) -> str:
    """Keep an invite and return the token for its link: 128 bits, 22 characters."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    tx.run(_MAKE, **values_of(invite, token_hash=_hashed(token)))
    return token


def use(tx: Transaction, token: str, user_id: int) -> Invite | None:
    """Use an invite up; `None` for an unknown, expired or used one, which all look the same.

    The person who used a link may open it again with the same effect; nobody else can. The maker
    of a link for a dispatcher does not use it up: it waits for the person it was made for.
    """
    return tx.one(_USE, hashed=_hashed(token), user_id=user_id, now=tx.now)


def is_for_others(tx: Transaction, token: str, user_id: int) -> bool:
    """Tell whether somebody opens a link for a dispatcher that they made themselves."""
    return tx.one(_HELD_FOR_OTHERS, hashed=_hashed(token), user_id=user_id) is not None


def is_of_rider(tx: Transaction, token: str, user_id: int) -> bool:
    """Tell whether a link, or an invite for this person without one, can make them a rider."""
    return tx.one(_OF_RIDER, hashed=_hashed(token), user_id=user_id) is not None


def open_for_people(tx: Transaction) -> list[Invite]:
    """Return the invites without a link that can still be taken up."""
    return tx.all(_OPEN, now=tx.now)


def take_up(tx: Transaction, user_id: int) -> list[Invite]:
    """Use up and return the invites for a person that are neither used nor expired."""
    return tx.all(_TAKE_UP, user_id=user_id, now=tx.now)


def withdraw(tx: Transaction, user_id: int, role: Role) -> list[str]:
    """End the open invites for a person in this role; return the names that they were made for."""
    return tx.all(_WITHDRAW, user_id=user_id, of_role=role, now=tx.now)


def void(tx: Transaction, user_id: int) -> None:
    """End all staff invites that a person has made or used, or that are for them."""
    tx.run(_VOID, user_id=user_id, now=tx.now)


def void_for_rider(tx: Transaction, user_id: int, rider: RiderUuid) -> None:
    """End the links that made a person this rider, because somebody else is this rider now."""
    tx.run(_VOID_FOR_RIDER, user_id=user_id, rider=rider, now=tx.now)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
