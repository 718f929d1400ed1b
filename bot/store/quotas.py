"""Quotas: how often somebody may do something within a while, kept so that no restart resets it."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, func, select

from bot.base.database import Transaction
from bot.store.tables import LONGEST_QUOTA, quotas


@dataclass(frozen=True, slots=True)
class Quota:
    """So many times within so long, for each person and each thing that it is about."""

    name: str
    times: int
    within: timedelta

    def __post_init__(self) -> None:
        if self.within > LONGEST_QUOTA:
            raise ValueError(f"what counts for a quota is kept for no more than {LONGEST_QUOTA}")


async def take(tx: Transaction, quota: Quota, user_id: int, about: str = "") -> bool:
    """Count one time more; `False` if the quota is used up, and then nothing is counted."""
    await tx.alone_with(f"quota:{user_id}")
    name = f"{quota.name}:{about}"
    mine = (quotas.c.user_id == user_id) & (quotas.c.name == name)
    await tx.connection.execute(delete(quotas).where(mine, quotas.c.at <= tx.now - quota.within))
    used = await tx.connection.scalar(select(func.count()).select_from(quotas).where(mine))
    if (used or 0) >= quota.times:
        return False
    await tx.connection.execute(quotas.insert().values(user_id=user_id, name=name, at=tx.now))
    return True
