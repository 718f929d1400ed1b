"""Texts about a place that a customer has sent, for the customer and for their rider."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb
from bot.texts.message import FixedMessage, Message
from bot.texts.order_lines import order_rows
from bot.texts.words import Words

_MOST = 6

ASK_AGAIN = FixedMessage("That was too long ago. Please send the place again.")


def which_delivery(say: Words, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask which of several deliveries a place is for: (uuid, order number)."""
    return Message.of(
        say("📍 For which delivery is the place?"),
        rows=order_rows(say, Verb.SEND_PLACE, orders[-_MOST:]),
    )


def asked(say: Words, order: str) -> Message:
    return Message.of(say("📍 Order {order}: keeping the place, not confirmed yet.", order=order))


def kept(say: Words, order: str) -> Message:
    return Message.of(
        say("📍 Order {order}: the rider’s map leads to the place that you have sent.", order=order)
    )


def for_rider(say: Words, order: str) -> Message:
    return Message.of(
        say("📍 Order {order}: the place was sent. The map on its card leads there.", order=order)
    )


def too_late(say: Words, order: str) -> Message:
    return Message.of(
        say("📍 Order {order}: the rider does not need that place any more.", order=order),
        say("Questions? Write here, and a person reads it."),
    )


def not_kept(say: Words, order: str) -> Message:
    return Message.of(
        say("📍 The place could not be kept for order {order}.", order=order),
        say("“Message the rider” on the card reaches the rider, too."),
    )


def too_many(say: Words, order: str) -> Message:
    return Message.of(
        say("📍 Order {order} has enough places for today.", order=order),
        say("“Message the rider” on the card reaches the rider, too."),
    )
