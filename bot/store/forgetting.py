"""Forgetting: everything that is kept of one person for their own sake."""

import secrets

from sqlalchemy import delete, select, update

from bot.base.database import Transaction
from bot.store.tables import (
    cards,
    customer_notes,
    dialogs,
    invites,
    muted_kinds,
    people,
    ratings,
    roles,
    subscriptions,
)

_OWN = (
    roles.c.user_id,
    subscriptions.c.user_id,
    muted_kinds.c.user_id,
    customer_notes.c.user_id,
    dialogs.c.user_id,
    cards.c.chat_id,
    # A link that was used opens again for who has used it, and they are a stranger now.
    invites.c.used_by,
)


async def forget(tx: Transaction, user_id: int) -> None:
    """Erase a person. The stars that they gave stay, with nobody's name to them.

    The audit keeps the number of their account, and nothing that would tell whose it is.
    """
    for column in _OWN:
        await tx.connection.execute(delete(column.table).where(column == user_id))
    await _forget_name(tx, user_id)
    given = await tx.connection.scalars(
        select(ratings.c.delivery).where(ratings.c.user_id == user_id)
    )
    for delivery in list(given):
        mine = (ratings.c.delivery == delivery) & (ratings.c.user_id == user_id)
        await tx.connection.execute(update(ratings).where(mine).values(user_id=_nobody()))


async def _forget_name(tx: Transaction, user_id: int) -> None:
    """Erase name and number; that somebody was put out as a rider stays, or they would be back."""
    person = people.c.user_id == user_id
    await tx.connection.execute(delete(people).where(person, people.c.barred_rider.is_(None)))
    nothing = {"first_name": "", "phone": None, "muted_until": None, "quiet_from": None}
    nothing |= {"quiet_to": None, "contact_asked_at": None}
    await tx.connection.execute(update(people).where(person).values(**nothing))


def _nobody() -> int:
    """Return the number of an account that cannot be: those of people are positive."""
    return -1 - secrets.randbits(62)
