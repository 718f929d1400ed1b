"""An order as read from what somebody wrote."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.amounts import Amount

NOBODY = Party()


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """One order of a text; fields that the text does not give are empty.

    `fee` is the delivery fee; prices, totals and cash to collect are among the `notes`, which are
    for the rider, in the words of the text. `left` holds the pieces that were not understood.
    `guessed` are the blanks whose value is uncertain. `rider` and `send_sms` come only from lines
    with a label. `habit` names the learnt layout by which the order was read.
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
    """Return an order with further leftovers."""
    return replace(order, left=(*order.left, *left))
