"""Reader of the blocks of a rich message, driven by tables of their fields.

See https://core.telegram.org/bots/api#inputrichblock.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.local_telegram.markup import ACTIONS, InlineButton, inline_button, is_given
from bot.local_telegram.refusals import ApiError, Refusal, bad_request
from bot.local_telegram.rich.html import MARKS

MAX_CHARACTERS = 32_768
MAX_BLOCKS = 500
"""The most blocks of one message, counting list items, rows of tables and nested blocks."""

MAX_DEPTH = 16
"""The deepest nesting of blocks, and of formats in one text."""

MAX_COLUMNS = 20
MAX_BUTTONS_IN_ROW = 8

_SIDES = ("left", "center", "right")
_HEIGHTS = ("top", "middle", "bottom")
_STYLES = ("primary", "success", "danger", "link")
_IN_LABELS = frozenset({"custom_emoji", "date_time"})
_MAX_MAP = 10_000
_MAX_RATIO = 20
_MAX_ZOOM = 24

Read = Callable[["BlockReader", Any, int], Any]
"""Reads the value of a field at a depth: returns it as messages have it, or refuses it."""

Fields = Mapping[str, Read]
"""The fields of an object; the name of an optional field ends in a question mark."""


class BlockReader:
    """Reads one message; then `buttons` has its buttons and `text` its plain text."""

    def __init__(self, *, private: bool, draft: bool = False) -> None:
        self.buttons: list[InlineButton] = []
        self._draft = draft
        self._private = private
        self._blocks = 0
        self._characters = 0
        self._words: list[str] = []

    @property
    def text(self) -> str:
        lines = "".join(self._words).split("\n")
        return "\n".join(" ".join(line.split()) for line in lines if line.strip())

    def message(self, blocks: object) -> list[dict[str, Any]]:
        """Read the blocks of a whole message; refuse one that is empty or too long."""
        read: list[dict[str, Any]] = self.blocks(blocks, 0)
        if not read:
            raise bad_request("rich message is empty")
        if self._characters > MAX_CHARACTERS:
            raise Refusal.MESSAGE_TOO_LONG.error()
        return read

    def blocks(self, value: object, depth: int) -> list[Any]:
        return [self.block(each, depth + 1) for each in _array(value, "an array of blocks")]

    def block(self, value: object, depth: int) -> dict[str, Any]:
        self._count(depth)
        given = _object(value, "a block")
        kind = given.get("type")
        # The Bot API has these blocks, so the refusal names the gap.
        if kind in MEDIA_BLOCKS:
            raise Refusal.RICH_MEDIA.error()
        # Only a draft can have a "thinking" block.
        known = BLOCKS if self._draft else BLOCKS.keys() - {"thinking"}
        if not isinstance(kind, str) or kind not in known:
            raise _unreadable(f"no message has a block of the type {kind!r}")
        self._words.append("\n")
        read = {"type": kind, **self.fields(given, BLOCKS[kind], depth)}
        self._words.append("\n")
        if kind == "map":
            # The default size is filled in before the ratio of the sides is checked.
            read = {"zoom": 15, "width": 600, "height": 300, **read}
            sides = read["width"], read["height"]
            if sum(sides) > _MAX_MAP or max(sides) > _MAX_RATIO * min(sides):
                raise _unreadable("a map has other sides")
        return read

    def fields(self, given: Mapping[str, Any], fields: Fields, depth: int) -> dict[str, Any]:
        """Read the known fields of an object; leave out those that are false."""
        read: dict[str, Any] = {}
        for name, reader in fields.items():
            plain = name.removesuffix("?")
            value = given.get(plain)
            if value is None and plain == name:
                raise _unreadable(f'can\'t find field "{name}"')
            # Telegram does not return flags that are false.
            if value is not None and (value := reader(self, value, depth)) is not False:
                read[plain] = value
        return read

    def rich_text(self, value: object, depth: int = 0) -> Any:  # noqa: ANN401 - text of any form
        """Read a rich text: a string, a list of rich texts, or a formatted one."""
        if isinstance(value, str):
            self.tell(value)
            return value
        if depth >= MAX_DEPTH:
            raise Refusal.RICH_TOO_DEEP.error()
        if isinstance(value, list):
            return [self.rich_text(each, depth + 1) for each in value]
        given = _object(value, "a text")
        kind = given.get("type")
        if not isinstance(kind, str) or kind not in TEXTS:
            raise _unreadable(f"no text is of the type {kind!r}")
        return {"type": kind, **self.fields(given, TEXTS[kind], depth + 1)}

    def cells(self, value: object, depth: int) -> list[list[dict[str, Any]]]:
        """Read the rows of a table; a cell that spans columns counts as that many."""
        rows = []
        for cells in _array(value, "an array of rows"):
            self._count(depth + 1)
            self._words.append("\n")
            row = []
            for cell in _array(cells, "an array of cells"):
                read = self.fields(_object(cell, "a cell"), _CELL, depth + 1)
                row.append({"align": "left", "valign": "top", **read})
                self._words.append(" ")
            if sum(cell.get("colspan", 1) for cell in row) > MAX_COLUMNS:
                raise bad_request("rich message has a table with too many columns")
            rows.append(row)
        return rows

    def items(self, value: object, depth: int) -> list[dict[str, Any]]:
        """Read the items of a list, and add the label of each."""
        items = []
        for each in _array(value, "an array of items"):
            given = _object(each, "an item")
            self._count(depth + 1)
            label = "•" if given.get("value") is None else f"{given['value']}."
            items.append({"label": label, **self.fields(given, _ITEM, depth + 1)})
        return items

    def button_row(self, value: object, depth: int) -> list[dict[str, Any]]:
        row = _array(value, "an array of buttons")
        if not 0 < len(row) <= MAX_BUTTONS_IN_ROW:
            raise bad_request("rich message must have 1-8 buttons in a row")
        return [self.button(each, depth) for each in row]

    def button(self, value: object, _depth: int) -> dict[str, Any]:
        """Read a button, which has exactly one action and a plain label."""
        given = {
            name: item for name, item in _object(value, "a button").items() if item is not None
        }
        actions = [name for name in ACTIONS if is_given(given, name)]
        if len(actions) != 1 or actions[0] in {"pay", "callback_game"}:
            raise _unreadable("a button does exactly one thing")
        style = given.get("style")
        if style is not None and style not in _STYLES:
            raise _unreadable(f"no button has the style {style!r}")
        if style == "link" and actions[0] != "callback_data":
            raise _unreadable("only a callback button has the style 'link'")
        label = self._label(given.get("text"))
        button = inline_button({**given, "text": label}, private=self._private)
        self.buttons.append(button)
        return given

    def _label(self, value: object) -> str:
        """Read the label of a button, which may have custom emojis and times but no formats."""
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict) and part.get("type") not in _IN_LABELS:
                raise _unreadable("the text of a button is plain")
        # The label is the part of the message's words that is added from here on.
        before = len(self._words)
        self._words.append(" ")
        self.rich_text(value)
        label = "".join(self._words[before:]).strip()
        self._words.append(" ")
        if not label:
            raise _unreadable("a button has a text")
        return label

    def tell(self, words: str) -> None:
        """Add visible words to the text of the message."""
        self._words.append(words)
        self._characters += len(words)

    def _count(self, depth: int) -> None:
        self._blocks += 1
        if self._blocks > MAX_BLOCKS:
            raise bad_request("rich message has too many blocks")
        if depth > MAX_DEPTH:
            raise Refusal.RICH_TOO_DEEP.error()


def _unreadable(why: str) -> ApiError:
    return Refusal.RICH_UNREADABLE.error(why)


def _array(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _unreadable(f"{what} is expected")
    return value


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _unreadable(f"{what} is an object")
    return value


def _text(reader: BlockReader, value: object, _depth: int) -> Any:  # noqa: ANN401 - any form
    return reader.rich_text(value)


def _string(_: BlockReader, value: object, _depth: int) -> str:
    if not isinstance(value, str):
        raise _unreadable("a string is expected")
    return value


def _shown(reader: BlockReader, value: object, depth: int) -> str:
    """Read a visible string."""
    words = _string(reader, value, depth)
    reader.tell(words)
    return words


def _flag(_: BlockReader, value: object, _depth: int) -> bool:
    return bool(value)


def _number(low: int, high: int) -> Read:
    def read(_: BlockReader, value: object, _depth: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _unreadable(f"a whole number from {low} to {high} is expected")
        return value

    return read


def _one_of(allowed: Iterable[str]) -> Read:
    names = tuple(allowed)

    def read(_: BlockReader, value: object, _depth: int) -> str:
        if value not in names:
            raise _unreadable(f"one of {', '.join(names)} is expected")
        return str(value)

    return read


def _holding(fields: Fields, what: str) -> Read:
    return lambda reader, value, depth: reader.fields(_object(value, what), fields, depth)


def _degrees(most: int) -> Read:
    def read(_: BlockReader, value: object, _depth: int) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > most:
            raise Refusal.LOCATION_INVALID.error()
        return float(value)

    return read


_NESTED: Fields = {"text": BlockReader.rich_text}
_LOCATION: Fields = {"latitude": _degrees(90), "longitude": _degrees(180)}
_CAPTION: Fields = {"text": _text, "credit?": _text}
_CELL: Fields = {
    "align?": _one_of(_SIDES),
    "valign?": _one_of(_HEIGHTS),
    "text?": _text,
    "is_header?": _flag,
    "colspan?": _number(1, MAX_COLUMNS),
    "rowspan?": _number(1, MAX_BLOCKS),
}
_ITEM: Fields = {
    "blocks": BlockReader.blocks,
    "has_checkbox?": _flag,
    "is_checked?": _flag,
    "value?": _number(-(2**31), 2**31 - 1),
    "type?": _one_of("aAiI1"),
}
BLOCKS: Mapping[str, Fields] = {
    "paragraph": {"text": _text},
    "heading": {"text": _text, "size": _number(1, 6)},
    "pre": {"text": _text, "language?": _string},
    "footer": {"text": _text},
    "divider": {},
    "thinking": {"text": _text},
    "mathematical_expression": {"expression": _shown},
    "anchor": {"name": _string},
    "list": {"items": BlockReader.items},
    "blockquote": {"blocks": BlockReader.blocks, "credit?": _text},
    "expandable_blockquote": {"text": _text, "credit?": _text},
    "pullquote": {"text": _text, "credit?": _text},
    "table": {
        "caption?": _text,
        "cells": BlockReader.cells,
        "is_bordered?": _flag,
        "is_striped?": _flag,
        "is_compact?": _flag,
    },
    "details": {"summary": _text, "blocks": BlockReader.blocks, "is_open?": _flag},
    "buttons": {"buttons": BlockReader.button_row, "align?": _one_of(_SIDES)},
    "map": {
        "location": _holding(_LOCATION, "a location"),
        "zoom?": _number(0, _MAX_ZOOM),
        "width?": _number(1, _MAX_MAP),
        "height?": _number(1, _MAX_MAP),
        "caption?": _holding(_CAPTION, "a caption"),
    },
}
MEDIA_BLOCKS = frozenset(
    ["animation", "audio", "collage", "document", "photo", "slideshow", "video", "voice_note"]
)
_NAMED = ("url", "email_address", "phone_number", "bank_card_number", "hashtag", "cashtag",
          "bot_command")  # fmt: skip
"""Texts with a value in a field that is named like the type."""

TEXTS: Mapping[str, Fields] = {
    **dict.fromkeys(MARKS.values(), _NESTED),
    **{kind: {**_NESTED, kind: _string} for kind in _NAMED},
    "date_time": {**_NESTED, "unix_time": _number(0, 2**53), "date_time_format": _string},
    "text_mention": {**_NESTED, "user": lambda _, user, _depth: _object(user, "a user")},
    "custom_emoji": {"custom_emoji_id": _string, "alternative_text": _shown},
    "mathematical_expression": {"expression": _shown},
    "mention": {**_NESTED, "username": _string},
    "button": {"button": BlockReader.button},
    "anchor": {"name": _string},
    "anchor_link": {**_NESTED, "anchor_name": _string},
    "reference": {**_NESTED, "name": _string},
    "reference_link": {**_NESTED, "reference_name": _string},
}
