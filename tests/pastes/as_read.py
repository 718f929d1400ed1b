"""What a reader returns, written by hand: the same fields as a written order's."""

from dataclasses import dataclass
from decimal import Decimal

from bot.store.drafts import DraftItem, Party

NOBODY = Party()


@dataclass(frozen=True, slots=True)
class AsRead:
    """Written by hand as a reader would return it."""

    sender: Party = NOBODY
    receiver: Party = NOBODY
    items: tuple[DraftItem, ...] = ()
    fee: Decimal | None = None
    rider: str = ""
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    send_sms: bool | None = None
