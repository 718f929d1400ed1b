"""The comparison of places: two spellings of a phone number or an address give the same mark."""

import re
from collections.abc import Iterator
from uuid import UUID, uuid5

from bot.base.phone_numbers import line
from bot.base.plain_text import clean
from bot.fleet import Delivery, Receiver, Sender
from bot.parsing.phones import e164

_BETWEEN_WORDS = re.compile(r"\W+")
_PICKUPS = UUID("6f0f1c5e-52c4-4f0e-9d0a-7c1b1d7a9b3e")
"""The namespace of the pickups' uuids."""


def marks(party: Sender | Receiver) -> Iterator[str]:
    """Return the marks of a place: its phone number and its address, each "" if it is unknown."""
    yield line(e164(party.phone_number, party.phone_code) or "")
    yield _BETWEEN_WORDS.sub(" ", clean(party.address).casefold()).strip()


def pickup_place(delivery: Delivery) -> str | None:
    """Return a uuid of a pickup, the same for all parcels of one sender at one address.

    Return `None` if the phone number or the address is unknown.
    """
    place_marks = tuple(marks(delivery.sender)) if delivery.sender else ("",)
    return str(uuid5(_PICKUPS, "\n".join(place_marks))) if all(place_marks) else None
