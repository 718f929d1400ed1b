"""Names as people look for them: without accents, case, and what one script writes in two ways."""

import unicodedata

# Those that Unicode does not take apart into a letter and its mark.
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
    """Write a text so that all ways to spell a name are one: `Élise` is `elise`, `أحمد` `احمد`."""
    # Some letters have a case only once they are taken apart, and some come apart only then.
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).casefold()
    decomposed = unicodedata.normalize("NFKD", text)
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return letters.translate(_LETTERS)
