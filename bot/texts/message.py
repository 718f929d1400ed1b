"""A message as data: what it says and which buttons it has, before any Telegram library."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from bot.texts.html import Html, joined


class _Part(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64"
    )


class Style(StrEnum):
    """The colour of a button, where the reader's Telegram knows colours."""

    PLAIN = ""
    GOOD = "success"
    BAD = "danger"
    MAIN = "primary"


class Button(_Part):
    """A button under a message: it sends `data` back, opens `url`, or copies `copy_text`."""

    label: str
    data: str | None = Field(default=None, max_length=64)
    url: str | None = None
    copies: str | None = None
    style: Style = Style.PLAIN


MORE = Button(label="⋯")
"""Opens what is folded in a card; what it sends back is told when the card is rendered."""


class Ask(StrEnum):
    """What a message asks the reader's keyboard to do."""

    NOTHING = "nothing"
    REPLY = "reply"
    CONTACT = "contact"
    CHOICE = "choice"
    CLOSE = "close"


class Wanted(StrEnum):
    """What somebody chooses among what their Telegram knows."""

    GROUP = "group"
    """A group that the bot is in."""
    NEW_GROUP = "new_group"
    """A group that they let it into by that."""
    PERSON = "person"


class Key(_Part):
    """A key in place of the keyboard; Telegram tells what was chosen by the number `request_id`."""

    label: str
    wanted: Wanted
    request_id: int = Field(ge=-(2**31), lt=2**31)


class Picture(_Part):
    """A picture over the text: bytes that we made, one that Telegram has, or one on the web.

    One that Telegram has can be had only as it was sent: some are files.
    """

    content: bytes | None = None
    file_id: str | None = None
    url: str | None = None
    is_file: bool = False


class File(_Part):
    """A file over the text, such as a table for a spreadsheet."""

    name: str
    content: bytes


class Place(_Part):
    """A point on the map instead of a text, with a name and an address or without.

    With `live_seconds` it can be moved for so long: 60 seconds to one day (Bot API, sendLocation).
    Without them it stays as it was sent.
    """

    latitude: float
    longitude: float
    title: str = ""
    address: str = ""
    live_seconds: int | None = Field(default=None, ge=60, le=86_400)


class Voice(_Part):
    """A voice message that Telegram has, over the text."""

    kind: Literal["voice"] = "voice"
    file_id: str


Attachment = Picture | File | Voice | Place

Row = tuple[Button, ...]
"""The buttons in one line under a message."""

Rows = tuple[Row, ...]
"""The buttons under a message, line by line."""


def column(buttons: Iterable[Button]) -> Rows:
    """Put each button into a row of its own."""
    return tuple((button,) for button in buttons)


def in_rows(buttons: Sequence[Button], most: int) -> Rows:
    """Put buttons into rows of so many at most."""
    return tuple(tuple(buttons[at : at + most]) for at in range(0, len(buttons), most))


class RichForm(_Part):
    """What stands under the first line in place of the rest, where a reader's Telegram has tables.

    It is HTML of rich messages (Bot API 10.1 to 10.3), with buttons in it; `rows` stand under it.
    """

    html: Html
    rows: Rows = ()
    is_rtl: bool = False


class Folded(_Part):
    """What stands behind `MORE`: buttons in its place, and lines under the text."""

    html: Html = Html()
    rows: Rows = ()


class Message(_Part):
    """One message. `rows` are its buttons; `hint` is the grey text of an empty input field.

    `keys` stand in place of the keyboard where it asks for a choice. What is `folded` is neither
    sent nor kept.
    """

    html: Html
    rows: Rows = ()
    ask: Ask = Ask.NOTHING
    hint: str = ""
    keys: tuple[Key, ...] = ()
    attachment: Attachment | None = None
    rich: RichForm | None = None
    folded: Folded | None = Field(default=None, exclude=True)

    @classmethod
    def of(
        cls,
        *lines: Html,
        rows: Rows = (),
        ask: Ask = Ask.NOTHING,
        hint: str = "",
        keys: tuple[Key, ...] = (),
        attachment: Attachment | None = None,
        rich: RichForm | None = None,
        folded: Folded | None = None,
    ) -> Self:
        """Make a message of lines and rows; empty ones are left out."""
        return cls(
            html=joined(lines),
            rows=tuple(filter(None, rows)),
            ask=ask,
            hint=hint,
            keys=keys,
            attachment=attachment,
            rich=rich,
            folded=folded,
        )

    def without_table(self) -> Self:
        """Return what somebody reads who has no tables."""
        return self.model_copy(update={"rich": None})

    def opened_by(self, data: str) -> Self:
        """Let `MORE` send this back; it is left out where nothing is folded."""
        is_folded = self.folded and (self.folded.html or any(self.folded.rows))
        more = (MORE.model_copy(update={"data": data}),) if is_folded else ()
        return self._with_more(more)

    def in_full(self) -> Self:
        """Show what is folded."""
        folded = self.folded or Folded()
        html = joined([self.html, folded.html])
        return self._with_more((), *folded.rows).model_copy(update={"html": html})

    def _with_more(self, buttons: Row, *below: Row) -> Self:
        """Put buttons in place of `MORE`, and rows below."""
        rows = list[Row]()
        for row in self.rows:
            others = tuple(button for button in row if button.label != MORE.label)
            rows += [row] if others == row else [(*others, *buttons), *below]
        return self.model_copy(update={"rows": tuple(filter(None, rows))})


class FixedMessage:
    """A message without places for values, before it is said in anybody's language."""

    def __init__(self, *lines: str, ask: Ask = Ask.NOTHING, hint: str = "") -> None:
        self.lines = lines
        self.ask = ask
        self.hint = hint
