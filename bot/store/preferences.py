"""Preferences: what the whole business wants remembered, one text for each name."""

from enum import StrEnum

from sqlalchemy import select

from bot.base.database import Transaction
from bot.store.tables import preferences


class Preference(StrEnum):
    """What is remembered."""

    SENDER = "sender"
    """Who sent the newest delivery that was made here, as JSON."""

    RECONCILED_AT = "reconciled_at"
    """When the deliveries were last compared with the fleet service, in ISO 8601."""


async def keep(tx: Transaction, name: Preference, value: str) -> None:
    """Remember a text in place of the former one."""
    row = tx.insert(preferences).values(name=name, value=value)
    await tx.connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"value": value})
    )


async def get(tx: Transaction, name: Preference) -> str | None:
    """Return what is remembered under a name."""
    query = select(preferences.c.value).where(preferences.c.name == name)
    value: str | None = await tx.connection.scalar(query)
    return value
