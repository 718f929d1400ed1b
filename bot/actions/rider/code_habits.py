"""Code habits: the lengths of this fleet's codes, and the codes that a rider has typed already.

Both serve only to ask before a code is sent. The store keeps lengths and keyed hashes, not codes.
"""

from collections.abc import Collection

from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, preferences, typed_codes
from bot.store.preferences import Preference


def lengths(tx: Transaction) -> Collection[int]:
    """Return the lengths of the codes that the fleet service accepted; empty before the first."""
    stored = preferences.get(tx, Preference.CODE_LENGTHS)
    return frozenset(map(int, stored.split(","))) if stored else frozenset()


def was_right(tx: Transaction, code: str) -> None:
    """Learn the length of a code that the fleet service accepted."""
    known = lengths(tx)
    if len(code) not in known:
        kept = ",".join(map(str, sorted({*known, len(code)})))
        preferences.keep(tx, Preference.CODE_LENGTHS, kept)


def was_typed(tx: Transaction, vault: Vault, rider: str, code: str, delivery: DeliveryUuid) -> None:
    """Record that a code of this rider was answered, so that it is not sent again unasked."""
    typed_codes.add(tx, rider, _mark(vault, rider, code), delivery)


def typed_for(tx: Transaction, vault: Vault, rider: str, code: str) -> str | None:
    """Return the number of the order for which a rider has typed this code today, if any."""
    delivery = typed_codes.typed_for(tx, rider, _mark(vault, rider, code))
    row = deliveries.get(tx, delivery) if delivery else None
    return row.order_number if row else None


def _mark(vault: Vault, rider: str, code: str) -> str:
    return vault.keyed_hash("typed code", f"{rider}\0{code}")
