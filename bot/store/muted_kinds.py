"""Muted kinds: the kinds of news that somebody reads on the cards and does not want to hear."""

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.store.tables import muted_kinds


async def of_person(tx: Transaction, user_id: int) -> frozenset[str]:
    """Return the kinds that somebody has muted."""
    query = select(muted_kinds.c.kind).where(muted_kinds.c.user_id == user_id)
    return frozenset(await tx.connection.scalars(query))


async def mute(tx: Transaction, user_id: int, kind: str) -> None:
    """Mute a kind."""
    row = tx.insert(muted_kinds).values(user_id=user_id, kind=kind)
    await tx.connection.execute(row.on_conflict_do_nothing())


async def unmute(tx: Transaction, user_id: int, kind: str) -> None:
    """Let a kind be heard again."""
    mine = (muted_kinds.c.user_id == user_id) & (muted_kinds.c.kind == kind)
    await tx.connection.execute(delete(muted_kinds).where(mine))
