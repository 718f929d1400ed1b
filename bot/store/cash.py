"""The cash ledger: entries are added, and none is ever changed or deleted.

What is wrong is taken back by an entry about it, and no entry has two that are about it. So the
sums over all that was ever written are right, and each can be followed back to its entries.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, insert, or_, select

from bot.base.database.prepared import (
    Change,
    Query,
    as_row,
    as_value,
    columns_of,
    each_given,
    given,
)
from bot.base.database.transaction import Transaction
from bot.domain.cash import TIPS, Cash, CashEntry, CashSums, EntryKind
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.riders import cash, cash_reasons


@dataclass(frozen=True, slots=True)
class HandIn:
    """Cash that somebody has taken from a rider, and the rider's word on it, once that is given.

    `reason` is why it was not all, for as long as what is personal is kept.
    """

    entry: CashEntry
    word: CashEntry | None
    reason: str | None

    @property
    def is_denied(self) -> bool:
        return self.word is not None and self.word.kind is EntryKind.CORRECTED


def _entry(id_: int, kind: str, *others: Any) -> CashEntry:  # noqa: ANN401 - columns in their order
    return CashEntry(id_, EntryKind(kind), *others)


def _hand_in(*columns: Any) -> HandIn:  # noqa: ANN401 - those of two entries
    # The word on a hand-in is another entry, whose columns are empty where there is none.
    reason, own, word = columns[0], columns[1 : len(_NAMES) + 1], columns[len(_NAMES) + 1 :]
    return HandIn(_entry(*own), None if word[0] is None else _entry(*word), reason)


_NAMES = CashEntry.__slots__
_ENTRIES = select(*columns_of(CashEntry, cash)).order_by(cash.c.id)
_earlier = cash.alias("earlier")
_word = cash.alias("word")
_ADD = Query(insert(cash).values(each_given(*_NAMES[1:])).returning(cash.c.id), as_value)
_GIVE_REASON = Change(insert(cash_reasons).values(each_given("entry", "reason", "at")))
_OF_DELIVERY = Query(_ENTRIES.where(cash.c.delivery == given("delivery")), _entry)

_COUNTS_AS = "counts_as"
# What takes an entry back counts as that entry's kind, so that the two come to nothing.
_KIND = case((cash.c.kind == EntryKind.CORRECTED, _earlier.c.kind), else_=cash.c.kind)
_SUMS = (
    select(
        cash.c.rider,
        cash.c.currency,
        _KIND.label(_COUNTS_AS),
        func.sum(cash.c.hundredths),
        func.sum(cash.c.goods),
    )
    .outerjoin(_earlier, _earlier.c.id == cash.c.about)
    .group_by(cash.c.rider, cash.c.currency, _COUNTS_AS)
)
_SUMS_OF_ALL = Query(_SUMS, as_row)
_SUMS_OF_RIDER = Query(_SUMS.where(cash.c.rider == given("rider")), as_row)
_SUMS_BETWEEN = Query(_SUMS.where(cash.c.at >= given("since"), cash.c.at < given("until")), as_row)

_OF_RIDER_IN_CURRENCY = (cash.c.rider == given("rider"), cash.c.currency == given("currency"))
_IS_HAND_IN = cash.c.kind == EntryKind.HANDED_IN
_LAST_HAND_IN = Query(
    select(func.max(cash.c.id)).where(*_OF_RIDER_IN_CURRENCY, _IS_HAND_IN), as_value
)
_HAND_INS = (
    select(
        cash_reasons.c.reason,
        *columns_of(CashEntry, cash),
        *columns_of(CashEntry, _word),
    )
    .select_from(cash)
    .outerjoin(_word, _word.c.about == cash.c.id)
    .outerjoin(cash_reasons, cash_reasons.c.entry == cash.c.id)
    .where(_IS_HAND_IN)
    .order_by(cash.c.id)
)
_HAND_IN = Query(_HAND_INS.where(cash.c.id == given("id")), _hand_in)
_RECENT_HAND_INS = Query(
    _HAND_INS.where(or_(_word.c.id.is_(None), cash.c.at >= given("since"))), _hand_in
)
_STANDS = or_(_word.c.id.is_(None), _word.c.kind != EntryKind.CORRECTED)
_LAST_THAT_STANDS = (
    select(func.coalesce(func.max(cash.c.id), 0))
    .outerjoin(_word, _word.c.about == cash.c.id)
    .where(*_OF_RIDER_IN_CURRENCY, _IS_HAND_IN, _STANDS)
    .scalar_subquery()
)
_COLLECTED_SINCE = Query(
    _ENTRIES.outerjoin(_word, _word.c.about == cash.c.id).where(
        *_OF_RIDER_IN_CURRENCY,
        cash.c.kind == EntryKind.COLLECTED,
        _word.c.id.is_(None),
        cash.c.id > _LAST_THAT_STANDS,
    ),
    _entry,
)
_TIPS = _ENTRIES.outerjoin(_word, _word.c.about == cash.c.id).where(
    cash.c.kind.in_(sorted(TIPS)), _word.c.id.is_(None)
)
_TIPS_SINCE = Query(_TIPS.where(cash.c.at >= given("since")), _entry)
_TIPS_OF_RIDER = Query(_TIPS.where(cash.c.rider == given("rider")), _entry)
_TIPS_FOR = Query(_TIPS.where(cash.c.delivery == given("delivery")), _entry)
_TIP = Query(_TIPS.where(cash.c.id == given("id")), _entry)


def alone(tx: Transaction) -> None:
    """Let nobody else write into the ledger before this is committed, so that sums stay as read."""
    tx.alone_with("cash")


def add(
    tx: Transaction,
    kind: EntryKind,
    rider: RiderUuid,
    amount: Cash,
    by: int,
    *,
    delivery: DeliveryUuid | None = None,
    about: int | None = None,
    goods: int = 0,
) -> int:
    """Write an entry, and return its id; `goods` are those of the hundredths that are for goods."""
    (entry_id,) = tx.all(
        _ADD,
        kind=kind,
        rider=rider,
        delivery=delivery,
        hundredths=amount.hundredths,
        currency=amount.currency,
        about=about,
        by=by,
        at=tx.now,
        goods=goods,
    )
    return int(entry_id)


def give_reason(tx: Transaction, entry: int, reason: str) -> None:
    """Keep why a hand-in is not all that was carried."""
    tx.run(_GIVE_REASON, entry=entry, reason=reason, at=tx.now)


def take_back(tx: Transaction, entry: CashEntry, by: int) -> None:
    """Write the entry that takes another one back."""
    add(
        tx,
        EntryKind.CORRECTED,
        entry.rider,
        Cash(-entry.hundredths, entry.currency),
        by,
        delivery=entry.delivery,
        about=entry.id,
        goods=-entry.goods,
    )


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[CashEntry]:
    return tx.all(_OF_DELIVERY, delivery=delivery)


def sums(tx: Transaction) -> list[CashSums]:
    """Return what the entries of all riders come to, by currency."""
    return _summed(tx.all(_SUMS_OF_ALL))


def sums_of_rider(tx: Transaction, rider: RiderUuid) -> list[CashSums]:
    return _summed(tx.all(_SUMS_OF_RIDER, rider=rider))


def sums_between(tx: Transaction, since: datetime, until: datetime) -> list[CashSums]:
    """Return what was written from one moment up to another; what takes back counts when it is."""
    return _summed(tx.all(_SUMS_BETWEEN, since=since, until=until))


def carried(tx: Transaction, rider: RiderUuid, currency: str) -> Cash:
    by_currency = {each.currency: each.carried for each in sums_of_rider(tx, rider)}
    return by_currency.get(currency, Cash(0, currency))


def _summed(rows: Iterable[tuple[str, str, str, int, int]]) -> list[CashSums]:
    by_kind: defaultdict[tuple[str, str], dict[EntryKind, int]] = defaultdict(dict)
    collected_for_goods: dict[tuple[str, str], int] = {}
    for rider, currency, kind, hundredths, goods in rows:
        by_kind[rider, currency][EntryKind(kind)] = int(hundredths)
        if kind == EntryKind.COLLECTED:
            collected_for_goods[rider, currency] = int(goods)
    return [
        CashSums(
            RiderUuid(rider),
            currency,
            by_kind[rider, currency],
            collected_for_goods.get((rider, currency), 0),
        )
        for rider, currency in sorted(by_kind)
    ]


def collected_since_hand_in(tx: Transaction, rider: RiderUuid, currency: str) -> list[CashEntry]:
    """Return what a rider has collected since the last hand-in that stands, oldest first."""
    return tx.all(_COLLECTED_SINCE, rider=rider, currency=currency)


def last_hand_in(tx: Transaction, rider: RiderUuid, currency: str) -> int:
    """Return the id of a rider's last hand-in, whether it stands or not; 0 where there is none."""
    return tx.one(_LAST_HAND_IN, rider=rider, currency=currency) or 0


def hand_in(tx: Transaction, entry: int) -> HandIn | None:
    return tx.one(_HAND_IN, id=entry)


def recent_hand_ins(tx: Transaction, since: datetime) -> list[HandIn]:
    """Return the hand-ins since a moment, and whatever the rider has said nothing of."""
    return tx.all(_RECENT_HAND_INS, since=since)


def tip(tx: Transaction, entry: int) -> CashEntry | None:
    """Return a tip that was not taken back."""
    return tx.one(_TIP, id=entry)


def tip_of(tx: Transaction, delivery: DeliveryUuid, giver: int) -> CashEntry | None:
    """Return the tip of one person for a delivery, unless it was taken back."""
    tips = tx.all(_TIPS_FOR, delivery=delivery)
    return next((entry for entry in tips if entry.by == giver), None)


def tips_since(tx: Transaction, since: datetime) -> list[CashEntry]:
    """Return the tips of all riders since a moment, without those that were taken back."""
    return tx.all(_TIPS_SINCE, since=since)


def tips_of_rider(tx: Transaction, rider: RiderUuid) -> list[CashEntry]:
    return tx.all(_TIPS_OF_RIDER, rider=rider)
