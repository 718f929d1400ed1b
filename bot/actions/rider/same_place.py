"""Places as people write them: when two are the same, however they are spelled."""

import re
from collections.abc import Iterator
from uuid import UUID, uuid5

from bot.base.phone_numbers import line
from bot.base.plain_text import clean
from bot.fleet import Delivery, Receiver, Sender
from bot.parsing.phones import e164

_BETWEEN_WORDS = re.compile(r"\W+")
_PICKUPS = UUID("6f0f1c5e-52c4-4f0e-9d0a-7c1b1d7a9b3e")
"""What the names of pickups are made in: two other places never have one name."""


def marks(party: Sender | Receiver) -> Iterator[str]:
    """Return what a place is known by, its phone number and its address, as far as they are known.

    Each is empty where it is not.
    """
    yield line(e164(party.phone_number, party.phone_code) or "")
    yield _BETWEEN_WORDS.sub(" ", clean(party.address).casefold()).strip()


def pickup_place(delivery: Delivery) -> str | None:
    """Return a uuid for where a parcel is fetched, the same for all of one sender at one address.

    `None` where number or address is not known.
    """
    place_marks = tuple(marks(delivery.sender)) if delivery.sender else ("",)
    return str(uuid5(_PICKUPS, "\n".join(place_marks))) if all(place_marks) else None
