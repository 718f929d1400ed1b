"""Plain text: without what cannot be seen, breaks lines, or turns the writing direction."""

import re
import unicodedata

# With the letters and signs that are blank by themselves, which some take for their names.
_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]+")
_JOINERS = "\u200c\u200d"  # needed inside words of some scripts, and inside emoji
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Marks that turn the writing direction: `U+202E` before `gpj.exe` shows `exe.jpg`, and turns the
text behind it, too. Marks without an effect on other characters, which Arabic needs, stay."""


def clean(value: str) -> str:
    """Return one line without what is invisible or turns the writing direction."""
    line = _BREAKS.sub(" ", value)
    if line.isprintable():  # as nearly every value is
        return line.strip()
    visible = (
        char for char in line if char in _JOINERS or unicodedata.category(char) not in _INVISIBLE
    )
    return "".join(visible).strip()


def without_turns(text: str) -> str:
    """Return a text without embeddings, overrides and isolates (Unicode UAX 9, 2.1 to 2.5).

    Stored texts stay as they came, as the contract demands; call this where people read them.
    """
    return text if text.isascii() else text.translate(_TURNS)
