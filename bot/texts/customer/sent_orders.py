"""What a busy sender has under way, in one message that lives until the last of it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, Rows, in_rows
from bot.texts.moments import age, clock_time
from bot.texts.order_lines import number_label, place, receiver
from bot.texts.states import state_label
from bot.texts.words import Words

_LINES_SHOWN = 10
_A_ROW = 5
_ON_THE_WAY = frozenset({State.IN_TRANSIT, State.FAILED})


@dataclass(frozen=True, slots=True)
class SentOrders:
    """What somebody has sent: what is open, the oldest first, and what has arrived today."""

    open: Sequence[Delivery]
    delivered: Sequence[Delivery]


def sent_orders(say: Words, sent: SentOrders, now: datetime) -> Message:
    """Show how many orders stand where, a line for each of the first, and buttons for the open."""
    orders = [*sent.open, *sent.delivered]
    more = len(orders) - _LINES_SHOWN
    return Message.of(
        say("📦 <b>Your orders</b>: {counts}", counts=joined(_counts(say, sent), " · ")),
        *(_line(say, each, now) for each in orders[:_LINES_SHOWN]),
        say.many("and {count} more", "and {count} more", count=more) if more > 0 else Html(),
        rows=_cards(sent.open[:_LINES_SHOWN]),
    )


def are_over(say: Words, delivered: int) -> Message:
    return Message.of(
        say("✅ All of your orders are over."), *_counted_as_delivered(say, delivered)
    )


def rests(say: Words) -> Message:
    """Stand in place of what is kept current no more, though orders are open."""
    return Message.of(
        say("📦 <b>Your orders</b> · this is not kept current any more. /track shows each order.")
    )


def _counts(say: Words, sent: SentOrders) -> Iterable[Html]:
    on_the_way = sum(each.state in _ON_THE_WAY for each in sent.open)
    waiting = len(sent.open) - on_the_way
    if waiting:
        yield say.many("{count} waiting", "{count} waiting", count=waiting)
    if on_the_way:
        yield say.many("{count} on the way", "{count} on the way", count=on_the_way)
    yield from _counted_as_delivered(say, len(sent.delivered))


def _counted_as_delivered(say: Words, count: int) -> Iterable[Html]:
    if count:
        yield say.many("{count} delivered today", "{count} delivered today", count=count)


def _line(say: Words, delivery: Delivery, now: datetime) -> Html:
    """Tell number, receiver, place, state, and since when; who rides stands on the card."""
    told = [say.value(text) for text in (receiver(delivery), place(delivery)) if text]
    number = Html(f"<b>{say.value(delivery.order_number)}</b>")
    return joined([number, *told, state_label(say, delivery), _since(say, delivery, now)], " · ")


def _since(say: Words, delivery: Delivery, now: datetime) -> Html:
    if delivery.state is State.DELIVERED:
        return clock_time(delivery.dropoff_at) if delivery.dropoff_at else Html()
    moved = delivery.pickup_at if delivery.state in _ON_THE_WAY else None
    since = moved or delivery.created_at
    return age(say, since, now) if since else Html()


def _cards(shown: Sequence[Delivery]) -> Rows:
    """Offer the card of each order, by its number."""
    buttons = [
        Button(label=number_label(each), data=press(Verb.SHOW_PARCEL, each.uuid)) for each in shown
    ]
    return in_rows(buttons, _A_ROW)
