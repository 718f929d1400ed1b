"""The customer's card: a progress line that moves."""

from datetime import datetime

from bot.fleet import Delivery, State
from bot.texts.html import Html, joined
from bot.texts.message import Message
from bot.texts.moments import clock_time
from bot.texts.words import Words, phrase

_REACHED = {
    State.PENDING: 1,
    State.AWAITING_PICKUP: 2,
    State.ACCEPTED: 2,
    State.IN_TRANSIT: 3,
    State.FAILED: 3,
    State.DELIVERED: 4,
}

_OUTCOME = {
    State.CANCELLED: phrase("❌ <b>Cancelled.</b>"),
    State.DECLINED: phrase("❌ <b>Declined.</b>"),
    State.FAILED: phrase(
        "⚠️ The rider could not deliver. The dispatcher will arrange what comes next."
    ),
}


def customer_card(say: Words, delivery: Delivery, *, party: str, address: str | None) -> Message:
    """Show a delivery to one of its parties: `party` is a receiver's uuid, or `sender`.

    `address` is shown only to somebody whose phone number is the receiver's.
    """
    return Message.of(
        say("📦 <b>Order {order}</b>", order=delivery.order_number),
        _between(say, delivery, party),
        say("🏠 {address}", address=address) if address else Html(),
        _outcome(say, delivery) or _progress(say, delivery),
        _code_hint(say, delivery, party),
    )


def _between(say: Words, delivery: Delivery, party: str) -> Html:
    if party == "sender":
        names = ", ".join(receiver.name for receiver in delivery.receivers)
        return say("To {names}", names=names) if names else Html()
    return say("From {name}", name=delivery.sender.name) if delivery.sender else Html()


def _outcome(say: Words, delivery: Delivery) -> Html:
    outcome = _OUTCOME.get(delivery.state)
    if outcome is None:
        return Html()
    reason = delivery.cancellation_reason
    return joined([say(outcome), say("Reason: {reason}", reason=reason) if reason else Html()])


def _progress(say: Words, delivery: Delivery) -> Html:
    reached = _REACHED.get(delivery.state)
    if reached is None:
        return say.value(delivery.label)
    rider = delivery.rider.name.split(" ")[0] if delivery.rider else ""
    steps = (
        _step(say("Ordered"), delivery.created_at),
        say("Rider: {name}", name=rider) if rider else say("Rider"),
        _step(say("On the way"), delivery.pickup_at),
        _step(say("Delivered"), delivery.dropoff_at),
    )
    return joined(Html(f"{_sign(n, reached)} {step}") for n, step in enumerate(steps))


def _step(name: Html, moment: datetime | None) -> Html:
    return Html(f"{name} {clock_time(moment)}") if moment else name


def _sign(number: int, reached: int) -> Html:
    return Html("✅" if number < reached else "▫️")


def _code_hint(say: Words, delivery: Delivery, party: str) -> Html:
    if party != "sender" and delivery.state is State.IN_TRANSIT:
        return say("🔑 Your drop-off code came by SMS. Tell it to the rider only at the door.")
    if party == "sender" and delivery.state in {State.AWAITING_PICKUP, State.ACCEPTED}:
        return say("🔑 Your pickup code came by SMS. Tell it to the rider only at the pickup.")
    return Html()
