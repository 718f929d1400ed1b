"""An order as somebody wrote it, as far as it was understood."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.amounts import Amount

NOBODY = Party()


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """One order of a text; what is not said is empty.

    `fee` is only what is called a fee; prices, totals and cash to collect are among the `notes`,
    which are for the rider and stand as they were written. `left` holds the pieces that were not
    understood, as they came. `guessed` are the blanks that were filled by where something stands,
    and not because the text says what it is. `rider` and `send_sms` are only read from a line with
    a label. `habit` names the layout that it was read by, where that was learnt.
    """

    sender: Party = NOBODY
    receiver: Party = NOBODY
    items: tuple[DraftItem, ...] = ()
    fee: Amount | None = None
    rider: str = ""
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    send_sms: bool | None = None
    guessed: frozenset[Blank] = frozenset()
    habit: str = ""


def with_left(order: WrittenOrder, left: Iterable[str]) -> WrittenOrder:
    """Return an order with more that nobody could place."""
    return replace(order, left=(*order.left, *left))
