"""Who took a parcel at its door, in the words of the rider who brought it."""

from bot.base.database.prepared import Change, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import takers

_PUT = Change(upsert(takers, *takers.c.keys()))


def put(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid, words: str) -> None:
    """Keep who took it, in place of what was said before."""
    tx.run(_PUT, delivery=delivery, rider=rider, words=words, at=tx.now)
