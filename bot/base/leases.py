"""Leases: what exactly one process does at a time, such as sending for a bot."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, case, or_, select, update

from bot.base.database import Transaction
from bot.base.tables import leases


async def hold(tx: Transaction, name: str, holder: str, lasts: timedelta) -> int | None:
    """Take or keep a lease; return its epoch, or `None` while somebody else has it.

    The epoch grows each time the lease changes hands.
    """
    first = tx.insert(leases).values(name=name, holder=holder, epoch=0, until=tx.now + lasts)
    await tx.connection.execute(first.on_conflict_do_nothing())
    ours = leases.c.holder == holder
    taken = (
        update(leases)
        .where(leases.c.name == name, or_(ours, leases.c.until <= tx.now))
        .values(holder=holder, until=tx.now + lasts)
    )
    if (await tx.connection.execute(taken.values(epoch=_next_epoch(holder)))).rowcount != 1:
        return None
    return await tx.connection.scalar(select(leases.c.epoch).where(leases.c.name == name))


async def held_until(tx: Transaction, name: str) -> datetime | None:
    until: datetime | None = await tx.connection.scalar(
        select(leases.c.until).where(leases.c.name == name)
    )
    return until


async def let_go(tx: Transaction, name: str, holder: str) -> None:
    mine = update(leases).where(leases.c.name == name, leases.c.holder == holder)
    await tx.connection.execute(mine.values(until=tx.now))


async def take_away(tx: Transaction, name: str) -> None:
    """Free a lease whose holder is surely dead, instead of waiting until it runs out."""
    await tx.connection.execute(update(leases).where(leases.c.name == name).values(until=tx.now))


def _next_epoch(holder: str) -> ColumnElement[int]:
    return case((leases.c.holder == holder, leases.c.epoch), else_=leases.c.epoch + 1)
