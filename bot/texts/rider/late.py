"""Late: what a rider says of being late, and how shop and customers read it."""

from collections.abc import Sequence

from bot.domain.limits import LATE_AGAIN, LATE_MINUTES
from bot.fleet import State
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message
from bot.texts.moments import minutes as written
from bot.texts.words import Words

CAN_BE_LATE = frozenset({State.ACCEPTED, State.IN_TRANSIT})

ASK = "ask"
"""What the button of the card says: the minutes are asked for."""


def late_button(say: Words, uuid: str) -> Button:
    """Return the button for a delivery, or for all that was taken at a pickup."""
    return say.button("⏱ Late", Verb.LATE, uuid, tokens=(ASK,))


def how_late(say: Words, uuid: str, orders: Sequence[str]) -> Message:
    minutes = tuple(
        say.button("{count} min", Verb.LATE, uuid, tokens=(count,), count=count)
        for count in LATE_MINUTES
    )
    return Message.of(
        say("⏱ Order {order}: how much later? I tell those who wait.", order=say.listed(orders)),
        rows=(minutes, (say.button("Cancel", Verb.CANCEL),)),
    )


def late_line(say: Words, rider: str, count: int) -> Html:
    """Repeat what the rider says, and promise nothing more."""
    return say.many(
        "⏱ {name} says: about {count} minute later.",
        "⏱ {name} says: about {count} minutes later.",
        count=count,
        name=rider or "?",
    )


def late(say: Words, orders: Sequence[str], rider: str, count: int) -> Message:
    """Tell a shop or a customer that waits for these orders."""
    head = say("<b>Order {order}</b>", order=say.listed(orders))
    return Message.of(head, late_line(say, rider, count))


def said_already(say: Words) -> Message:
    span = written(say, LATE_AGAIN)
    return Message.of(say("They know already. You can say it again {span} later.", span=span))
