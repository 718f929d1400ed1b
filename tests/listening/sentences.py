"""The sentences that are tried: who says what and when, and what must follow."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("en", "fr", "es", "pt", "ar")
_FOLDER = Path(__file__).parent / "sentences"


@dataclass(frozen=True, slots=True)
class Sentence:
    """`words` may hold places such as `{code}`; of `then` everything must follow."""

    by: str
    when: str
    words: str
    then: tuple[str, ...]


def sentences(language: str, folder: Path = _FOLDER) -> list[Sentence]:
    data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    return [
        Sentence(said["by"], said["when"], said["words"], tuple(said["then"]))
        for said in data["said"]
    ]
