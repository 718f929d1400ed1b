"""What somebody finds who looks for a delivery from any chat.

What is chosen there is posted where anybody may read it, so it holds no personal data: the order,
its state, and the rider's first name.
"""

from dataclasses import dataclass

from bot.fleet import Delivery
from bot.texts.html import Html, clean, joined
from bot.texts.names import first_name
from bot.texts.states import state_label, state_word
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class Hit:
    """One delivery that was found: how it is listed, and what is posted if it is chosen."""

    key: str
    title: str
    description: str
    html: Html


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found. `invitation` is the label of a button that leads to the bot."""

    found: tuple[Hit, ...] = ()
    invitation: str | None = None


def hit(say: Words, delivery: Delivery) -> Hit:
    rider = first_name(delivery.rider.name) if delivery.rider else ""
    posted = [
        say("📦 <b>Order {order}</b>", order=delivery.order_number),
        state_label(say, delivery),
        say.value(rider) if rider else Html(),
    ]
    return Hit(
        key=delivery.uuid,
        title=say.label("Order {order}", order=delivery.order_number),
        description=" · ".join(filter(None, [state_word(say, delivery.state), clean(rider)])),
        html=joined(posted, " · "),
    )


def stranger(say: Words) -> Hits:
    return Hits(invitation=say.label("Start the bot"))
