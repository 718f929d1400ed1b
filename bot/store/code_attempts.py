"""Code attempts: codes that the fleet service refused, counted so that nobody tries them all.

An attempt is written down before the code is sent, under its request's key, so that no crash and no
retry can make it free or count it twice; it is taken back when the code was not refused.
"""

from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import STAFF_GUESSER, code_attempts


def staff_guesser(user_id: int) -> str:
    """Name a dispatcher where attempts are counted; a rider is named by the uuid."""
    return STAFF_GUESSER.format(user_id)


async def count(tx: Transaction, key: str, delivery: DeliveryUuid, stage: str, rider: str) -> None:
    """Count an attempt under its request's key."""
    row = tx.insert(code_attempts).values(
        key=key, delivery=delivery, stage=stage, rider=rider, made_at=tx.now
    )
    await tx.connection.execute(row.on_conflict_do_nothing())


async def take_back(tx: Transaction, key: str) -> None:
    """The code was not refused: it was right, or nobody looked at it."""
    await tx.connection.execute(delete(code_attempts).where(code_attempts.c.key == key))


async def made(tx: Transaction, delivery: DeliveryUuid, stage: str, rider: str) -> list[datetime]:
    """Return when this rider was wrong at this stage of this delivery, oldest first."""
    mine = (
        (code_attempts.c.delivery == delivery)
        & (code_attempts.c.stage == stage)
        & (code_attempts.c.rider == rider)
    )
    rows = await tx.connection.execute(
        select(code_attempts.c.made_at).where(mine).order_by(code_attempts.c.made_at)
    )
    return [row.made_at for row in rows]


async def forget(tx: Transaction, delivery: DeliveryUuid) -> None:
    """Let everybody start anew with a delivery: a dispatcher has unlocked it."""
    await tx.connection.execute(delete(code_attempts).where(code_attempts.c.delivery == delivery))
