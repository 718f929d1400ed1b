"""The changes that a correction makes to an order, in a draft or created already.

The fields of an order are texts here, as a form shows them: items a line each, numbers in E.164.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.actions.dispatcher.drafts.values import item_line
from bot.domain.draft import AT_DOOR, Blank
from bot.parsing.orders.amounts import Amount, read_amount
from bot.parsing.orders.correction_words import clauses_of, names_and_rest, side_of
from bot.parsing.orders.corrections import (
    Count,
    NamedValue,
    Removal,
    Replacement,
    Swap,
    corrections_in,
    named_parts,
)
from bot.parsing.orders.door_amounts import door_amounts
from bot.parsing.orders.items import read_item
from bot.parsing.orders.labels import Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.telephones import telephone
from bot.parsing.orders.words_of import WrittenWord, folded, words_of
from bot.parsing.orders.written_order import WrittenOrder

_PARTS: Mapping[Blank, Part] = {
    Blank.TO_NAME: Part.NAME,
    Blank.TO_PHONE: Part.PHONE,
    Blank.TO_ADDRESS: Part.ADDRESS,
    Blank.ITEMS: Part.ITEMS,
    Blank.FEE: Part.FEE,
    Blank.NOTE: Part.NOTES,
    Blank.FROM_NAME: Part.NAME,
    Blank.FROM_PHONE: Part.PHONE,
    Blank.FROM_ADDRESS: Part.ADDRESS,
}
_OF_SENDER = {Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS}
_PARTIES = (
    (Blank.FROM_NAME, Blank.TO_NAME),
    (Blank.FROM_PHONE, Blank.TO_PHONE),
    (Blank.FROM_ADDRESS, Blank.TO_ADDRESS),
)
_SIDED = {Part.NAME, Part.PHONE, Part.ADDRESS}
_SHORTEST_START = 4
"""The fewest letters with which the beginning of a word stands for it: “cake” for “cakes”."""

_SHORTEST_WORD = 3

Fields = Mapping[Blank, str]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field and its new text.

    `is_named`: the words named the field. `is_sure`: as in `NamedValue`.
    """

    blank: Blank
    value: str
    is_named: bool = True
    is_sure: bool = False


def changes_of(
    fields: Fields, line: str, country: str, side: Side = Side.RECEIVER
) -> tuple[FieldChange, ...]:
    """Return the changes that a line makes to an order; none if it fits no field, or several.

    `country` is the country of local phone numbers, as two letters. `side` is the party of a name,
    number or address that names no party.
    """
    if at_door := tuple(_at_door(fields, line)):
        return at_door
    things = fields.get(Blank.ITEMS, "").splitlines()
    items = [(thing, read_item(thing)) for thing in things]
    if items:
        # Items are counted and removed by line, so bring each line into the form of `item_line`.
        lines = [thing if item is None else item_line(item) for thing, item in items]
        fields = {**fields, Blank.ITEMS: "\n".join(lines)}
    order = _Order(fields, country, side)
    clauses = clauses_of(line)
    several = [change for clause in clauses for change in order.changes(clause)[:1]]
    is_each = len(several) == len(clauses) == len({change.blank for change in several}) > 1
    # A note or an unnamed value may continue in the next clause, so it does not stand alone.
    stand_alone = (
        change.is_sure and change.is_named and change.blank is not Blank.NOTE
        for change in several[:-1]
    )
    if is_each and all(stand_alone) and several[-1].is_sure:
        return tuple(several)
    return order.changes(line)


def _at_door(fields: Fields, line: str) -> Iterator[FieldChange]:
    """Yield the amounts at the door, if a line says nothing else."""
    amounts, rest = door_amounts(WrittenOrder(left=(line,)))
    for blank in AT_DOOR if not rest.left else ():
        value: Amount | None = getattr(amounts, blank)
        if value is not None and blank in fields:
            yield FieldChange(blank, value.written, is_sure=True)


@dataclass(frozen=True, slots=True)
class _Order:
    fields: Fields
    country: str
    side: Side

    def changes(self, line: str) -> tuple[FieldChange, ...]:
        for correction in corrections_in(line, self.country):
            match correction:
                case NamedValue():
                    changes = tuple(self._named(correction))
                case Replacement():
                    changes = tuple(self._replaced(correction, line))
                case Count():
                    changes = tuple(self._counted(correction))
                case Removal():
                    changes = tuple(self._removed(correction))
                case Swap():
                    changes = tuple(self._swapped(correction))
            if changes:
                return changes
        return ()

    def _named(self, named: NamedValue) -> Iterator[FieldChange]:
        side = named.side or self.side
        if named.left:
            # The words next to the value tell its party, if they belong to one party's name only.
            names = {Side.SENDER: Blank.FROM_NAME, Side.RECEIVER: Blank.TO_NAME}
            words = {side: _texts(self.fields.get(blank, "")) for side, blank in names.items()}
            sides = [each for each in names if all(word in words[each] for word in named.left)]
            if len(sides) != 1:
                return
            side = sides[0]
        for blank, part in _PARTS.items():
            is_its_side = part not in _SIDED or (blank in _OF_SENDER) == (side is Side.SENDER)
            if part is not named.part or not is_its_side or blank not in self.fields:
                continue
            value, held = named.value, self.fields[blank]
            if named.instead_of and part in {Part.NAME, Part.ADDRESS}:
                value = _in_place(held, named.instead_of, named.value, blank) or ""
            elif named.instead_of and not self._is_same(part, held, named.instead_of):
                value = ""
            if named.is_added and held:
                value = f"{held} · {value}"
            if value:
                is_sure = named.is_sure or bool(named.left)
                yield FieldChange(blank, value, named.is_named, is_sure)

    def _is_same(self, part: Part, held: str, old: str) -> bool:
        """Tell whether a field holds the value that the correction calls wrong."""
        if part is Part.PHONE:
            return telephone(old, self.country) in {held, None}
        if part is Part.FEE:
            return read_amount(old) == read_amount(held)
        return old in held

    def _replaced(self, replaced: Replacement, line: str) -> Iterator[FieldChange]:
        """Put the new value in place of the old one, if that stands in one field only."""
        number = telephone(replaced.old, self.country)
        changes = []
        for blank, text in self.fields.items():
            value: str | None = replaced.new
            if number is None or text != number:
                value = _in_place(text, replaced.old, replaced.new, blank)
            if value is None:
                continue
            match _PARTS.get(blank):
                case Part.PHONE:
                    fits = telephone(value, self.country) is not None
                case Part.FEE:
                    fits = read_amount(value) is not None
                case part:
                    fits = part is not None
            if fits:
                changes.append(FieldChange(blank, value))
        if len(changes) > 1:
            named = named_parts(line)
            changes = [change for change in changes if _PARTS.get(change.blank) in named]
        yield from changes if len(changes) == 1 else ()

    def _counted(self, count: Count) -> Iterator[FieldChange]:
        """Change the count of the one item that is named, or add an item."""
        lines = self.fields.get(Blank.ITEMS, "").splitlines()
        wanted = [word for word in _texts(count.thing) if not lexicon().has(_TALK, [word])]
        hit = [at for at, line in enumerate(lines) if wanted and _names(line, wanted)]
        # “2 pies” can be delivered, but “a stop” cannot.
        is_thing = bool(wanted) and (count.number > 1 or lexicon().has("words.goods", wanted))
        if len(hit) == 1 and (item := read_item(lines[hit[0]])) is not None:
            if count.instead_of not in {"", str(item.quantity)}:
                return
            number = count.number + (item.quantity if count.is_more else 0)
            lines[hit[0]] = item_line(item.model_copy(update={"quantity": number}))
            lines = lines if number else lines[: hit[0]] + lines[hit[0] + 1 :]
            yield FieldChange(Blank.ITEMS, "\n".join(lines), is_sure=count.is_more)
        elif count.is_more and not hit and is_thing:
            lines.append(f"{count.number} × {count.thing} 0")
            yield FieldChange(Blank.ITEMS, "\n".join(lines), is_sure=True)

    def _removed(self, removed: Removal) -> Iterator[FieldChange]:
        """Remove the one item that is named, or a number of it, or the note."""
        label = label_of(_texts(removed.thing))
        if label is not None and label.field is Part.NOTES and self.fields.get(Blank.NOTE):
            yield FieldChange(Blank.NOTE, "")
            return
        lines = self.fields.get(Blank.ITEMS, "").splitlines()
        numbers = [int(word) for word in _texts(removed.thing) if word.isdecimal()]
        wanted = [word for word in _texts(removed.thing) if not word.isdecimal()]
        wanted = [word for word in wanted if len(word) >= _SHORTEST_START] or wanted
        hit = [line for line in lines if wanted and _names(line, wanted)]
        if len(hit) != 1 or (item := read_item(hit[0])) is None:
            return
        left = item.quantity - numbers[0] if len(numbers) == 1 else 0
        if left >= 0:
            fewer = [item_line(item.model_copy(update={"quantity": left}))] if left else []
            at = lines.index(hit[0])
            yield FieldChange(Blank.ITEMS, "\n".join([*lines[:at], *fewer, *lines[at + 1 :]]))

    def _swapped(self, swap: Swap) -> Iterator[FieldChange]:
        """Exchange sender and receiver, unless they already are as the words say."""
        if not all(blank in self.fields for pair in _PARTIES for blank in pair):
            return
        sender, receiver = (_texts(self.fields[blank]) for blank in _PARTIES[0])
        if not sender or not receiver:
            return
        words = _texts(swap.said)
        first, second = _first(words, sender, receiver), _first(words, receiver, sender)
        names, _ = names_and_rest([word for word in words if word not in {*sender, *receiver}])
        sides = [side for side, _ in groupby(filter(None, map(side_of, names)))]
        is_known = first is not None and second is not None and len(sides) == len(Side)
        is_so = is_known and (first or 0) < (second or 0)
        if not swap.is_said and not is_known:
            return
        if is_known and is_so == (sides[0] is Side.SENDER):
            return
        for one, other in _PARTIES:
            yield FieldChange(one, self.fields[other], is_sure=True)
            yield FieldChange(other, self.fields[one], is_sure=True)


_TALK = "corrections.of"


def _texts(text: str) -> list[str]:
    return [word.text for word in words_of(text)]


def _first(said: Sequence[str], name: Sequence[str], other: Sequence[str]) -> int | None:
    """Return where a name begins in the words, found by words that the other name lacks."""
    own = set(name).difference(other)
    return next((at for at, word in enumerate(said) if word in own), None)


def _in_place(text: str, old: str, new: str, blank: Blank) -> str | None:
    """Return a text with the new words in place of the old ones, if these stand there once.

    New words that repeat their neighbours in the text replace these, too. A new name or address
    that is longer than the old words, and repeats no neighbour, replaces the whole text.
    """
    words, wanted = words_of(text), _texts(old)
    texts = [word.text for word in words]
    starts = [at for at in range(len(words)) if wanted and texts[at : at + len(wanted)] == wanted]
    if len(starts) != 1:
        return None
    first, last = starts[0], starts[0] + len(wanted)
    new_texts = _texts(new)
    numbers = [word for word in new_texts if word.isdecimal()]
    if len(numbers) == 1 and sum(map(str.isdecimal, wanted)) == 1:
        # Replace only the number, if the other new words only name its unit.
        others = [word for word in new_texts if not word.isdecimal() and word not in texts]
        rest = [word for word in others if names_and_rest([word])[1]]
        if all(lexicon().has("words.units", [word]) for word in rest):
            at = first + next(at for at, word in enumerate(wanted) if word.isdecimal())
            return _spliced(text, words, at, at + 1, numbers[0])
    before = _overlap(texts[:first], new_texts)
    after = _overlap(new_texts, texts[last:])
    part, more = _PARTS.get(blank), len(new_texts) - len(wanted)
    is_whole = (part is Part.NAME and more > 0) or (part is Part.ADDRESS and more > 1)
    if is_whole and not before and not after:
        return new
    return _spliced(text, words, first - before, last + after, new)


def _overlap(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words at the end of `first` also begin `second`."""
    longest = min(len(first), len(second))
    return next((n for n in range(longest, 0, -1) if list(first[-n:]) == list(second[:n])), 0)


def _spliced(text: str, words: Sequence[WrittenWord], first: int, last: int, new: str) -> str:
    return text[: words[first].start] + new + text[words[last - 1].end :]


def _names(line: str, wanted: Sequence[str]) -> bool:
    """Tell whether an item's line has all of these words, or words that begin like them."""
    line_words = _texts(re.sub(r"\d+$", "", line))
    return all(any(_is_alike(word, each) for each in line_words) for word in wanted)


def _is_alike(one: str, other: str) -> bool:
    shorter, longer = sorted((folded(one), folded(other)), key=len)
    is_start = longer.startswith(shorter)
    is_plural = is_start and len(shorter) >= _SHORTEST_WORD and len(longer) == len(shorter) + 1
    return shorter == longer or is_plural or (is_start and len(shorter) >= _SHORTEST_START)
