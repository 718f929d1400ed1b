"""Why something was not measured, and how that is said in one line."""

import traceback
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_LONGEST = 240
_OURS = str(Path(__file__).parents[2])


class Unmeasurable(Exception):
    """This machine lacks what a figure needs; the message says what."""


class Died(Exception):
    """A program has ended that was to run; the message has its last words."""


def innermost(error: Exception) -> Exception:
    """Return the first error that a group of them is about."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def reason(error: Exception) -> str:
    """Say in one line what went wrong, and where, if the words alone do not tell."""
    error = innermost(error)
    words = " ".join(str(error).split())
    if not isinstance(error, Unmeasurable | Died):
        if isinstance(error, TimeoutError):
            words = words or "it did not come to an end"
        words = f"{type(error).__name__}{_place(error)}: {words}".removesuffix(": ")
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        each for each in frames if _OURS in each.filename and "site-packages" not in each.filename
    ]
    return f" at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""


async def attempted(starting: Awaitable[T]) -> T | Exception:
    """Return what is started, or why it is not: what stands without it can then go on."""
    try:
        return await starting
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told where it was needed
        return error
