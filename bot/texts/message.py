"""A message as data: what it says and which buttons it has, before any Telegram library."""

from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from bot.texts.html import Html, joined


class Style(StrEnum):
    """The colour of a button, where the reader's Telegram knows colours."""

    PLAIN = ""
    GOOD = "success"
    BAD = "danger"
    MAIN = "primary"


class Button(BaseModel):
    """A button under a message: it sends `data` back, opens `url`, or copies `copy_text`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    label: str
    data: str | None = Field(default=None, max_length=64)
    url: str | None = None
    copies: str | None = None
    style: Style = Style.PLAIN


class Ask(StrEnum):
    """What a message asks the reader's keyboard to do."""

    NOTHING = "nothing"
    REPLY = "reply"
    CONTACT = "contact"
    CLOSE = "close"


class Message(BaseModel):
    """One message. `rows` are its buttons; `hint` is the grey text of an empty input field."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    html: Html
    rows: tuple[tuple[Button, ...], ...] = ()
    ask: Ask = Ask.NOTHING
    hint: str = ""

    @classmethod
    def of(cls, *lines: Html, rows: tuple[tuple[Button, ...], ...] = ()) -> Self:
        """Make a message of lines; empty ones are left out."""
        return cls(html=joined(lines), rows=rows)
