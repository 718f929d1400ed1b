"""What the bot's messages say, as somebody understands who reads them.

Everybody reads the same messages again and again, so what was read is remembered.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.local_telegram import ChatMessage

_INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060"))
_CARD = re.compile(r"(?:🧪 )?(?:(?P<sign>📦|🛵) )?Order (?P<order>\d+)(?: · (?P<label>.+))?")
_PROMPT = re.compile(
    r"Order (?P<order>\d+): (?:write the code from your SMS"
    r"|(?:type )?the (?P<stage>pickup|drop-off) (?:code|was not confirmed))"
)
_CHOICE = re.compile(r"Who takes order (?P<order>\d+)\?")
_STOP = re.compile(r"^(\d+) · ", re.MULTILINE)
_LISTED = re.compile(r"^(\d+) ", re.MULTILINE)
_DIGEST = re.compile(
    r"🆕 \d+ orders? waits? for a rider"
    r"|⏰ Too long without a rider: \d+|⏰ Order \d+ has been waiting for a rider"
)
_ORDER = re.compile(r"[Oo]rder (?P<order>\d+)")


class Says(StrEnum):
    """How far a card says that its delivery has come."""

    PENDING = "pending"
    AWAITING_PICKUP = "awaiting_pickup"
    ACCEPTED = "accepted"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    GIVEN_AWAY = "given_away"


_LABELS = {
    "Waiting for a rider": Says.PENDING,
    "Waiting for pickup": Says.AWAITING_PICKUP,
    "not accepted yet": Says.AWAITING_PICKUP,
    "Accepted by the rider": Says.ACCEPTED,
    "👍 yours": Says.ACCEPTED,
    "On the way": Says.IN_TRANSIT,
    "Delivered": Says.DELIVERED,
    "Cancelled": Says.CANCELLED,
    "given to another rider": Says.GIVEN_AWAY,
}
_CUSTOMER_LINES = {
    "❌ Cancelled.": Says.CANCELLED,
    "✅ Delivered": Says.DELIVERED,
    "✅ On the way": Says.IN_TRANSIT,
    "✅ Rider": Says.AWAITING_PICKUP,
    "✅ Ordered": Says.PENDING,
}
# What rings somebody's phone and must be said exactly once.
_LOUD = ("is on the way", "was delivered", "was cancelled", "is not your job any more")
_ANSWERS = (
    *(*_LOUD, "was not confirmed", "is not an open job", "too many wrong codes"),
    *("does not wait for your code", "the code was not accepted", "the code was wrong too often"),
)
_NOT_TAKEN = ("I did not understand that", "That looked like a code", "in case it was a code")


@dataclass(frozen=True, slots=True)
class Card:
    """A delivery's card. `view` tells for whom it is."""

    order: str
    view: str
    says: Says


def bare(message: ChatMessage) -> str:
    """What a person reads, without the invisible marks around values."""
    return _without_marks(message.text)


@cache
def _without_marks(text: str) -> str:
    return text.translate(_INVISIBLE)


@cache
def read_card(text: str) -> Card | None:
    """Read a card; `None` if the text is something else."""
    found = _CARD.fullmatch(text.partition("\n")[0])
    if found is None:
        return None
    if found["label"] is None:
        return _customer_card(found["order"], text)
    view = "dispatcher" if found["sign"] == "📦" else "rider"
    says = next((says for label, says in _LABELS.items() if label in found["label"]), None)
    return Card(found["order"], view, says) if says else None


def _customer_card(order: str, text: str) -> Card | None:
    says = next((says for line, says in _CUSTOMER_LINES.items() if line in text), None)
    return Card(order, "customer", says) if says else None


@cache
def asked_code(text: str) -> tuple[str, str] | None:
    """Return order number and stage (`pickup`, `drop-off`) of a question for a code.

    A receiver, who confirms what was left for them, is asked for the code of the drop-off.
    """
    found = _PROMPT.search(text)
    return (found["order"], found["stage"] or "drop-off") if found else None


@cache
def digest_orders(text: str) -> tuple[str, ...]:
    """Return the orders that a digest says wait for a rider, in lines or in a table."""
    heading, _, listed = text.partition("\n")
    return tuple(_LISTED.findall(listed)) if _DIGEST.search(heading) else ()


@cache
def round_orders(text: str) -> tuple[str, ...]:
    """Return the orders of a round behind its next stop, or of what another rider has for one."""
    _, heading, following = text.partition(" more stop")
    if not heading:
        _, heading, following = text.partition(" parcels for you.")
    return tuple(_STOP.findall(following)) if heading else ()


@cache
def asked_rider(text: str) -> str | None:
    """Return the order number of a question who takes it."""
    found = _CHOICE.search(text)
    return found["order"] if found else None


@cache
def loud(text: str) -> tuple[str, str] | None:
    """Return order number and words of what must be said exactly once."""
    # Who has the parcel already hears of another rider as of whom to hand it to.
    return _said(text.replace("Hand order", "is not your job any more: order"), _LOUD)


@cache
def answer(text: str) -> str | None:
    """Return the words with which a typed code is answered, if these are such."""
    not_taken = next((phrase for phrase in _NOT_TAKEN if phrase in text), None)
    said = _said(text, _ANSWERS)
    return not_taken or (said[1] if said else None)


def _said(text: str, phrases: tuple[str, ...]) -> tuple[str, str] | None:
    order = _ORDER.search(text)
    phrase = next((phrase for phrase in phrases if phrase in text), None)
    return (order["order"], phrase) if order and phrase else None
