"""Drafts that say the same as an order which was made a short while ago."""

from collections.abc import Sequence
from datetime import timedelta

from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.folding import folded
from bot.domain.draft import Draft, DraftReceiver
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, State
from bot.store import deliveries

_WITHIN = timedelta(days=1)


def made_already(tx: Transaction, drafts: Sequence[Draft]) -> tuple[str, ...]:
    """Return for each draft the number of an order of today that is the same, or ""."""
    return tuple(
        next(filter(None, (_like(tx, receiver) for receiver in draft.receivers)), "")
        if not draft.is_repeat
        else ""
        for draft in drafts
    )


def _like(tx: Transaction, receiver: DraftReceiver) -> str:
    rows = deliveries.with_phone(tx, receiver.phone) if receiver.phone else []
    alike = (row for row in rows if _is_recent(tx, row) and _is_same(snapshot(row), receiver))
    return next((row.order_number for row in alike), "")


def _is_recent(tx: Transaction, row: DeliveryRow) -> bool:
    """Tell whether an order was made within a day, and is not called off."""
    made = snapshot(row).created_at or row.seen_at
    return made is not None and tx.now - made < _WITHIN and row.state != State.CANCELLED


def _is_same(delivery: Delivery, receiver: DraftReceiver) -> bool:
    """Tell whether the same things go to the same number and address."""
    things = sorted((item.quantity or 1, _bare(item.description)) for item in delivery.items)
    wanted = sorted((item.quantity, _bare(item.description)) for item in receiver.items or ())
    addresses = {_bare(one.address) for one in delivery.receivers}
    return things == wanted and _bare(receiver.address) in addresses


def _bare(text: str) -> str:
    return " ".join(folded(text).split())
