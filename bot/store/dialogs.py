"""Dialogs: what the bot has asked somebody and waits to be told. They expire by themselves."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Self

from pydantic import BaseModel
from sqlalchemy import String, delete, select

from bot.base.database.prepared import (
    Change,
    Query,
    as_row,
    columns_of,
    given,
    upsert,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.store.tables.people import dialogs


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question that is open: its name, and as JSON what it is about."""

    user_id: int
    name: str
    data: str


_LONGEST = timedelta(hours=2)
"""One that would be open for longer is of a clock that was wrong."""

_ASK = Change(upsert(dialogs, *Dialog.__slots__, "expires_at"))
_LATEST: Query[tuple[Any, ...]] = Query(
    select(dialogs.c.expires_at, *columns_of(Dialog, dialogs)).where(
        dialogs.c.user_id == given("user_id")
    ),
    as_row,
)
_CLOSE = Change(delete(dialogs).where(dialogs.c.user_id == given("user_id")))
_CLOSE_ALL = Change(delete(dialogs).where(dialogs.c.name == given("name")))
_CLOSE_ABOUT = Change(delete(dialogs).where(dialogs.c.data.like(given("naming", String))))


class Question(BaseModel):
    """What somebody is asked, a subclass for each `name`; it is open while it `lasts`."""

    name: ClassVar[str]
    lasts: ClassVar[timedelta]

    def ask(self, tx: Transaction, user_id: int) -> None:
        ask(tx, Dialog(user_id, self.name, self.model_dump_json()), self.lasts)

    @classmethod
    def current(cls, tx: Transaction, user_id: int) -> Self | None:
        return cls.read(current(tx, user_id))

    @classmethod
    def read(cls, dialog: Dialog | None) -> Self | None:
        """Return the question that a dialog keeps; `None` where it is about something else."""
        if dialog is None or dialog.name != cls.name:
            return None
        return cls.model_validate_json(dialog.data)


def ask(tx: Transaction, dialog: Dialog, lasts: timedelta) -> None:
    """Note a question; it replaces whatever the person was asked before.

    Raises:
        ValueError: it would be open for longer than any question is.
    """
    if lasts > _LONGEST:
        raise ValueError(f"no question is open for longer than {_LONGEST}")
    tx.run(_ASK, **values_of(dialog, expires_at=tx.now + lasts))


def current(tx: Transaction, user_id: int) -> Dialog | None:
    """Return the question that is open for a person and has not expired."""
    # Asked without the time, so that what was found can be told again.
    expires_at, *asked = tx.one(_LATEST, user_id=user_id) or (tx.now,)
    return Dialog(*asked) if tx.now < expires_at <= tx.now + _LONGEST else None


def close(tx: Transaction, user_id: int) -> None:
    """Forget what a person was asked."""
    tx.run(_CLOSE, user_id=user_id)


def close_all(tx: Transaction, question: type[Question]) -> None:
    """Forget what everybody was asked who was asked this."""
    tx.run(_CLOSE_ALL, name=question.name)


def close_about(tx: Transaction, user_id: int) -> None:
    """Forget what anybody was asked about a person, such as what to write to them."""
    # In the JSON of a question the number may stand anywhere.
    tx.run(_CLOSE_ABOUT, naming=f"%{user_id}%")
