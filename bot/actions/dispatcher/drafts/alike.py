"""Drafts that are the same as an order of the last day."""

from collections.abc import Sequence
from datetime import timedelta

from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.domain.draft import Draft, DraftReceiver
from bot.fleet import State
from bot.store import deliveries

_WITHIN = timedelta(days=1)


def made_already(tx: Transaction, drafts: Sequence[Draft]) -> tuple[str, ...]:
    """Return for each draft the number of the same order of the last day, or ""."""
    numbers = []
    for draft in drafts:
        # A repeat equals an earlier order on purpose.
        receivers = () if draft.is_repeat else draft.receivers
        same = (_same_order(tx, receiver) for receiver in receivers)
        numbers.append(next(filter(None, same), ""))
    return tuple(numbers)


def _same_order(tx: Transaction, receiver: DraftReceiver) -> str:
    """Return the number of an order that brings a receiver the same things, or ""."""
    rows = deliveries.with_phone(tx, receiver.phone) if receiver.phone else []
    wanted = sorted((item.quantity, _bare(item.description)) for item in receiver.items or ())
    for row in rows:
        delivery = snapshot(row)
        made = delivery.created_at or row.seen_at
        if made is None or tx.now - made >= _WITHIN or row.state == State.CANCELLED:
            continue
        items = sorted((item.quantity or 1, _bare(item.description)) for item in delivery.items)
        addresses = {_bare(party.address) for party in delivery.receivers}
        if items == wanted and _bare(receiver.address) in addresses:
            return row.order_number
    return ""


def _bare(text: str) -> str:
    return " ".join(folded(text).split())
