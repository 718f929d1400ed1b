"""Invites: links that work once. Only the hash of a link's token is kept."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, exists, or_, select, update

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.people import Role
from bot.store.tables import invites

_TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class Invite:
    """What a link makes of the person who opens it first."""

    role: Role
    made_by: int
    rider: RiderUuid | None = None
    delivery: DeliveryUuid | None = None
    receiver: str | None = None
    expires_at: datetime | None = None


async def make(tx: Transaction, invite: Invite) -> str:
    """Keep an invite and return the token for its link: 128 bits, 22 characters."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    await tx.connection.execute(
        invites.insert().values(
            token_hash=_hashed(token),
            role=invite.role,
            rider=invite.rider,
            delivery=invite.delivery,
            receiver=invite.receiver,
            made_by=invite.made_by,
            expires_at=invite.expires_at,
        )
    )
    return token


async def use(tx: Transaction, token: str, user_id: int) -> Invite | None:
    """Use an invite up. `None` for one that is unknown, expired or used: all look the same.

    Who has used a link may open it again; it does for them what it did, and for nobody else. Who
    has made one for a dispatcher is one already: it waits for whom it was made for.
    """
    unused = invites.c.used_by.is_(None)
    fresh = or_(invites.c.expires_at.is_(None), invites.c.expires_at > tx.now)
    mine = invites.c.used_by == user_id
    taken = (
        update(invites)
        .where(invites.c.token_hash == _hashed(token), or_(unused, mine), fresh)
        .where(~_for_others(user_id))
        .values(used_by=user_id, used_at=tx.now)
        .returning(invites)
    )
    row = (await tx.connection.execute(taken)).one_or_none()
    if row is None:
        return None
    return Invite(
        Role(row.role), row.made_by, row.rider, row.delivery, row.receiver, row.expires_at
    )


async def is_for_others(tx: Transaction, token: str, user_id: int) -> bool:
    """Tell whether somebody holds a link that they have made for somebody else."""
    theirs = exists().where(invites.c.token_hash == _hashed(token), _for_others(user_id))
    return bool(await tx.connection.scalar(select(theirs)))


def _for_others(maker: int) -> ColumnElement[bool]:
    return (invites.c.made_by == maker) & (invites.c.role == Role.DISPATCHER)


async def void(tx: Transaction, user_id: int) -> None:
    """Let no staff link work any more that a person has made or used."""
    theirs = or_(invites.c.made_by == user_id, invites.c.used_by == user_id)
    void = update(invites).where(theirs, invites.c.delivery.is_(None)).values(expires_at=tx.now)
    await tx.connection.execute(void)


async def void_for_rider(tx: Transaction, user_id: int, rider: RiderUuid) -> None:
    """Let no link that has made a person this rider do so again: somebody else is it now."""
    theirs = (invites.c.used_by == user_id) & (invites.c.rider == rider)
    await tx.connection.execute(update(invites).where(theirs).values(expires_at=tx.now))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
