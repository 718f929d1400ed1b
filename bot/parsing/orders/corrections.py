"""Corrections in words: “fee 2000”, “the address is …”, “2 not 3”, “remove the cake”.

This module reads what a correction may mean; the caller compares that with the order.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.correction_words import (
    AROUND,
    SIGNS,
    after,
    heads,
    length_before,
    length_of,
    names_and_rest,
    only_asks,
    side_of,
    skipped,
)
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.parties import names_place
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import WrittenWord, folded_words, words_of

_FEES = frozenset({Part.FEE, Part.DELIVERING})
_WITHOUT_JOIN = frozenset({Part.PHONE, Part.NAME, *_FEES})
_MOST_WORDS = 30
_MOST_OF_A_NAME = 5
_MOST_OF_A_FEE = 7
"""The most digits of a fee that is given without its name."""
_HOURS = 24


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A new value for a part of the order.

    `is_sure`: the value is a number that fits its name, or a word joins it to its name ("address
    is …"), so that it is not a shop's name that begins alike ("Note Bakery"). `left` are words
    beside it that may name its party. `instead_of` is the value that the order must have there.
    `is_added`: it does not replace the present value.
    """

    part: Part
    side: Side | None
    value: str
    is_named: bool = True
    is_sure: bool = False
    left: tuple[str, ...] = ()
    instead_of: str = ""
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text somewhere in the order, and the text to put in its place."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Removal:
    """A thing to remove from the order."""

    thing: str


@dataclass(frozen=True, slots=True)
class Count:
    """A new quantity of a thing, perhaps with the old one, or an increase (`is_more`)."""

    thing: str
    number: int
    instead_of: str = ""
    is_more: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of sender and receiver: asked for outright (`is_said`), or implied by who is who."""

    said: str
    is_said: bool = False


Correction = NamedValue | Replacement | Removal | Count | Swap


def named_parts(line: str) -> frozenset[Part]:
    """Return the parts of an order that single words of a line name."""
    texts = folded_words(line)
    labels = (label_of(texts[at : at + 1]) for at in range(len(texts)))
    return frozenset(label.field for label in labels if label and label.field)


def corrections_in(line: str, country: str) -> Iterator[Correction]:
    """Yield the corrections that a line can mean, the likeliest first.

    `country` is that of local phone numbers, as two letters.
    """
    words = words_of(line)
    texts = [word.text for word in words]
    if not words or len(words) > _MOST_WORDS or only_asks(line, texts):
        return
    yield from _swapped(line, texts)
    start = skipped(("lead", "wrong"), texts)
    # A line that begins with “remove” or “add” has no other meaning.
    for group, read in (("remove", _removed), ("add", _added)):
        for at in (0, start):
            if length := length_of((group,), texts, at):
                yield from read(after(line, words, at + length, strips_lead=True), country)
                return
    yield from _said_not(line, words, country)
    yield from _changed_to(line, words)
    yield from _said(line, words, start, country)
    count = _count(after(line, words, skipped(("lead", "wrong", "joins"), texts)))
    if count is not None:
        yield count
    yield from _unnamed(after(line, words, start), country, is_lead=start > 0)
    without = length_of(("not",), texts, 0)
    if without and not re.search(r"[\d,،]", line):
        yield from _removed(after(line, words, without, strips_lead=True), country)


def _swapped(line: str, texts: Sequence[str]) -> Iterator[Swap]:
    """Read that sender and receiver are to be swapped, or who of them is who."""
    names, left = names_and_rest(texts)
    is_said = lexicon().has("corrections.swapped", texts)
    are_sides = all(side_of(name) or label_of([name]) is None for name in names)
    are_both = len(set(filter(None, map(side_of, names)))) == len(Side)
    is_of_both = are_both or not names  # “Swap Shop” is a name
    if not left and are_sides and is_of_both and (is_said or (are_both and _asks_for(texts))):
        yield Swap(line, is_said=True)
    elif are_both and left:
        yield Swap(line)


def _asks_for(texts: Sequence[str]) -> bool:
    """Tell whether words begin with a request, and not only with an article or a “no”."""
    lead = texts[: skipped(("lead",), texts)]
    return any(
        not lexicon().label_length_at([word], 0) and not lexicon().only("corrections.not", [word])
        for word in lead
    )


def _removed(thing: str, _country: str) -> Iterator[Correction]:
    if thing:
        yield Removal(thing)


def _added(said: str, country: str) -> Iterator[Correction]:
    """Read an addition: a note, or a number of things."""
    words = words_of(said)
    for read in _said(said, words, 0, country) if words else ():
        if read.part is Part.NOTES:
            yield replace(read, is_added=True)
    names, _ = names_and_rest([word.text for word in words])
    count = _count(said, least=1)
    if count is not None and not names:
        yield replace(count, thing=_bare(count.thing), is_more=True)
    elif lexicon().has("words.note", [word.text for word in words]):
        yield NamedValue(Part.NOTES, None, said, is_sure=True, is_added=True)


def _said_not(line: str, words: Sequence[WrittenWord], country: str) -> Iterator[Correction]:
    """Read “X not Y” and “not Y but X”; X may have a name, and Y may be part of the old value."""
    texts = [word.text for word in words]
    for at in range(len(words)):
        length = length_of(("not",), texts, at)
        if not length:
            continue
        before, behind = line[: words[at].start], line[words[at + length - 1].end :]
        pairs = list(_split(behind))
        pairs += [(behind, before)] if at and _bare(before) else []
        for old, new in pairs:
            # A named value, or a count of things, takes the place of the old one.
            instead_of, said = _bare(old), words_of(new)
            start = skipped(("lead", "wrong"), [word.text for word in said])
            count = _count(after(new, said, start))
            if count is not None:
                yield replace(count, instead_of=instead_of)
            for read in _said(new, said, start, country) if said[start:] and instead_of else ():
                if read.is_sure:
                    yield replace(read, instead_of=instead_of)
        for old, new in pairs:
            yield from _pair(old, new)
            yield from _pair(old, re.split(r"[,،;:]", new)[-1])


def _changed_to(line: str, words: Sequence[WrittenWord]) -> Iterator[Correction]:
    """Read “change Y to X”, in which Y is the present value and not its name."""
    texts = [word.text for word in words]
    lead = skipped(("lead",), texts)
    for at in range(lead + 1, len(words) - 1) if lead else ():
        length = length_of(("joins",), texts, at)
        if not length or at + length >= len(words) or label_of(texts[lead:at]):
            continue
        old = line[words[lead].start : words[at].start]
        new = line[words[at + length - 1].end :]
        number = _bare(new)
        many = _number(number)
        if many is not None and not any(map(str.isdecimal, old)):
            yield from (Count(_bare(old), many),) if _asks_for(texts[:lead]) else ()
        elif not number.isdecimal() or any(map(str.isdecimal, old)):
            yield from _pair(old, new)


def _said(
    line: str, words: Sequence[WrittenWord], start: int, country: str
) -> Iterator[NamedValue]:
    """Read a named value: a number anywhere in the line, or the text behind the name."""
    read = _number_said(line, words, country)
    if read is not None:
        yield read
        return
    texts = [word.text for word in words]
    is_wrong = lexicon().has("corrections.wrong", texts[:start])
    for end, label, is_joined in heads(line, words, start):
        # The words of the name may also begin an address: “rua do”, “Place”.
        first = start + lexicon().length_at("words.streets", texts, start)
        is_joined_street = first < end and length_of(("joins", "wrong"), texts, first)
        is_street = start < first and not is_joined_street
        at, joined = (start, False) if is_street else (end, is_joined)
        while length := length_of(("joins", "wrong", *(("but",) * is_wrong)), texts, at):
            is_wrong = is_wrong or length_of(("wrong",), texts, at) == length
            joined, at = True, at + length
        value = after(line, words, at)
        is_form = ":" in line[words[end - 1].end : words[end].start]
        named = _of_kind(label, value, country, is_form=is_form, is_joined=joined)
        if named is not None:
            yield replace(named, is_sure=is_form or joined)
            return


def _number_said(line: str, words: Sequence[WrittenWord], country: str) -> NamedValue | None:
    """Read the only phone number or amount of a line together with its name."""
    found = telephones_in(line, country)
    if len(found) == 1:
        first, last, fits = found[0].start, found[0].end, frozenset({Part.PHONE})
    elif amount := _amount_in(line, words):
        (first, last), fits = amount, _FEES
    else:
        return None
    beside = [word.text for word in words if word.end <= first or word.start >= last]
    names, left = names_and_rest(beside)
    label = label_of(names) if names else None
    if label is None or label.field not in fits:
        return None
    part = Part.PHONE if label.field is Part.PHONE else Part.FEE
    value = line[first:last].strip(" .,;:")
    return NamedValue(part, label.role, value, is_sure=not left, left=tuple(left))


def _amount_in(line: str, words: Sequence[WrittenWord]) -> tuple[int, int] | None:
    """Return the place of a line's only amount, with its currency; a time is not an amount."""
    numbers = [at for at, word in enumerate(words) if any(map(str.isdecimal, word.text))]
    if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    first, last = numbers[0], numbers[-1]
    texts = [word.text for word in words]
    # A currency may stand on either side of the figures, so the widest reading comes first.
    for start, end in ((first - 1, last + 1), (first, last + 1), (first - 1, last), (first, last)):
        if start < 0 or end >= len(words):
            continue
        begin = words[start].start
        begin -= begin > 0 and line[begin - 1] in SIGNS
        amount = read_amount(line[begin : words[end].end])
        if amount is None:
            continue
        is_at = any(length_of(("at",), texts, at) + at == first for at in range(first))
        is_hour = is_at and amount <= _HOURS and not amount.currencies
        return None if is_hour else (begin, words[end].end)
    return None


def _of_kind(
    label: Label, value: str, country: str, *, is_form: bool, is_joined: bool
) -> NamedValue | None:
    """Return the value if it fits its name; behind a party's name, tell by its form what it is."""
    part = Part.FEE if label.field is Part.DELIVERING else label.field
    if not value or (part is None and label.role is None):
        return None
    if part is None and telephone(value, country):
        part = Part.PHONE
    elif part is None and any(map(str.isdecimal, value)):
        # “5 minutes away” is not an address: it has neither a word for a place nor a capital.
        is_name = any(word[0].isupper() for word in re.findall(r"\d\s+(\w+)", value))
        part = Part.ADDRESS if is_form or names_place(value) or is_name else None
    elif part is None:
        # “The customer is angry” gives no name: all words of a name begin with a capital.
        words = re.findall(r"[^\W\d_]+", value)
        is_called = 0 < len(words) <= _MOST_OF_A_NAME and all(word[0].isupper() for word in words)
        part = Part.NAME if is_form or (is_joined and is_called) else None
    fits = {
        Part.ITEMS: is_form or (is_joined and any(map(str.isdecimal, value))),
        Part.PHONE: telephone(value, country) is not None,
        Part.FEE: read_amount(value) is not None,
        Part.NAME: not any(map(str.isdecimal, value)),
        Part.ADDRESS: not telephones_in(value, country),
    }
    if part is None or not fits.get(part, True):
        return None
    return NamedValue(part, label.role, value)


def _unnamed(value: str, country: str, *, is_lead: bool) -> Iterator[NamedValue]:
    """Read a value that needs no name: a phone number, an amount, or a street with a number."""
    found = telephones_in(value, country)
    if len(found) == 1 and not any(
        map(str.isalnum, value[: found[0].start] + value[found[0].end :])
    ):
        yield NamedValue(Part.PHONE, None, value, is_named=False)
    elif sum(map(str.isdecimal, value)) <= _MOST_OF_A_FEE and read_amount(value) is not None:
        yield NamedValue(Part.FEE, None, value, is_named=False)
    elif is_lead and not found and _is_street_with_number(_bare(value)):
        yield NamedValue(Part.ADDRESS, None, _bare(value), is_named=False)


def _is_street_with_number(value: str) -> bool:
    """Tell whether a text is nothing but “12 rue Carnot”, “19 Creek Road” or “calle Sol 14”."""
    texts = folded_words(value)
    numbers = [at for at, text in enumerate(texts) if text.isdecimal()]
    names = [text for text in texts if not text.isdecimal()]
    streets = [bool(lexicon().length_at("words.streets", names, at)) for at in range(len(names))]
    is_short = 1 < len(names) <= _MOST_OF_A_NAME and not lexicon().has("words.goods", names)
    is_street = is_short and (streets[0] or (streets[-1] and numbers == [0]))
    return is_street and numbers in ([0], [len(names)])


def _count(said: str, least: int = 2) -> Count | None:
    """Read a quantity before or behind a thing; number words below `least` do not count."""
    words = words_of(said)
    numbers = [number for word in words if (number := _number(word.text, least)) is not None]
    if len(words) < 2 or len(numbers) != 1:  # noqa: PLR2004 - a number and a thing
        return None
    texts = [word.text for word in words]
    if _number(texts[0], least) is not None:
        thing = said[words[1].start :]
    elif _number(texts[-1], least) is not None:
        joined = length_before("joins", texts, len(texts) - 1)
        last = len(texts) - 1 - (joined if joined > 1 else 0)  # “the cake is 5” may be its price
        thing = said[: words[last].start]
    else:
        return None
    return Count(thing.strip(f"{AROUND}×*"), numbers[0])


def _number(word: str, least: int = 2) -> int | None:
    digits = re.fullmatch(r"x?(\d{1,3})x?", word)
    number = int(digits[1]) if digits else lexicon().numbers.get(word)
    return number if digits or (number or 0) >= least else None


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Yield the two sides of the first “but”, and of the first comma of each kind."""
    words = words_of(text)
    texts = [word.text for word in words]
    for at in range(1, len(words)):
        length = length_of(("but",), texts, at)
        if length and at + length <= len(words):
            yield text[: words[at].start], text[words[at + length - 1].end :]
            break
    for comma in (",", "،", ";"):
        old, found, new = text.partition(comma)
        if found:
            yield old, new


def _pair(old: str, new: str) -> Iterator[Replacement]:
    old, new = _bare(old), _bare(new)
    if old and new:
        yield Replacement(old, new)


def _bare(text: str) -> str:
    """Return a text without leading filler words and the name of the value."""
    words = words_of(text)
    texts = [word.text for word in words]
    at = skipped(("lead",), texts)
    for end, label, is_joined in heads(text, words, at):
        joined = skipped(("joins",), texts, end)
        is_name = is_joined or joined > end or label.field in _WITHOUT_JOIN
        if is_name and joined < len(words):
            at = joined
            break
    at = skipped(("joins", "of"), texts, at)
    return after(text, words, at)
