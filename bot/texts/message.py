"""A message as data, its text and its buttons, independent of any Telegram library."""

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
    """A button under a message: it sends `data` back, opens `url`, or copies the text `copies`."""

    label: str
    data: str | None = Field(default=None, max_length=64)
    url: str | None = None
    copies: str | None = None
    style: Style = Style.PLAIN


MORE = Button(label="⋯")
"""The button that unfolds a card; rendering the card sets its data."""


class Ask(StrEnum):
    """The action that a message asks of the reader's keyboard."""

    NOTHING = "nothing"
    REPLY = "reply"
    CONTACT = "contact"
    CHOICE = "choice"
    CLOSE = "close"


class Wanted(StrEnum):
    """The kind of chat that somebody chooses in Telegram's own list."""

    GROUP = "group"
    """A group that the bot is in."""
    NEW_GROUP = "new_group"
    """A group that the bot joins by this choice."""
    PERSON = "person"


class Key(_Part):
    """A key in place of the keyboard; Telegram repeats its `request_id` with the choice."""

    label: str
    wanted: Wanted
    request_id: int = Field(ge=-(2**31), lt=2**31)


class Picture(_Part):
    """A picture above the text: bytes of our own, one that Telegram stores, or one on the web.

    A stored one must be sent as it was sent before: as a photo, or as a file (`is_file`).
    """

    content: bytes | None = None
    file_id: str | None = None
    url: str | None = None
    is_file: bool = False


class File(_Part):
    """A file above the text, such as a table for a spreadsheet."""

    name: str
    content: bytes


class Place(_Part):
    """A point on the map instead of a text, with a name and an address or without.

    With `live_seconds` it can be moved for that time: 60 seconds to one day (Bot API,
    sendLocation). Without them it stays as it was sent.
    """

    latitude: float
    longitude: float
    title: str = ""
    address: str = ""
    live_seconds: int | None = Field(default=None, ge=60, le=86_400)


class Voice(_Part):
    """A voice message that Telegram stores, above the text."""

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
    """Put buttons into rows of at most `most`."""
    return tuple(tuple(buttons[at : at + most]) for at in range(0, len(buttons), most))


class RichForm(_Part):
    """The content below the first line for a reader whose Telegram shows tables.

    It is HTML of rich messages (Bot API 10.1 to 10.3), with buttons in it; `rows` are below it.
    """

    html: Html
    rows: Rows = ()
    is_rtl: bool = False


class Folded(_Part):
    """The content that `MORE` unfolds: buttons in its place, and lines under the text."""

    html: Html = Html()
    rows: Rows = ()


class Message(_Part):
    """One message. `rows` are its buttons; `hint` is the grey text of an empty input field.

    `keys` take the place of the keyboard for `Ask.CHOICE`. The `folded` content is neither sent nor
    stored.
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
        """Return the message for a reader without tables."""
        return self.model_copy(update={"rich": None})

    def opened_by(self, data: str) -> Self:
        """Give `MORE` its data; leave the button out if nothing is folded."""
        is_folded = self.folded and (self.folded.html or any(self.folded.rows))
        more = (MORE.model_copy(update={"data": data}),) if is_folded else ()
        return self._with_more(more)

    def in_full(self) -> Self:
        """Return the message with its folded content shown."""
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
    """A message without placeholders, before its translation."""

    def __init__(self, *lines: str, ask: Ask = Ask.NOTHING, hint: str = "") -> None:
        self.lines = lines
        self.ask = ask
        self.hint = hint
