"""JSON from outside, parsed without recursion and without numbers that are none."""

import re

from pydantic_core import from_json

# An escaped backslash and a proper pair are matched first, so that only a lone half is left over.
_SURROGATES = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def parse_json(raw: bytes) -> object:
    """Parse a body; depth and length of numbers are bounded. Raises `ValueError` for no JSON.

    Half a surrogate pair, as languages write it that cut texts in the middle of an emoji, is left
    out: one such name in a list must not make the whole list unreadable.
    """
    try:
        return _parse(raw)
    except ValueError:
        return _parse(_SURROGATES.sub(_without_halves, raw))


def _without_halves(found: re.Match[bytes]) -> bytes:
    return b"" if found["lone"] else found[0]


def _parse(raw: bytes) -> object:
    parsed: object = from_json(raw, allow_inf_nan=False)
    return parsed
