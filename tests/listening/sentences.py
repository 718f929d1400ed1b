"""The sentences that are tried: who says what and when, and what must follow."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("en", "fr", "es", "pt", "ar")
_FOLDER = Path(__file__).parent / "sentences"
CODES = Path(__file__).parent / "codes"
"""Sentences of codes and of numbers that are none, of which none may go wrong."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`words` may hold places such as `{code}`; of `then` everything must follow.

    `how` is "written", or "photo" for what stands under one.
    """

    by: str
    when: str
    words: str
    then: tuple[str, ...]
    how: str = "written"


def sentences(language: str, folder: Path = _FOLDER) -> list[Sentence]:
    data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    return [Sentence(**{**said, "then": tuple(said["then"])}) for said in data["said"]]
