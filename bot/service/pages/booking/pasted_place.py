"""Where a pasted text points to: coordinates, a `geo:` address, or a link to a map."""

import re
from urllib.parse import unquote

from bot.service.records import MapPlace

_LONGEST = 2000
_DEGREES = r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?"
# What ends in the middle of a number is none.
_PAIR = rf"({_DEGREES})\s*,\s*({_DEGREES})(?!\.?[0-9])"
_FORMS = (
    re.compile(rf"^\s*{_PAIR}\s*$"),
    # Before the others: `@` is the middle of the map, and `geo:0,0?q=` means the place behind it.
    re.compile(rf"[?&]q=(?:loc:)?{_PAIR}", re.IGNORECASE),
    re.compile(rf"^\s*geo:{_PAIR}", re.IGNORECASE),
    re.compile(rf"@{_PAIR}"),
)


def coordinates_in(text: str) -> str:
    """Return the place that a text holds, as `latitude,longitude` in degrees as they were written.

    Nothing is looked up: a short link, which does not show where it leads, holds none.

    Raises:
        ValueError: it holds none, or one that is not on the earth.
    """
    plain = unquote(text[:_LONGEST])
    found = next((match for form in _FORMS if (match := form.search(plain))), None)
    if found is None:
        raise ValueError("holds no latitude and longitude")
    coordinates = f"{found[1]},{found[2]}"
    MapPlace.parse(coordinates)
    return coordinates
