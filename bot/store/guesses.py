"""Guesses: codes that the fleet service refused, counted so that nobody can try them all.

A guess is written down before the code is sent, under its command's key, so that no crash and no
retry can make it free or count it twice; it is taken back when it was not a guess after all.
"""

from datetime import datetime

from sqlalchemy import delete, select

from bot.store.database import Transaction
from bot.store.tables import guesses


async def count(tx: Transaction, key: str, delivery: str, stage: str, rider: str) -> None:
    """Count a guess under its command's key."""
    row = tx.insert(guesses).values(
        key=key, delivery=delivery, stage=stage, rider=rider, made_at=tx.now
    )
    await tx.connection.execute(row.on_conflict_do_nothing())


async def take_back(tx: Transaction, key: str) -> None:
    """The command was no guess: the code was right, or nobody looked at it."""
    await tx.connection.execute(delete(guesses).where(guesses.c.key == key))


async def made(tx: Transaction, delivery: str, stage: str, rider: str) -> list[datetime]:
    """Return when this rider guessed at this stage of this delivery, oldest first."""
    mine = (
        (guesses.c.delivery == delivery) & (guesses.c.stage == stage) & (guesses.c.rider == rider)
    )
    rows = await tx.connection.execute(
        select(guesses.c.made_at).where(mine).order_by(guesses.c.made_at)
    )
    return [row.made_at for row in rows]


async def forget(tx: Transaction, delivery: str) -> None:
    """Let everybody start anew with a delivery: a dispatcher has unlocked it."""
    await tx.connection.execute(delete(guesses).where(guesses.c.delivery == delivery))
