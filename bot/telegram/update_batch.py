"""A batch of updates that cannot be read as a whole is read piece by piece.

JSON that is nested too deep, or a number of thousands of digits, makes a whole answer unreadable;
and Telegram repeats the same answer until a later offset is asked for.
"""

import json
import re

from bot.base.log import Logger

_log = Logger(__name__)

_BEGINNING = re.compile(rb'\s*\{\s*"ok"\s*:\s*true\s*,\s*"result"\s*:\s*\[')
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_NUMBER = re.compile(rb'\{\s*"update_id"\s*:\s*(\d{1,15})\s*[,}]')


def without_illegible(answer: bytes) -> bytes | None:
    """Return the answer, reducing each update that cannot be read to its number.

    Return `None` if the answer does not even begin like a batch.
    """
    beginning = _BEGINNING.match(answer)
    if beginning is None:
        return None
    updates = map(_legible, _pieces(answer, beginning.end()))
    return b'{"ok": true, "result": [%s]}' % b", ".join(updates)


def _pieces(answer: bytes, begin: int) -> list[bytes]:
    """Return the updates; one that is cut off counts only if it is the first."""
    pieces: list[bytes] = []
    depth, start = 0, begin
    for token in _TOKEN.finditer(answer, begin):
        opens, closes = token[0] in b"{[", token[0] in b"}]"
        if opens and depth == 0:
            start = token.start()
        depth += opens - closes
        if depth < 0:
            return pieces
        if closes and depth == 0:
            pieces.append(answer[start : token.end()])
    return pieces or [answer[start:]]


def _legible(piece: bytes) -> bytes:
    try:
        json.loads(piece.decode(errors="replace"))
    except (ValueError, RecursionError):
        number = _NUMBER.match(piece)
        _log.error("left out what cannot be read", update=int(number[1]) if number else None)
        return b'{"update_id": %s}' % number[1] if number else b"null"
    return piece
