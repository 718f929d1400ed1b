"""The hits of a search for deliveries from any chat.

Only the person who searches sees the list, which tells the orders apart. The chosen hit is posted
where anybody may read it, so it holds no personal data: the order, its state, the rider's first
name.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.base.plain_text import clean
from bot.fleet import Delivery
from bot.texts.html import Html, dotted, plain
from bot.texts.moments import age_words
from bot.texts.names import rider_name
from bot.texts.order_lines import order_label
from bot.texts.states import state_label, state_word
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class Hit:
    """One delivery that was found: its entry in the list, and the post if it is chosen."""

    key: str
    title: str
    description: str
    html: Html


@dataclass(frozen=True, slots=True)
class Hits:
    """The hits of a search. `invitation` is the label of a button that leads to the bot."""

    found: tuple[Hit, ...] = ()
    invitation: str | None = None


def hit(say: Words, delivery: Delivery, now: datetime) -> Hit:
    rider = rider_name(delivery)
    made = plain(age_words(say, delivery.created_at, now)) if delivery.created_at else ""
    description = (made, state_word(say, delivery.state), clean(rider))
    posted = [
        say("📦 <b>Order {order}</b>", order=delivery.order_number),
        state_label(say, delivery),
        say.value(rider) if rider else Html(),
    ]
    return Hit(
        key=delivery.uuid,
        title=order_label(delivery),
        description=" · ".join(filter(None, description)),
        html=dotted(*posted),
    )


def stranger(say: Words) -> Hits:
    return Hits(invitation=say.label("Start the bot"))
