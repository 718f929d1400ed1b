"""A second look at an order: what is not plausible where it stands is left as it was written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.store.drafts import DraftItem, Party
from bot.texts.written_orders.labels import Side
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.pieces import tidy
from bot.texts.written_orders.plausible import (
    is_plausible_address,
    is_plausible_item,
    is_plausible_name,
)
from bot.texts.written_orders.segments import segments_of
from bot.texts.written_orders.telephones import telephone, telephones_in
from bot.texts.written_orders.unfinished import is_unfinished
from bot.texts.written_orders.words_of import words_of
from bot.texts.written_orders.written_order import WrittenOrder

_FIELDS = (None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ADDRESS_PART, Part.CONTACT)


def second_look(order: WrittenOrder, lines: Sequence[str], country: str) -> WrittenOrder:
    """Return the order without what these lines, from which it was read, do not bear out."""
    look = _Look(order, lines, country)
    doubted = set(look.doubted())
    taken = {(side, field) for side, field, _ in doubted}
    sides = {side: _without(getattr(order, side), side, taken) for side in Side}
    kept = tuple(item for item in order.items if is_plausible_item(item.description, country))
    rejected = [look.written_item(item) for item in order.items if item not in kept]
    left = (*order.left, *(look.written(value) for _, _, value in sorted(doubted)), *rejected)
    return replace(
        order,
        sender=sides[Side.SENDER],
        receiver=sides[Side.RECEIVER],
        items=kept,
        left=tuple(dict.fromkeys(left)) if len(left) > len(order.left) else order.left,
    )


def _without(party: Party, side: Side, taken: set[tuple[Side, str]]) -> Party:
    return party.model_copy(update={field: "" for whose, field in taken if whose is side})


Doubted = tuple[Side, str, str]


@dataclass(frozen=True, slots=True)
class _Look:
    """An order beside the lines it was read from."""

    order: WrittenOrder
    lines: Sequence[str]
    country: str

    def doubted(self) -> Iterator[Doubted]:
        """Yield whose values are in doubt, which, and what stands there."""
        stray_phone = any(telephones_in(piece, self.country) for piece in self.order.left)
        unread = any(map(self._tells_of_somebody, self.order.left))
        for side in Side:
            party: Party = getattr(self.order, side)
            for field in ("name", "phone", "address"):
                value = getattr(party, field)
                is_stray = unread or (field == "phone" and stray_phone)
                if value and (
                    not self._is_plausible(field, party)
                    or (is_stray and not self._is_labelled(value))
                ):
                    yield side, field, value

    def _is_plausible(self, field: str, party: Party) -> bool:
        if field == "name":
            told = self._is_labelled(party.name)
            return is_plausible_name(party.name, self.lines, is_told=told)
        if field == "address":
            whole = is_plausible_address(party.address, self.country, is_named=bool(party.name))
            return whole and not is_unfinished(party, self.order.left, self.lines, self.country)
        return True

    def _tells_of_somebody(self, piece: str) -> bool:
        """Tell whether a piece says who does what to whom, and was not understood."""
        words = [word.text for word in words_of(piece)]
        return bool(telephones_in(piece, self.country)) and lexicon().has("words.acts", words)

    def _is_labelled(self, value: str) -> bool:
        """Tell whether a label says that this stands behind it."""
        for line in self.lines:
            for segment in segments_of(line, self.country):
                told = segment.label and segment.label.field in _FIELDS
                if told and self._holds(segment.text, value):
                    return True
        return False

    def _holds(self, text: str, value: str) -> bool:
        numbers = (each.number for each in telephones_in(text, self.country))
        return value in text or value in numbers or value.split(", ", maxsplit=1)[0] in text

    def written(self, value: str) -> str:
        """Return a value as it came: of a phone number what was written."""
        for line in self.lines:
            for each in telephones_in(line, self.country):
                if each.number == value:
                    return line[each.start : each.end]
            for segment in segments_of(line, self.country):
                if telephone(segment.text, self.country) == value:
                    return segment.text
        return value

    def written_item(self, item: DraftItem) -> str:
        lines = (tidy(line) for line in self.lines if item.description in line)
        figures = f"{item.quantity} {item.description} {item.value or ''}".strip()
        return next(lines, figures)
