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


COURTESY = "courtesy"
"""What a text is about that tells no code; the others are about their stage."""

_WHEN = {
    Stage.PICKUP: "when you hand over the parcel",
    Stage.DROPOFF: "when you have the parcel in your hands",
}


def code_text(delivery: Delivery, stage: Stage, code: str, *, replaces: bool) -> str:
    """Return the text that tells a code, which stands after "code: "."""
    former = " It replaces the code that you had before." if replaces else ""
    return (
        f"{stage.capitalize()} code: {code} (delivery {delivery.order_number}). "
        f"Read it out to the rider {_WHEN[stage]}, not before.{former}"
    )


def courtesy_text(delivery: Delivery) -> str:
    """Return the text that only says that a parcel is on its way."""
    return f"{delivery.sender.name} is sending you a parcel: delivery {delivery.order_number}."
