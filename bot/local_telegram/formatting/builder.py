"""Builder of a text with entities, which parsers of markup use."""

from dataclasses import dataclass

from bot.local_telegram.formatting.entities import (
    Entity,
    FormattedText,
    normalised,
    utf16_length,
    utf16_slice,
)


@dataclass
class OpenEntity:
    """An entity whose end the parser has not reached yet."""

    name: str
    source_index: int
    offset: int
    slot: int
    values: dict[str, str]
    parent: "OpenEntity | None" = None


class TextBuilder:
    """Collects text, and entities in the order of their beginnings."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._slots: list[Entity | None] = []
        self.length = 0

    def add(self, piece: str) -> None:
        self._parts.append(piece)
        self.length += utf16_length(piece)

    def open(
        self,
        name: str,
        source_index: int,
        values: dict[str, str] | None = None,
        parent: OpenEntity | None = None,
    ) -> OpenEntity:
        # The slot is reserved now: of two entities over the same words the outer one opens first.
        self._slots.append(None)
        slot = len(self._slots) - 1
        return OpenEntity(name, source_index, self.length, slot, values or {}, parent)

    def close(self, opened: OpenEntity, entity: Entity | None) -> None:
        """Put the finished entity, if there is one, into the slot of the opened one."""
        self._slots[opened.slot] = entity

    def inside(self, opened: OpenEntity) -> str:
        text = "".join(self._parts)
        return utf16_slice(text, opened.offset, self.length - opened.offset)

    def result(self) -> FormattedText:
        entities = (entity for entity in self._slots if entity is not None)
        return FormattedText("".join(self._parts), normalised(entities))
