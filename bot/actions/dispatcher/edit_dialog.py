"""The dialog in which one field of a delivery is changed: a row, so that it outlives a restart."""

import hashlib
from datetime import timedelta

from pydantic import BaseModel, ConfigDict

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import dialogs
from bot.store.dialogs import Dialog
from bot.store.drafts import Blank

NAME = "edit"

_LASTS = timedelta(minutes=30)
_DIGEST = 12


class OpenEdit(BaseModel):
    """A field that is being changed: what was seen there, and what was typed, once it was."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    delivery: DeliveryUuid
    field: Blank
    old: str
    new: str | None = None

    @property
    def digest(self) -> str:
        """Name exactly this change, short enough for a button."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:_DIGEST]


async def keep(tx: Transaction, user_id: int, opened: OpenEdit) -> None:
    await dialogs.ask(tx, Dialog(user_id, NAME, opened.model_dump_json()), _LASTS)


async def current(tx: Transaction, user_id: int) -> OpenEdit | None:
    return read(await dialogs.current(tx, user_id))


def read(dialog: Dialog | None) -> OpenEdit | None:
    """Return the change that a dialog is about; `None` where it is about something else."""
    if dialog is None or dialog.name != NAME:
        return None
    return OpenEdit.model_validate_json(dialog.data)
