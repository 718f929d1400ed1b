"""Cash that riders collect at doors, carry, and hand in: amounts, and the entries of the ledger."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from bot.fleet import Money
from bot.identifiers import DeliveryUuid, RiderUuid

_PLACES = 2
_MOST = 10**12
"""Hundredths; no fee of a delivery is as high."""


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

    `about` is the id of the entry that is confirmed or taken back; that one's `hundredths` stand in
    it with the other sign where it is taken back.
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

    @property
    def cash(self) -> Cash:
        return Cash(self.hundredths, self.currency)


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
    """What the entries of one rider in one currency come to, without what was taken back."""

    rider: RiderUuid
    currency: str
    by_kind: Mapping[EntryKind, int]

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
