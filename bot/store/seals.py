"""Whether the key file is the one that this database was begun with."""

from collections.abc import Mapping

from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import OTHER_KEY_FILE
from bot.base.vault import SealBroken, Vault
from bot.store import meta

MARK = "key_file"


def check(tx: Transaction) -> None:
    """Make sure of it, and write down which key it is where that is not known yet.

    Raises:
        SealBroken: it is another one.
    """
    facts = meta.facts(tx)
    compare(tx.vault, facts)
    # Nothing is written down yet: then the jobs that wait tell whether the key opens them.
    if MARK not in facts:
        jobs.check_seals(tx)
        meta.write_down(tx, MARK, tx.vault.mark)


def compare(vault: Vault, known: Mapping[str, str]) -> None:
    """Compare a key with what is written down of it.

    Raises:
        SealBroken: it is another one.
    """
    if known.get(MARK, vault.mark) != vault.mark:
        raise SealBroken(OTHER_KEY_FILE)
