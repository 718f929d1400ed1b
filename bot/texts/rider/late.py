"""Late: what a rider says of being late, and how shop and customers read it."""

from bot.fleet import State
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message
from bot.texts.moments import minutes as written
from bot.texts.promises import LATE_AGAIN, LATE_MINUTES
from bot.texts.words import Words

CAN_BE_LATE = frozenset({State.ACCEPTED, State.IN_TRANSIT})

ASK = "ask"
"""What the button of the card says: the minutes are asked for."""


def late_button(say: Words, delivery: str) -> Button:
    return say.button("⏱ Late", Verb.LATE, delivery, tokens=(ASK,))


def how_late(say: Words, row: DeliveryRow) -> Message:
    minutes = tuple(
        say.button("{count} min", Verb.LATE, row.uuid, tokens=(count,), count=count)
        for count in LATE_MINUTES
    )
    return Message.of(
        say("⏱ Order {order}: how much later? Whoever waits is told.", order=row.order_number),
        rows=(minutes, (say.button("Cancel", Verb.CANCEL),)),
    )


def late_line(say: Words, rider: str, count: int) -> Html:
    """Say no more than the rider has: it is no promise of ours."""
    return say.many(
        "⏱ {name} says: about {count} minute later.",
        "⏱ {name} says: about {count} minutes later.",
        count=count,
        name=rider or "?",
    )


def late(say: Words, order: str, rider: str, count: int) -> Message:
    """Tell whoever waits for an order."""
    return Message.of(say("<b>Order {order}</b>", order=order), late_line(say, rider, count))


def said_already(say: Words) -> Message:
    span = written(say, LATE_AGAIN)
    return Message.of(say("You have just said so. It can be said again {span} later.", span=span))
