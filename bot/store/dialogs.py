"""Dialogs: what the bot has asked somebody and waits to be told. They expire by themselves."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.store.tables import dialogs


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question that is open: its name, and as JSON what it is about."""

    user_id: int
    name: str
    data: str


async def ask(tx: Transaction, dialog: Dialog, lasts: timedelta) -> None:
    """Note a question; it replaces whatever the person was asked before."""
    changes = {"name": dialog.name, "data": dialog.data, "expires_at": tx.now + lasts}
    row = tx.insert(dialogs).values(user_id=dialog.user_id, **changes)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=changes))


async def current(tx: Transaction, user_id: int) -> Dialog | None:
    """Return the question that is open for a person and has not expired."""
    query = select(dialogs.c.user_id, dialogs.c.name, dialogs.c.data)
    row = (
        await tx.connection.execute(
            query.where(dialogs.c.user_id == user_id, dialogs.c.expires_at > tx.now)
        )
    ).one_or_none()
    return None if row is None else Dialog(**row._mapping)


async def close(tx: Transaction, user_id: int) -> None:
    """Forget what a person was asked."""
    await tx.connection.execute(delete(dialogs).where(dialogs.c.user_id == user_id))
