"""The dialog in which a draft is filled in: a row, so that it outlives any restart."""

from datetime import timedelta

from bot.base.database import Transaction
from bot.store import dialogs
from bot.store.dialogs import Dialog
from bot.store.drafts import OpenDraft

NAME = "new"

_LASTS = timedelta(hours=2)


async def keep(tx: Transaction, user_id: int, opened: OpenDraft) -> None:
    await dialogs.ask(tx, Dialog(user_id, NAME, opened.model_dump_json()), _LASTS)


async def current(tx: Transaction, user_id: int) -> OpenDraft | None:
    return read(await dialogs.current(tx, user_id))


def read(dialog: Dialog | None) -> OpenDraft | None:
    """Return the draft that a dialog is about; `None` where it is about something else."""
    if dialog is None or dialog.name != NAME:
        return None
    return OpenDraft.model_validate_json(dialog.data)
