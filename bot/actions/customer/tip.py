"""Tips that customers say they gave, kept in the ledger and told to the rider.

A tip is the rider's own money and does not change the sum that they carry for the business.
"""

from datetime import timedelta
from enum import Enum

from bot.actions import effect_keys
from bot.actions.news import TIP
from bot.actions.recipients import readers
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.cash import Cash, CashEntry, EntryKind
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import TIPS_A_DAY
from bot.domain.person import Person
from bot.store import audit, cash, quotas
from bot.store.quotas import Quota
from bot.texts.rider import cash as rider_texts

_CHANGEABLE = timedelta(days=1)
_A_DAY = Quota("tip", TIPS_A_DAY, timedelta(days=1))


class TipStays(Enum):
    """The reasons why a former tip stays as it is."""

    TOO_LATE = "it was told too long ago to be changed"
    TOO_OFTEN = "it was changed too often today"
    THE_SAME = "it was told just so"


def may_give(person: Person, row: DeliveryRow) -> bool:
    """Tell whether the delivery has a rider, and that is not this person."""
    return row.rider is not None and row.rider != person.rider


def currency_of(row: DeliveryRow) -> str:
    """Return the currency of tips for a delivery; "" if it is unknown."""
    delivery = snapshot(row)
    return (delivery.fee.currency if delivery.fee else None) or delivery.currency or ""


def tell(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    kind: EntryKind | None,
    amount: Cash,
    key: EffectKey,
) -> TipStays | None:
    """Record a tip in place of the former one; a `kind` of `None` only takes that back.

    Return the reason if the ledger stays as it is.
    """
    cash.alone(tx)
    former = cash.tip_of(tx, row.uuid, person.user_id)
    stays = _stays(tx, person, row, former, kind, amount)
    if stays is not None or row.rider is None:
        return stays
    if former is not None:
        cash.take_back(tx, former, person.user_id)
    entry = None
    if kind is not None:
        entry = cash.add(tx, kind, row.rider, amount, person.user_id, delivery=row.uuid)
    detail = f"{kind or 'none'} {amount.amount:f} {amount.currency}".strip()
    audit.record(tx, person.user_id, "tip", row.uuid, detail)
    tip = cash.tip(tx, entry) if entry else None
    readers.tell(
        tx,
        TIP,
        row,
        lambda say, _: rider_texts.told_of_tip(say, row.order_number, tip, former),
        effect_keys.tip(key),
    )
    return None


def _stays(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    former: CashEntry | None,
    kind: EntryKind | None,
    amount: Cash,
) -> TipStays | None:
    if former is None and kind is None:
        return TipStays.THE_SAME
    if former is not None and (former.kind, former.cash) == (kind, amount):
        return TipStays.THE_SAME
    if former is not None and tx.now - former.at > _CHANGEABLE:
        return TipStays.TOO_LATE
    # Check the quota last, so that only real changes count.
    if not quotas.take(tx, _A_DAY, person.user_id, row.uuid):
        return TipStays.TOO_OFTEN
    return None
