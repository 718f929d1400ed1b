"""Marks that turn the writing direction, by which a text reads as another than it is.

`U+202E` before `gpj.exe` shows `exe.jpg`, and turns what stands behind it, too. Kept texts stay as
they came, for that is the contract's; they are rid of these where people read them. Marks that
order nothing but themselves, which Arabic texts need, stay.
"""

_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def without_turns(text: str) -> str:
    """Return a text without embeddings, overrides and isolates (Unicode UAX 9, 2.1 to 2.5)."""
    return text if text.isascii() else text.translate(_TURNS)
