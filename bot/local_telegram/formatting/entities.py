"""Text with entities, whose offsets are counted in UTF-16 code units."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

VERBATIM = frozenset({"code", "pre"})
"""Entities whose text is literal: there are no other entities inside them."""

_QUOTES = frozenset({"blockquote", "expandable_blockquote"})
_JOINABLE = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
_BLANKS = " \t\r\n\v\f"


class ParseError(ValueError):
    """The text breaks the rules of its markup; the message is in Telegram's words."""


def byte_offset(source: str, index: int) -> int:
    """Return the offset of a character in UTF-8 bytes, the unit of Telegram's error texts."""
    return len(source[:index].encode())


def utf16_length(text: str) -> int:
    """Return the length in UTF-16 code units, the unit of every offset in the Bot API."""
    return len(text.encode("utf-16-le")) // 2


def utf16_slice(text: str, offset: int, length: int) -> str:
    """Return the part of the text that an entity of that offset and length covers."""
    units = text.encode("utf-16-le")[2 * offset : 2 * (offset + length)]
    return units.decode("utf-16-le", errors="ignore")


@dataclass(frozen=True, slots=True)
class Entity:
    """A `MessageEntity` of the Bot API: a marked part of a text."""

    type: str
    offset: int
    length: int
    url: str | None = None
    user: dict[str, Any] | None = None
    language: str | None = None
    custom_emoji_id: str | None = None
    unix_time: int | None = None
    date_time_format: str | None = None

    @property
    def end(self) -> int:
        return self.offset + self.length

    def overlaps(self, other: "Entity") -> bool:
        return self.offset < other.end and other.offset < self.end

    def as_json(self) -> dict[str, Any]:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not None}


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text without markup, and its entities ordered by offset, outer before inner."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    def trimmed(self) -> "FormattedText":
        """Return the text without blanks at both ends, with the entities cut accordingly."""
        left = self.text.lstrip(_BLANKS)
        text = left.rstrip(_BLANKS)
        start = utf16_length(self.text) - utf16_length(left)
        end = utf16_length(text)
        cut: list[Entity] = []
        for entity in self.entities:
            offset = min(max(entity.offset - start, 0), end)
            left_over = min(max(entity.end - start, 0), end) - offset
            cut.append(replace(entity, offset=offset, length=left_over))
        return FormattedText(text, normalised(cut))


def normalised(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Order entities, drop empty ones and those in verbatim text, and join equal styles."""
    ordered = sorted(
        (entity for entity in entities if entity.length > 0),
        key=lambda entity: (entity.offset, -entity.length),
    )
    # Of two overlapping verbatim entities the earlier one wins.
    verbatim: list[Entity] = []
    for entity in ordered:
        if entity.type in VERBATIM and not any(entity.overlaps(other) for other in verbatim):
            verbatim.append(entity)
    result: list[Entity] = []
    for entity in ordered:
        is_style = entity not in verbatim and entity.type not in _QUOTES
        if is_style and any(entity.overlaps(other) for other in verbatim):
            continue
        if not _joined(result, entity):
            result.append(entity)
    return tuple(result)


def _joined(earlier_ones: list[Entity], entity: Entity) -> bool:
    """Extend an earlier entity of the same style that this one touches; return whether one did."""
    if entity.type not in _JOINABLE:
        return False
    for index, earlier in enumerate(earlier_ones):
        if earlier.type == entity.type and entity.offset <= earlier.end:
            end = max(earlier.end, entity.end)
            earlier_ones[index] = replace(earlier, length=end - earlier.offset)
            return True
    return False
