"""Folding names for search: without accents, case and alternative spellings of one script."""

import unicodedata

# The letters that Unicode does not decompose into a letter and its mark.
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "ى": "ي",
        "ی": "ي",
        "ة": "ه",
        "ٱ": "ا",
        "ک": "ك",
        "ـ": None,
    }
)


def folded(text: str) -> str:
    """Fold a text so that all spellings of a name are equal: `Élise` is `elise`, `أحمد` `احمد`."""
    # Some letters have a case only when decomposed, and some decompose only in lower case.
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).casefold()
    decomposed = unicodedata.normalize("NFKD", text)
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return letters.translate(_LETTERS)
