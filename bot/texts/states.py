"""The states of a delivery, as people call them."""

from bot.fleet import Delivery, State
from bot.texts.html import Html
from bot.texts.words import Words, phrase

_LABELS = {
    State.PENDING: phrase("🆕 Waiting for a rider"),
    State.AWAITING_PICKUP: phrase("🕓 Waiting for pickup"),
    State.ACCEPTED: phrase("👍 Accepted by the rider"),
    State.IN_TRANSIT: phrase("🛵 On the way"),
    State.DELIVERED: phrase("✅ Delivered"),
    State.CANCELLED: phrase("❌ Cancelled"),
    State.DECLINED: phrase("❌ Declined"),
    State.FAILED: phrase("⚠️ Delivery attempt failed"),
}

_UNKNOWN = phrase("❔ In a state that I do not know")


def state_name(say: Words, state: State) -> Html:
    return say(_LABELS.get(state, _UNKNOWN))


def state_word(say: Words, state: State) -> str:
    return say.label(_LABELS.get(state, _UNKNOWN))


def state_label(say: Words, delivery: Delivery) -> Html:
    """Return a state's name; show an unknown state as the fleet service wrote it."""
    label = _LABELS.get(delivery.state)
    return say(label) if label else say("❔ {label}", label=delivery.label)
