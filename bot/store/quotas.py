"""Quotas: how often somebody may do something within a while, kept so that no restart resets it."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import and_, delete, func, insert, select

from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import Transaction
from bot.store.tables.program import LONGEST_QUOTA, quotas


@dataclass(frozen=True, slots=True)
class Quota:
    """So many times within so long, for each person and each thing that it is about."""

    name: str
    times: int
    within: timedelta

    def __post_init__(self) -> None:
        if self.within > LONGEST_QUOTA:
            raise ValueError(f"what counts for a quota is kept for no more than {LONGEST_QUOTA}")


_MINE = and_(quotas.c.user_id == given("user_id"), quotas.c.name == given("name"))
_FORGET_OLD = Change(delete(quotas).where(_MINE, quotas.c.at <= given("before")))
_USED: Query[int] = Query(select(func.count()).select_from(quotas).where(_MINE), as_value)
_COUNT = Change(insert(quotas).values(user_id=given("user_id"), name=given("name"), at=given("at")))


def take(tx: Transaction, quota: Quota, user_id: int, about: str = "") -> bool:
    """Count one time more; `False` if the quota is used up, and then nothing is counted."""
    # Otherwise two transactions at once would both find the last use free.
    tx.alone_with(f"quota:{user_id}")
    name = f"{quota.name}:{about}"
    tx.run(_FORGET_OLD, user_id=user_id, name=name, before=tx.now - quota.within)
    if (tx.one(_USED, user_id=user_id, name=name) or 0) >= quota.times:
        return False
    tx.run(_COUNT, user_id=user_id, name=name, at=tx.now)
    return True
