"""What a correction changes of an order: of a draft, or of one that is created already.

The fields of an order are texts here, as a form shows them: items a line each, numbers in E.164.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.actions.dispatcher.drafting.values import item_line
from bot.domain.draft import AT_DOOR, Blank
from bot.parsing.orders.amounts import Amount, read_amount
from bot.parsing.orders.correction_words import clauses_of, names_and_rest, side_of
from bot.parsing.orders.corrections import (
    Correction,
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
"""Letters from which on the beginning of a word stands for it: “cake” for “cakes”."""

_SHORTEST_WORD = 3

Fields = Mapping[Blank, str]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field and the text that it shall hold.

    `is_named` where the field was called by name, `is_sure` as of `NamedValue`.
    """

    blank: Blank
    value: str
    is_named: bool = True
    is_sure: bool = False


def changes_of(
    fields: Fields, line: str, country: str, side: Side = Side.RECEIVER
) -> tuple[FieldChange, ...]:
    """Return what a line changes of an order; nothing where it fits no field, or several.

    `country` is that of local phone numbers, as two letters. `side` is the party of a name, number
    or address that names no party.
    """
    if at_door := tuple(_at_door(fields, line)):
        return at_door
    items = "\n".join(map(_as_form, fields.get(Blank.ITEMS, "").splitlines()))
    order = _Order({**fields, **({Blank.ITEMS: items} if items else {})}, country, side)
    several = [change for clause in clauses_of(line) for change in order.changes(clause)[:1]]
    blanks = {change.blank for change in several}
    is_each = len(several) == len(clauses_of(line)) == len(blanks) > 1
    if is_each and all(_stands_alone(change) for change in several[:-1]) and several[-1].is_sure:
        return tuple(several)
    return order.changes(line)


def _at_door(fields: Fields, line: str) -> Iterator[FieldChange]:
    """Yield the amounts at the door, where a line says nothing else."""
    amounts, rest = door_amounts(WrittenOrder(left=(line,)))
    for blank in AT_DOOR if not rest.left else ():
        value: Amount | None = getattr(amounts, blank)
        if value is not None and blank in fields:
            yield FieldChange(blank, value.written, is_sure=True)


def _as_form(line: str) -> str:
    item = read_item(line)
    return line if item is None else item_line(item)


def _stands_alone(change: FieldChange) -> bool:
    """Tell whether a clause is no beginning of one value with what follows it."""
    return change.is_sure and change.is_named and change.blank is not Blank.NOTE


@dataclass(frozen=True, slots=True)
class _Order:
    fields: Fields
    country: str
    side: Side

    def changes(self, line: str) -> tuple[FieldChange, ...]:
        for correction in corrections_in(line, self.country):
            found = tuple(self._of(correction, line))
            if found:
                return found
        return ()

    def _of(self, correction: Correction, line: str) -> Iterator[FieldChange]:
        match correction:
            case NamedValue():
                return self._said(correction)
            case Replacement():
                return self._replaced(correction, line)
            case Count():
                return self._counted(correction)
            case Removal():
                return self._removed(correction)
            case Swap():
                return self._swapped(correction)

    def _said(self, said: NamedValue) -> Iterator[FieldChange]:
        side = self._whose(said.left) if said.left else said.side or self.side
        for blank, part in _PARTS.items():
            is_its_side = part not in _SIDED or (blank in _OF_SENDER) == (side is Side.SENDER)
            if side is None or part is not said.part or not is_its_side or blank not in self.fields:
                continue
            value, held = said.value, self.fields[blank]
            if said.instead_of and part in {Part.NAME, Part.ADDRESS}:
                value = _in_place(held, said.instead_of, said.value, blank) or ""
            elif said.instead_of and not self._is_same(part, held, said.instead_of):
                value = ""
            if said.is_added and held:
                value = f"{held} · {value}"
            if value:
                is_sure = said.is_sure or bool(said.left)
                yield FieldChange(blank, value, said.is_named, is_sure)

    def _whose(self, left: Sequence[str]) -> Side | None:
        """Return whose name all of these words are of, if they are of one name alone."""
        names = {Side.SENDER: Blank.FROM_NAME, Side.RECEIVER: Blank.TO_NAME}
        known = {side: _texts(self.fields.get(blank, "")) for side, blank in names.items()}
        found = [side for side in names if all(word in known[side] for word in left)]
        return found[0] if len(found) == 1 else None

    def _is_same(self, part: Part, held: str, said: str) -> bool:
        if part is Part.PHONE:
            return telephone(said, self.country) in {held, None}
        if part is Part.FEE:
            return read_amount(said) == read_amount(held)
        return said in held

    def _replaced(self, replaced: Replacement, line: str) -> Iterator[FieldChange]:
        """Put the new value where the old one stands, if that is in one place alone."""
        number = telephone(replaced.old, self.country)
        found = []
        for blank, text in self.fields.items():
            if number is not None and text == number:
                found.append(FieldChange(blank, replaced.new))
            else:
                changed = _in_place(text, replaced.old, replaced.new, blank)
                found += [] if changed is None else [FieldChange(blank, changed)]
        found = [change for change in found if self._fits(change)]
        if len(found) > 1:
            named = named_parts(line)
            found = [change for change in found if _PARTS.get(change.blank) in named]
        yield from found if len(found) == 1 else ()

    def _fits(self, change: FieldChange) -> bool:
        """Tell whether a new value can be one of its field."""
        fits: Mapping[Part, Callable[[], bool]] = {
            Part.PHONE: lambda: telephone(change.value, self.country) is not None,
            Part.FEE: lambda: read_amount(change.value) is not None,
        }
        part = _PARTS.get(change.blank)
        return part is not None and fits.get(part, lambda: True)()

    def _counted(self, count: Count) -> Iterator[FieldChange]:
        """Say how many of the one thing there are that is named, or add another thing."""
        lines = self.fields.get(Blank.ITEMS, "").splitlines()
        wanted = [word for word in _texts(count.thing) if not lexicon().has(_TALK, [word])]
        hit = [at for at, line in enumerate(lines) if wanted and _names(line, wanted)]
        if len(hit) == 1 and (item := read_item(lines[hit[0]])) is not None:
            if count.instead_of not in {"", str(item.quantity)}:
                return
            number = count.number + (item.quantity if count.is_more else 0)
            lines[hit[0]] = item_line(item.model_copy(update={"quantity": number}))
            lines = lines if number else lines[: hit[0]] + lines[hit[0] + 1 :]
            yield FieldChange(Blank.ITEMS, "\n".join(lines), is_sure=count.is_more)
        elif count.is_more and not hit and wanted and _may_be_new(count, wanted):
            lines.append(f"{count.number} × {count.thing} 0")
            yield FieldChange(Blank.ITEMS, "\n".join(lines), is_sure=True)

    def _removed(self, removed: Removal) -> Iterator[FieldChange]:
        """Take out the one thing that is named, or so many of it, or the note."""
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
        """Make each party the other one, unless they are already as it is said."""
        if not all(blank in self.fields for pair in _PARTIES for blank in pair):
            return
        sender, receiver = (_texts(self.fields[blank]) for blank in _PARTIES[0])
        if not sender or not receiver:
            return
        said = _texts(swap.said)
        first, second = _first(said, sender, receiver), _first(said, receiver, sender)
        names, _ = names_and_rest([word for word in said if word not in {*sender, *receiver}])
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


def _may_be_new(count: Count, wanted: Sequence[str]) -> bool:
    """Tell whether a thing that is to be added is one: “a stop” is none, and “2 pies” are."""
    return count.number > 1 or lexicon().has("words.goods", wanted)


def _first(said: Sequence[str], name: Sequence[str], other: Sequence[str]) -> int | None:
    """Return where a name begins in what is said, by the words that the other one has not."""
    own = set(name).difference(other)
    return next((at for at, word in enumerate(said) if word in own), None)


def _in_place(text: str, old: str, new: str, blank: Blank) -> str | None:
    """Return a text with the new words in place of the old ones, where these stand once.

    What is said of the words around them stands there already; a new name or address that says
    more than the old words did, and nothing of those around them, is a whole one.
    """
    words, wanted = words_of(text), _texts(old)
    texts = [word.text for word in words]
    starts = [at for at in range(len(words)) if wanted and texts[at : at + len(wanted)] == wanted]
    if len(starts) != 1:
        return None
    first, last = starts[0], starts[0] + len(wanted)
    number = _only_number(new)
    if number is not None and sum(map(str.isdecimal, wanted)) == 1:
        others = [word for word in _texts(new) if not word.isdecimal() and word not in texts]
        if all(_only_names(word) or lexicon().has("words.units", [word]) for word in others):
            at = first + next(at for at, word in enumerate(wanted) if word.isdecimal())
            return _spliced(text, words, at, at + 1, number)
    said = _texts(new)
    before = _overlap(texts[:first], said)
    after = _overlap(said, texts[last:])
    if not before and not after and _is_whole(said, wanted, blank):
        return new
    return _spliced(text, words, first - before, last + after, new)


def _only_names(word: str) -> bool:
    return not names_and_rest([word])[1]


def _is_whole(said: Sequence[str], old: Sequence[str], blank: Blank) -> bool:
    more = len(said) - len(old)
    return (_PARTS.get(blank), more > 0) == (Part.NAME, True) or (
        _PARTS.get(blank) is Part.ADDRESS and more > 1
    )


def _only_number(text: str) -> str | None:
    numbers = [word for word in _texts(text) if word.isdecimal()]
    return numbers[0] if len(numbers) == 1 else None


def _overlap(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words end the one and begin the other."""
    longest = min(len(first), len(second))
    return next((n for n in range(longest, 0, -1) if list(first[-n:]) == list(second[:n])), 0)


def _spliced(text: str, words: Sequence[WrittenWord], first: int, last: int, new: str) -> str:
    return text[: words[first].start] + new + text[words[last - 1].end :]


def _names(line: str, wanted: Sequence[str]) -> bool:
    """Tell whether a line of things has all of these words, or what begins like them."""
    known = _texts(re.sub(r"\d+$", "", line))
    return all(any(_is_alike(word, each) for each in known) for word in wanted)


def _is_alike(one: str, other: str) -> bool:
    shorter, longer = sorted((folded(one), folded(other)), key=len)
    is_start = longer.startswith(shorter)
    is_plural = is_start and len(shorter) >= _SHORTEST_WORD and len(longer) == len(shorter) + 1
    return shorter == longer or is_plural or (is_start and len(shorter) >= _SHORTEST_START)
