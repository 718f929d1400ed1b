"""The rider's card: where to go next, and one big button for what comes next."""

from dataclasses import dataclass

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb, press
from bot.texts.cards import parts
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows, Style
from bot.texts.states import state_label
from bot.texts.words import Words, phrase


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that the rider has asked for and the fleet service has not confirmed yet.

    `held_up`: it was tried, and the fleet service could not be reached.
    """

    verb: Verb
    held_up: bool


_NEXT = {
    State.PENDING: (Verb.ACCEPT, phrase("👍 Accept")),
    State.AWAITING_PICKUP: (Verb.ACCEPT, phrase("👍 Accept")),
    State.ACCEPTED: (Verb.PICKUP, phrase("📦 Picked up")),
    State.IN_TRANSIT: (Verb.DROPOFF, phrase("🏁 Delivered")),
}

_HINTS = {
    State.PENDING: phrase("A new job for you. Tap <b>Accept</b> if you take it."),
    State.AWAITING_PICKUP: phrase("A new job for you. Tap <b>Accept</b> if you take it."),
    State.ACCEPTED: phrase("At the pickup, ask for the code and tap <b>Picked up</b>."),
    State.IN_TRANSIT: phrase("At the door, ask for the code and tap <b>Delivered</b>."),
}

_WAITING = {
    Verb.ACCEPT: phrase("⏳ Accepting…"),
    Verb.PICKUP: phrase("⏳ Pickup code saved, not confirmed yet: checking…"),
    Verb.DROPOFF: phrase("⏳ Drop-off code saved, not confirmed yet: checking…"),
}

_HELD_UP = {
    Verb.ACCEPT: phrase("⏳ Not accepted yet: the fleet service does not answer. I keep trying."),
    Verb.PICKUP: phrase(
        "⏳ Pickup code saved, <b>not confirmed yet</b>: the fleet service does not"
        " answer. I keep trying, you need not type it again."
    ),
    Verb.DROPOFF: phrase(
        "⏳ Drop-off code saved, <b>not confirmed yet</b>: the fleet service does not"
        " answer. I keep trying, you need not type it again."
    ),
}


def rider_card(say: Words, delivery: Delivery, *, waiting: Waiting | None) -> Message:
    """Show an open delivery to the rider whose it is."""
    return Message.of(
        say(
            "<b>Order {order}</b> · {state}",
            order=delivery.order_number,
            state=state_label(say, delivery),
        ),
        _place(say, delivery),
        parts.contents(say, delivery),
        parts.note(say, delivery),
        _status(say, delivery, waiting),
        rows=() if waiting else _rows(say, delivery),
    )


def closed_rider_card(say: Words, delivery: Delivery, *, is_theirs: bool) -> Message:
    """Show a delivery that is over for this rider: no name, phone or address is left in it."""
    outcome = state_label(say, delivery) if is_theirs else say("given to another rider")
    return Message.of(
        say(
            "<b>Order {order}</b> · {outcome}",
            order=delivery.order_number,
            outcome=outcome,
        )
    )


def _place(say: Words, delivery: Delivery) -> Html:
    if delivery.state is State.IN_TRANSIT:
        return parts.dropoff_places(say, delivery)
    return Html(
        f"{parts.pickup_place(say, delivery)}\n{parts.dropoff_places(say, delivery)}".strip()
    )


def _status(say: Words, delivery: Delivery, waiting: Waiting | None) -> Html:
    if waiting:
        return say((_HELD_UP if waiting.held_up else _WAITING)[waiting.verb])
    hint = _HINTS.get(delivery.state)
    return say(hint) if hint else Html()


def _rows(say: Words, delivery: Delivery) -> Rows:
    step = _NEXT.get(delivery.state)
    if step is None:
        return ()
    verb, label = step
    return ((Button(label=say.label(label), data=press(verb, delivery.uuid), style=Style.GOOD),),)
