"""The corrections that are tried: an order of each language, what is said of it, and what is meant.

`then` names what the order then holds: of a text the values that are right, of things how many,
where 0 is none any more, and of the day how many days ahead it is. `time` is what is said of the
time of that day. `{number}` in the words is the number of the order, where it is created already.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "es", "pt", "ar")
_FOLDER = Path(__file__).parent / "said"


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody says `on` a "draft" or on a "created" order."""

    words: str
    on: str
    then: dict[str, Any]
    time: str = ""


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections of one language, and the order that each is said of."""

    language: str
    country: str
    currency: str
    order: dict[str, Any]
    said: list[Correction] = field(default_factory=list)


def corrections(language: str, folder: Path = _FOLDER) -> Corrections:
    data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    said = [Correction(**said) for said in data.pop("said")]
    return Corrections(language, **data, said=said)
