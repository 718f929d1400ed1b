"""The card that asks a shop when its orders are ready, with a part and a row for each order."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.limits import READY_MINUTES
from bot.fleet import Delivery
from bot.store.ready_times import ReadyTime
from bot.texts.callbacks import Verb, press
from bot.texts.cards import parts
from bot.texts.customer.ready_when import (
    LATER,
    NOW,
    PROBLEM,
    PROBLEM_BUTTON,
    answer_line,
    minutes_row,
    now_button,
    time_button,
)
from bot.texts.html import Html, dotted
from bot.texts.message import Button, Message, Rows
from bot.texts.names import rider_name
from bot.texts.rider.late import late_line
from bot.texts.states import state_label
from bot.texts.words import Words

_LONE_ROW = 2
_IN_ONE_ROW = 3
_TOGETHER = 8
"""The most orders of one card with buttons; Telegram takes at most a hundred buttons."""


@dataclass(frozen=True, slots=True)
class ShopOrder:
    """An order that a shop is asked about. It `waits` until it is picked up or over."""

    delivery: Delivery
    said: ReadyTime
    waits: bool
    late_by: int | None = None


def shop_card(say: Words, orders: Sequence[ShopOrder]) -> Message:
    """Ask about orders that one rider fetches, without receivers' names, numbers or addresses."""
    asks = any(each.waits and not each.said.is_answered for each in orders)
    waiting = [each for each in orders if each.waits][:_TOGETHER]
    # A single order has room for all its buttons; each of several has one row.
    rows_of = _alone if len(waiting) == 1 else _beside_others
    rows = [row for each in waiting for row in rows_of(say, each)]
    lines = []
    for order in orders:
        delivery, late_by = order.delivery, order.late_by
        head = say("<b>Order {order}</b>", order=delivery.order_number)
        if not order.waits:
            lines.append(dotted(head, state_label(say, delivery)))
            continue
        lines += [
            head,
            parts.contents(say, delivery),
            parts.rider(say, delivery, rider_name(delivery)),
            answer_line(say, order.said),
            late_line(say, rider_name(delivery), late_by) if late_by else Html(),
        ]
    return Message.of(say("🍳 <b>Ready when?</b>") if asks else Html(), *lines, rows=tuple(rows))


def _alone(say: Words, order: ShopOrder) -> Rows:
    delivery = order.delivery.uuid
    problem = (say.button(PROBLEM_BUTTON, Verb.READY, delivery, tokens=(PROBLEM,)),)
    if order.said.is_answered:
        return ((say.button("🕐 Later", Verb.READY, delivery, tokens=(LATER,)), *problem),)
    minutes = minutes_row(say, Verb.READY, delivery, READY_MINUTES)
    return (
        (now_button(say, Verb.READY, delivery), *minutes[:_LONE_ROW]),
        (*minutes[_LONE_ROW:], time_button(say, Verb.READY, delivery)),
        problem,
    )


def _beside_others(say: Words, order: ShopOrder) -> Rows:
    """Return one row, whose first button names the order; what has no room in it is behind `…`."""
    delivery, number = order.delivery.uuid, order.delivery.order_number
    if order.said.is_answered:
        later = say.button("{order}: later", Verb.READY, delivery, tokens=(LATER,), order=number)
        problem = say.button(PROBLEM_BUTTON, Verb.READY, delivery, tokens=(PROBLEM,))
        return ((later, problem),)
    now = say.button("{order}: now", Verb.READY, delivery, tokens=(NOW,), order=number)
    minutes = minutes_row(say, Verb.READY, delivery, READY_MINUTES[:_IN_ONE_ROW])
    more = Button(label="…", data=press(Verb.READY, delivery, tokens=(LATER,)))
    return ((now, *minutes, more),)
