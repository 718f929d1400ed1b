"""One-time codes and the texts that carry them."""

import secrets
from string import digits

from bot.service.records import Delivery
from bot.service.vocabulary import Stage


def new_code(length: int) -> str:
    """Return a fresh code of decimal digits."""
    return "".join(secrets.choice(digits) for _ in range(length))


def code_context(delivery_uuid: str, stage: Stage) -> str:
    """Return what a code's hash is bound to, so that no two deliveries share a hash."""
    return f"{delivery_uuid} {stage}"


def pickup_text(delivery: Delivery, code: str) -> str:
    """Return the sender's text. The code stands after "code: "."""
    return (
        f"Pickup code: {code} (delivery {delivery.order_number}). "
        "Read it out to the rider when you hand over the parcel, not before."
    )


def dropoff_text(delivery: Delivery, code: str) -> str:
    """Return the receiver's text. The code stands after "code: "."""
    return (
        f"Drop-off code: {code} (delivery {delivery.order_number}). "
        "Read it out to the rider when you have the parcel in your hands, not before."
    )


def courtesy_text(delivery: Delivery) -> str:
    """Return the text that only says that a parcel is on its way."""
    return f"{delivery.sender.name} is sending you a parcel: delivery {delivery.order_number}."
