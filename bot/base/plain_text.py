"""Plain text: what cannot be seen, and what breaks lines, taken out."""

import re
import unicodedata

# With the letters and signs that are blank by themselves, which some take for their names.
_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]+")
_JOINERS = "\u200c\u200d"  # needed inside words of some scripts, and inside emoji


def clean(value: str) -> str:
    """Return one line without what is invisible or turns the writing direction."""
    line = _BREAKS.sub(" ", value)
    if line.isprintable():  # as nearly every value is
        return line.strip()
    return "".join(char for char in line if _is_visible(char)).strip()


def _is_visible(char: str) -> bool:
    if char in _JOINERS:
        return True
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
