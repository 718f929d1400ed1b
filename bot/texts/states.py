"""The states of a delivery, as people call them."""

from bot.fleet import Delivery, State
from bot.texts.html import Html
from bot.texts.words import Words

_LABELS = {
    State.PENDING: "🆕 Waiting for a rider",
    State.AWAITING_PICKUP: "🕓 Waiting for pickup",
    State.ACCEPTED: "👍 Accepted by the rider",
    State.IN_TRANSIT: "🛵 On the way",
    State.DELIVERED: "✅ Delivered",
    State.CANCELLED: "❌ Cancelled",
    State.DECLINED: "❌ Declined",
    State.FAILED: "⚠️ Delivery attempt failed",
}


def state_label(say: Words, delivery: Delivery) -> Html:
    """Name the state; one that this bot does not know is shown as the fleet service wrote it."""
    known = _LABELS.get(delivery.state)
    return say(known) if known else say("❔ {label}", label=delivery.label)
