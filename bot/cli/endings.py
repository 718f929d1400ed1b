"""How a command ends when it cannot do what it was asked: one sentence, and an exit code."""

from typing import NoReturn

import typer

_FAILED = 1
_BAD_SETUP = 2


def fail(sentence: str) -> NoReturn:
    """Say that it was refused, or that there is no such thing; exit with 1."""
    _end(sentence, _FAILED)


def refuse(sentence: str) -> NoReturn:
    """Say which setting or argument is wrong, and what to do; exit with 2."""
    _end(sentence, _BAD_SETUP)


def _end(sentence: str, code: int) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(code)
