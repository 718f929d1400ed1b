"""Cash that riders collect at doors, carry, and hand in: amounts, and the entries of the ledger."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from bot.fleet import Delivery, Money
from bot.identifiers import DeliveryUuid, RiderUuid

_PLACES = 2
_MOST = 10**12
"""Hundredths; no fee of a delivery is as high."""


def hundredths(amount: Decimal | None) -> int | None:
    """Return a positive amount in hundredths; `None` for nothing, and where it is not exact."""
    exact = Cash.exactly(amount, "")
    return exact.hundredths if exact else None


class EntryKind(StrEnum):
    """The kinds of entries.

    The first three are the answers to what was paid at a door. `CORRECTED` takes back the whole
    entry that it is about, and `CONFIRMED` is the rider's word that a hand-in is right. A tip is
    the rider's own, by the word of the customer who gave it: nobody hands it in.
    """

    COLLECTED = "collected"
    TRANSFER = "transfer"
    UNPAID = "unpaid"
    HANDED_IN = "handed_in"
    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    TIP_IN_CASH = "tip_in_cash"
    TIP_BY_TRANSFER = "tip_by_transfer"


ANSWERS = frozenset({EntryKind.COLLECTED, EntryKind.TRANSFER, EntryKind.UNPAID})
TIPS = frozenset({EntryKind.TIP_IN_CASH, EntryKind.TIP_BY_TRANSFER})


@dataclass(frozen=True, slots=True)
class Cash:
    """An amount in hundredths, in a currency by its code; that is empty where nobody knows it."""

    hundredths: int
    currency: str

    @classmethod
    def exactly(cls, amount: Decimal | None, currency: str | None) -> "Cash | None":
        """Return a positive amount as cash; `None` where that is not exact to the hundredth."""
        if amount is None or not amount.is_finite() or amount.copy_abs() >= Decimal(_MOST) / 100:
            return None
        scaled = amount.scaleb(_PLACES)
        return cls(int(scaled), currency or "") if scaled > 0 and scaled % 1 == 0 else None

    @property
    def amount(self) -> Decimal:
        return Decimal(self.hundredths).scaleb(-_PLACES)

    @property
    def money(self) -> Money:
        return Money(text=f"{self.amount:f}", amount=self.amount, currency=self.currency or None)


@dataclass(frozen=True, slots=True)
class CashEntry:
    """One entry of the ledger: what was done with a rider's cash, and `by` whose account.

    `goods` are those of the `hundredths` that are for the goods and not the fee. `about` is the id
    of the entry that is confirmed or taken back; that one's amounts stand in it with the other sign
    where it is taken back.
    """

    id: int
    kind: EntryKind
    rider: RiderUuid
    delivery: DeliveryUuid | None
    hundredths: int
    currency: str
    about: int | None
    by: int
    at: datetime
    goods: int = 0

    @property
    def cash(self) -> Cash:
        return Cash(self.hundredths, self.currency)


@dataclass(frozen=True, slots=True)
class Due:
    """The amount to collect at a door: the fee, the price of the goods, or both.

    `fee` comes from the fleet service. The contract has no field for `goods`, and none for the
    banknote that the receiver `pays_with`: both are ours.
    """

    fee: Money | None = None
    goods: Cash | None = None
    pays_with: Cash | None = None

    @classmethod
    def of(
        cls,
        delivery: Delivery,
        goods: int | None = None,
        pays_with: int | None = None,
        *,
        with_fee: bool = False,
    ) -> "Due":
        """Return it with goods and banknote in hundredths; the fee unless it is paid.

        `with_fee` counts the fee even if the fleet service says that it is paid.
        """
        fee, currency = delivery.fee, delivery.currency
        # If nobody knows whether the fee is paid, nothing is asked for.
        is_due = (delivery.paid is False or with_fee) and fee is not None and fee.amount != 0
        code = (fee.currency if fee else None) or currency or ""
        return cls(
            fee if is_due else None,
            Cash(goods, code) if goods else None,
            Cash(pays_with, code) if pays_with else None,
        )

    @property
    def is_something(self) -> bool:
        return self.fee is not None or self.goods is not None

    @property
    def total(self) -> Cash | None:
        """The whole amount; `None` if it is zero, or the fee is not exact to the hundredth."""
        fee = Cash.exactly(self.fee.amount, self.fee.currency) if self.fee else None
        if fee is None:
            return None if self.fee else self.goods
        return Cash(fee.hundredths + (self.goods.hundredths if self.goods else 0), fee.currency)

    @property
    def change(self) -> Cash | None:
        """The change that the rider gives back; `None` if there is none."""
        if self.pays_with is None or self.total is None:
            return None
        left = self.pays_with.hundredths - self.total.hundredths
        return Cash(left, self.total.currency) if left > 0 else None

    def of_goods(self, paid: Cash) -> int:
        """Return how much of what was paid is for the goods: all beyond the fee, in hundredths.

        So an entry has a part for the fee exactly where the fee was due.
        """
        if self.goods is None or self.total is None:
            return 0
        return max(paid.hundredths - (self.total.hundredths - self.goods.hundredths), 0)


@dataclass(frozen=True, slots=True)
class PaidAtDoor:
    """The answer that holds for a delivery, and the one before where it was corrected."""

    entry: CashEntry
    corrected: CashEntry | None = None

    @classmethod
    def of(cls, entries: Iterable[CashEntry]) -> "PaidAtDoor | None":
        """Find it among all entries of a delivery, which are in the order of their ids.

        The last answer holds: a later one is only written together with what takes back the former.
        """
        answers = [entry for entry in entries if entry.kind in ANSWERS]
        return cls(answers[-1], answers[-2] if len(answers) > 1 else None) if answers else None


@dataclass(frozen=True, slots=True)
class CashSums:
    """The sums of one rider's entries in one currency, without those taken back."""

    rider: RiderUuid
    currency: str
    by_kind: Mapping[EntryKind, int]
    goods: int = 0
    """Hundredths of what was collected that are for goods."""

    def of(self, kind: EntryKind) -> Cash:
        return Cash(self.by_kind.get(kind, 0), self.currency)

    @property
    def carried(self) -> Cash:
        """The cash in hand: collected, less what was handed in.

        A hand-in counts from the moment at which a dispatcher writes it down, confirmed or not; the
        rider's "no" takes it back. It is below zero where more was handed in than collected.
        """
        collected = self.by_kind.get(EntryKind.COLLECTED, 0)
        return Cash(collected - self.by_kind.get(EntryKind.HANDED_IN, 0), self.currency)
