"""Which key file the database was begun with: with another one nothing that it has sealed opens."""

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_value, given, upsert
from bot.base.database.transaction import Transaction
from bot.service.store.tables import meta

_NAME = "key_file"
_FIND: Query[str] = Query(select(meta.c.value).where(meta.c.name == _NAME), as_value)
_SET = Change(upsert(meta, name=_NAME, value=given("mark")))


def find_mark(tx: Transaction) -> str | None:
    """Return the mark of the key file (`Vault.mark`), if it is known."""
    return tx.one(_FIND)


def set_mark(tx: Transaction, mark: str) -> None:
    """Go on with the key file that has this mark, whatever the one before it was."""
    tx.run(_SET, mark=mark)
