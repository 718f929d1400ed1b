"""Dialogs: what the bot has asked somebody and waits to be told. They expire by themselves."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Self

from pydantic import BaseModel
from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.store.tables import dialogs


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question that is open: its name, and as JSON what it is about."""

    user_id: int
    name: str
    data: str


class Question(BaseModel):
    """What somebody is asked, a subclass for each `name`; it is open while it `lasts`."""

    name: ClassVar[str]
    lasts: ClassVar[timedelta]

    async def ask(self, tx: Transaction, user_id: int) -> None:
        await ask(tx, Dialog(user_id, self.name, self.model_dump_json()), self.lasts)

    @classmethod
    async def current(cls, tx: Transaction, user_id: int) -> Self | None:
        return cls.read(await current(tx, user_id))

    @classmethod
    def read(cls, dialog: Dialog | None) -> Self | None:
        """Return the question that a dialog keeps; `None` where it is about something else."""
        if dialog is None or dialog.name != cls.name:
            return None
        return cls.model_validate_json(dialog.data)


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
