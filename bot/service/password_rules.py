"""Passwords that are guessed first, which an operator cannot set.

Lengths are `PASSWORD_LENGTHS`; nothing is asked of letters, digits and signs, for that makes
passwords alike (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and 6.2.5).
"""

import string
import unicodedata
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

_COMMON = Path(__file__).with_name("common_passwords.bin")
"""The 3,000 commonest passwords of twelve characters and more, folded, as the first bytes of their
SHA-256. They are those of SecLists' `xato-net-10-million-passwords-1000000.txt` (MIT, Daniel
Miessler), which are in the order of how often they were found."""

_DIGEST_BYTES = 6
_FEWEST_DIFFERENT = 5
_FEWEST_BESIDE_NAMES = 8
_PRODUCT = "handover"
_SHORTEST_NAME = 3
"""A shorter one is found in many words."""

_ROWS = (string.digits, string.ascii_lowercase, "qwertyuiopasdfghjklzxcvbnm", "azertyuiop")
_STEPS = frozenset(
    pair for row in _ROWS for way in (row, row[::-1]) for pair in pairwise(way + way[0])
)
"""What follows each other in a row of keys, digits or letters, in either direction."""

_AT_ENDS = string.digits + string.punctuation + " "


def weakness_of(password: str, name: str) -> str | None:
    """Return why an operator's password is guessed soon, as a sentence, or None where it is not."""
    folded = _folded(password)
    # Digits and signs at the ends are what people add to a word that was refused.
    core = folded.strip(_AT_ENDS)
    digests = {sha256(text.encode()).digest()[:_DIGEST_BYTES] for text in (folded, core)}
    if digests & _common():
        return "This password is one of the commonest."
    words = [_PRODUCT, _folded(name)] if len(name) >= _SHORTEST_NAME else [_PRODUCT]
    nameless = folded
    for word in words:
        nameless = nameless.replace(word, "")
    if nameless != folded and len(nameless.strip(_AT_ENDS)) < _FEWEST_BESIDE_NAMES:
        return "This password is hardly more than a name."
    repeats = any(
        text[period:] == text[:-period]
        for text in (folded, core)
        for period in range(1, len(text) // 2 + 1)
    )
    if repeats or len(set(folded)) < _FEWEST_DIFFERENT:
        return "This password repeats itself."
    pairs = list(pairwise(folded))
    steps = sum(pair in _STEPS or pair[0] == pair[1] for pair in pairs)
    if 4 * steps >= 3 * len(pairs):
        return "This password is a row of keys, digits or letters."
    return None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@cache
def _common() -> frozenset[bytes]:
    digests = _COMMON.read_bytes()
    starts = range(0, len(digests), _DIGEST_BYTES)
    return frozenset(digests[start : start + _DIGEST_BYTES] for start in starts)
