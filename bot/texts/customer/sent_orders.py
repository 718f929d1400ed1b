"""A busy sender's orders under way, in one message that lives until the last order is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html, dotted
from bot.texts.message import Button, Message, in_rows
from bot.texts.moments import age, clock_time
from bot.texts.order_lines import number_label, which_order
from bot.texts.pagination import and_more
from bot.texts.states import state_label
from bot.texts.words import Words

_LINES_SHOWN = 10
_A_ROW = 5
_ON_THE_WAY = frozenset({State.IN_TRANSIT, State.FAILED})


@dataclass(frozen=True, slots=True)
class SentOrders:
    """A sender's orders: the open ones, the oldest first, and those that have arrived today."""

    open: Sequence[Delivery]
    delivered: Sequence[Delivery]


def sent_orders(say: Words, sent: SentOrders, now: datetime) -> Message:
    """Show the counts of orders by state, lines for the first ones, and buttons to open them."""
    on_the_way = sum(each.state in _ON_THE_WAY for each in sent.open)
    waiting = len(sent.open) - on_the_way
    counts = [
        say.many("{count} waiting", "{count} waiting", count=waiting) if waiting else Html(),
        say.many("{count} on the way", "{count} on the way", count=on_the_way)
        if on_the_way
        else Html(),
        _delivered_today(say, len(sent.delivered)),
    ]
    orders = [*sent.open, *sent.delivered]
    # The lines leave the rider out, whom each order's card shows.
    lines = [
        dotted(which_order(say, each), state_label(say, each), _since(say, each, now))
        for each in orders[:_LINES_SHOWN]
    ]
    cards = [
        Button(label=number_label(each), data=press(Verb.SHOW_PARCEL, each.uuid))
        for each in sent.open[:_LINES_SHOWN]
    ]
    return Message.of(
        say("📦 <b>Your orders</b>: {counts}", counts=dotted(*counts)),
        *lines,
        and_more(say, len(orders) - _LINES_SHOWN),
        rows=in_rows(cards, _A_ROW),
    )


def are_over(say: Words, delivered: int) -> Message:
    return Message.of(say("✅ All of your orders are over."), _delivered_today(say, delivered))


def rests(say: Words) -> Message:
    """Replace a message that is no longer kept up to date, although orders are open."""
    return Message.of(say("📦 <b>Your orders</b> · this list is old. /track shows them now."))


def _delivered_today(say: Words, count: int) -> Html:
    if not count:
        return Html()
    return say.many("{count} delivered today", "{count} delivered today", count=count)


def _since(say: Words, delivery: Delivery, now: datetime) -> Html:
    """Tell how long an order has been in its state, or when it arrived."""
    if delivery.state is State.DELIVERED:
        return clock_time(delivery.dropoff_at) if delivery.dropoff_at else Html()
    # After a failed attempt the parcel is still on its way, so count from its pickup.
    moved = delivery.pickup_at if delivery.state in _ON_THE_WAY else None
    since = moved or delivery.created_at
    return age(say, since, now) if since else Html()
