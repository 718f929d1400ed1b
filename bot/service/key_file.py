"""A database goes with the key file that it was begun with: with no other one is it touched."""

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.vault import SealBroken
from bot.service.keyring import unseal_key
from bot.service.settings import ENVIRONMENTS
from bot.service.store.account_rows import current_sealed, find_mark, set_mark
from bot.service.vault import HashingVault


async def ensure_key(database: Database, vault: HashingVault) -> None:
    """Make sure that the database was begun with this key file; a new one is from now on.

    Raises:
        SealBroken: it was begun with another one.
    """
    if await database.read(find_mark) is None:
        await database.write(_begin, vault)
    # Read again: another process may have begun the database meanwhile, with another file.
    if await database.read(find_mark) != vault.mark:
        raise SealBroken("the database was begun with another key file")


async def adopt_key(database: Database, vault: HashingVault) -> None:
    """Go on with this key file, without what was sealed with the one before it."""
    await database.write(set_mark, vault.mark)


def _begin(tx: Transaction, vault: HashingVault) -> None:
    # Of two processes that start at once, the first one writes it down.
    tx.alone_with("meta")
    if find_mark(tx) is not None:
        return
    # A database that is older than the mark has keys: they open with no other key file.
    for environment in ENVIRONMENTS:
        sealed = current_sealed(tx, environment)
        if sealed is not None:
            unseal_key(vault, environment, sealed)
    set_mark(tx, vault.mark)
