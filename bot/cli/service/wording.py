"""Texts as an operator types them, held to what the API takes."""

from pydantic import TypeAdapter, ValidationError

from bot.cli.endings import refuse
from bot.service.request_bodies.fields import Clean, Text

_NOTE: TypeAdapter[str] = TypeAdapter(Text)
_SEARCH: TypeAdapter[str] = TypeAdapter(Clean)


def note_of(text: str) -> str:
    """Return a note without control characters, or end the command with a sentence."""
    return _read(_NOTE, text, "note")


def search_of(text: str) -> str:
    """Return words to look for, which may be none, or end the command with a sentence."""
    return _read(_SEARCH, text, "search")


def _read(kind: TypeAdapter[str], text: str, what: str) -> str:
    try:
        return kind.validate_python(text)
    except ValidationError:
        refuse(f"The {what} is not a possible one.")
