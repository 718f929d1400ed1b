"""How much is remembered, so that a server can run for weeks."""

from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Keeping:
    """What is kept of each thing at most; the oldest goes first."""

    calls: int = 100_000
    messages: int = 10_000
    """In each chat."""
    toasts: int = 1_000
    """Of each person."""
    files: int = 20_000
    file_bytes: int = 1024 * 1024 * 1024
    """Of all files together; one that is gone cannot be fetched or sent again."""


def trim(kept: list[T], most: int) -> None:
    """Take the oldest out of a list that is longer than that, some at a time."""
    if len(kept) > most:
        del kept[: len(kept) - most + most // 10]
