"""Which key file the database was begun with: with another one nothing that it has sealed opens."""

from sqlalchemy import select

from bot.base.statements import Change, Query, as_value, given
from bot.base.transaction import Transaction
from bot.service.keyring import unseal_key
from bot.service.settings import ENVIRONMENTS
from bot.service.store.account_rows import current_sealed
from bot.service.store.tables import meta
from bot.service.vault import HashingVault

_NAME = "key_file"
_FIND: Query[str] = Query(select(meta.c.value).where(meta.c.name == _NAME), as_value)
_SET = Change(
    lambda insert: (
        insert(meta)
        .values(name=_NAME, value=given("mark"))
        .on_conflict_do_update(index_elements=["name"], set_={"value": given("mark")})
    )
)


def find_mark(tx: Transaction) -> str | None:
    """Return the mark of the key file (`Vault.mark`), if it is known."""
    return tx.one(_FIND)


def begin(tx: Transaction, vault: HashingVault) -> None:
    """Write down which key file it is, where that is not known: of two processes, the first does.

    Raises:
        SealBroken: the API keys, which are older than the mark, were sealed with another one.
    """
    tx.alone_with("meta")
    if find_mark(tx) is not None:
        return
    for environment in ENVIRONMENTS:
        sealed = current_sealed(tx, environment)
        if sealed is not None:
            unseal_key(vault, environment, sealed)
    adopt(tx, vault)


def adopt(tx: Transaction, vault: HashingVault) -> None:
    """Go on with this key file, whatever the one before it was."""
    tx.run(_SET, mark=vault.mark)
