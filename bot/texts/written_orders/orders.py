"""Where one order of a text ends and the next begins."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.texts.written_orders.labels import Label, Side
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.pieces import Piece, Sort, pieces_of
from bot.texts.written_orders.segments import segments_of
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.words_of import western_digits, words_of

_RULE = re.compile(r"[-=_*~#—–.•+─━\s]{3,}")
_NUMBERED = re.compile(
    r"\s*[(\[]?#?(?P<number>\d{1,3})(?:\s*[).\]:]|\s?[-–](?=\s|\D)|\s*/(?=\s))\s*(?![\d])"
)
_AREA_CODE = re.compile(r"\s*\(\d{2}\)\s?\d{4,5}[\s.\-]?\d{4}(?!\d)")
"""A number with its area in brackets, which is no number of a list."""
_LISTED = re.compile(r"\W*(?:[^\W\d_]+\s*#?\s*\d{1,2}\s*[).:\-–—]+|\d{1,2}[.)])\s+\S")
_LETTERED = re.compile(r"\s*[(\[]?(?P<letter>[A-Ha-h])[).:]\s+(?=\S)")
_NAMED = re.compile(r"\s*#?\s*(?P<number>\d{1,3})\s*[):.\-–—]*\s*")
_FEWEST_PIECES = 2

Lines = list[str]


@dataclass(frozen=True, slots=True)
class Orders:
    """The lines of each order, and those before them that are common to all.

    `is_marked` says that numbers or rules set them apart, and not only what they tell.
    """

    common: Lines
    each: list[Lines]
    is_marked: bool = False


def divided(lines: Lines, country: str) -> Orders:
    """Divide the lines of a text into its orders."""
    for divide in (_by_rules, _by_numbers, _by_labels, _by_paragraphs, _by_lines):
        orders = divide(lines, country)
        if len(orders.each) > 1:
            return replace(orders, is_marked=divide in (_by_rules, _by_numbers))
    return Orders([], [[_without_number(line) for line in lines]] if any(lines) else [])


def _by_rules(lines: Lines, country: str) -> Orders:
    groups: list[Lines] = [[]]
    for line in lines:
        if line and _RULE.fullmatch(line):
            groups.append([])
        else:
            groups[-1].append(line)
    told = [group for group in groups if any(group)]
    return _with_parties(told, country) if len(told) > 1 else Orders([], [lines])


def _with_parties(groups: list[Lines], country: str) -> Orders:
    """Take leading groups that name no receiver for common, and add later ones to their order."""
    common: Lines = []
    each: list[Lines] = []
    for group in groups:
        if _names_receiver(group, country):
            each.append(group)
        elif each:
            each[-1] = [*each[-1], "", *group]
        else:
            common += [*group, ""]
    return Orders(common, each)


def _names_receiver(lines: Lines, country: str) -> bool:
    """Tell whether somebody who receives is named, or somebody of whom nothing else is said."""
    told = [key for key in _keys(lines, country) if key.field is not Part.DELIVERING]
    if any(key.role is not Side.SENDER for key in told):
        return True
    return not told and any(telephones_in(line, country) for line in lines)


def _is_receivers(label: Label) -> bool:
    if label.role is Side.RECEIVER:
        return label.field is not Part.DELIVERING
    return label.role is None and label.field in (Part.NAME, Part.PHONE, Part.ADDRESS)


def _unnumbered(line: str) -> tuple[int | None, str]:
    """Return the number that an order has in a list, and its line without it."""
    western = western_digits(line)
    if _AREA_CODE.match(western):
        return None, line
    if found := _NUMBERED.match(western):
        return int(found["number"]), line[found.end() :]
    words = words_of(line)[:1]
    if words and not line[: words[0].start].strip() and _is_numbering(words[0].text):
        found = _NAMED.match(western, words[0].end)
        if found and (
            line[found.end() :][:1].isspace()
            or not line[found.end() :][:1].isalnum()
            or re.search(r"[):.\-–—]", found.group())
        ):
            return int(found["number"]), line[found.end() :]
    return None, line


def _without_number(line: str) -> str:
    """Leave out the number of a line where something stands behind it, and not of a house."""
    number, rest = _unnumbered(line)
    if number is None or not any(map(str.isalnum, rest)):
        return line
    return rest if _LISTED.match(western_digits(line)) else line


def _lettered(lines: Lines) -> Iterator[tuple[int, int, str]]:
    """Yield the lines that letters number, where these begin with A."""
    heads = [(at, found) for at, line in enumerate(lines) if (found := _LETTERED.match(line))]
    if heads and heads[0][1]["letter"] in "Aa":
        for at, found in heads:
            yield at, ord(found["letter"]), lines[at][found.end() :]


def _is_numbering(word: str) -> bool:
    return lexicon().has("words.numbering", [word])


def _by_numbers(lines: Lines, country: str) -> Orders:
    numbered = [(at, *_unnumbered(line)) for at, line in enumerate(lines)]
    heads = [(at, number, rest) for at, number, rest in numbered if number is not None]
    heads = heads or [*_lettered(lines)]
    counts = all(later[1] == earlier[1] + 1 for earlier, later in pairwise(heads))
    if len(heads) < 2 or not counts:  # noqa: PLR2004 - a list has at least two
        return Orders([], [lines])
    ends = [*(at for at, _, _ in heads[1:]), len(lines)]
    each = [[rest, *lines[at + 1 : end]] for (at, _, rest), end in zip(heads, ends, strict=True)]
    if all(_tells_place(group, country) for group in each):
        return Orders(lines[: heads[0][0]], each)
    return Orders([], [lines])


def _tells_place(lines: Lines, country: str) -> bool:
    """Tell whether lines say to whom or where: with a label, a phone or an address."""
    for line in lines:
        for segment in segments_of(line, country):
            if segment.label and _is_receivers(segment.label):
                return True
        if any(piece.kind in (Sort.PHONE, Sort.PLACE) for piece in pieces_of([line], country)):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Key:
    """What a line begins: which field of whom."""

    line: int
    field: Part | None
    role: Side | None


def _by_labels(lines: Lines, country: str) -> Orders:
    """Divide where the label that began an order comes again."""
    keys = _telling(list(_keys(lines, country)))
    if not keys:
        return Orders([], [lines])
    starts = [keys[0].line]
    seen: set[tuple[Part | None, Side | None]] = set()
    for key in keys:
        told = (key.field, key.role)
        if told in seen and not _completes(lines[starts[-1] : key.line], lines[key.line], country):
            starts.append(key.line)
            seen = set()
        seen.add(told)
    starts[0] = 0
    ends = [*starts[1:], len(lines)]
    each = [lines[start:end] for start, end in zip(starts, ends, strict=True)]
    return _sharing_sender(each, country)


def _telling(keys: list[_Key]) -> list[_Key]:
    """Return the keys that can begin an order: names, or phones with addresses where none is."""
    named = [key for key in keys if key.field in (None, Part.NAME)]
    if named:
        return named
    fields = [key.field for key in keys]
    several = all(fields.count(field) > 1 for field in (Part.PHONE, Part.ADDRESS))
    return keys if several else []


def _completes(before: Lines, line: str, country: str) -> bool:
    """Tell whether a line says of the same order only what was not said before."""
    known, more = (
        {piece.kind for each in some for piece in _free_pieces(each, country)}
        for some in (before, [line])
    )
    return bool(more) and not known & more & {
        Sort.PHONE,
        Sort.PLACE,
        Sort.NAME,
        Sort.AREA,
    }


def _free_pieces(line: str, country: str) -> Iterator[Piece]:
    for segment in segments_of(line, country):
        if segment.label is None or segment.label.role is not Side.SENDER:
            is_party = segment.label is not None
            yield from pieces_of([segment.text], country, is_party=is_party)


def _keys(lines: Lines, country: str) -> Iterator[_Key]:
    heading: Side | None = None
    for at, line in enumerate(lines):
        for segment in segments_of(line, country):
            label = segment.label
            if label and label.field is Part.DELIVERING and not segment.text:
                label = Label(None, Side.RECEIVER)  # alone on a line it heads what is below
            if label is None or label.field not in (None, Part.NAME, Part.PHONE, Part.ADDRESS):
                continue
            if label.field is None:
                heading = label.role if not segment.text else None
            yield _Key(at, label.field, label.role or heading)


def _sharing_sender(each: list[Lines], country: str) -> Orders:
    """Give the sender who is named before the first receiver to all, if the others name none."""
    first, rest = each[0], each[1:]
    if not rest or any(_sender_lines(group, country) for group in rest):
        return Orders([], each)
    till = _first_of_receiver(first, country)
    if till and _sender_lines(first[:till], country):
        return Orders(first[:till], [first[till:], *rest])
    return Orders([], each)


def _sender_lines(lines: Lines, country: str) -> bool:
    return any(
        segment.label and segment.label.role is Side.SENDER
        for line in lines
        for segment in segments_of(line, country)
    )


def _first_of_receiver(lines: Lines, country: str) -> int:
    for at, line in enumerate(lines):
        for segment in segments_of(line, country):
            if segment.label and segment.label.is_party and segment.label.role is not Side.SENDER:
                return at
    return 0


def _by_paragraphs(lines: Lines, country: str) -> Orders:
    """Divide where several paragraphs each write of somebody who is not the sender."""
    groups: list[Lines] = [[]]
    for line in lines:
        if line:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    told = [group for group in groups if group]
    whole = sum(_is_order(group, country) for group in told)
    return _with_parties(told, country) if whole > 1 else Orders([], [lines])


def _is_order(lines: Lines, country: str) -> bool:
    return _names_receiver(lines, country) and _is_somebody(lines, country)


def _is_somebody(lines: Lines, country: str) -> bool:
    pieces = pieces_of(lines, country)
    kinds = [piece.kind for piece in pieces]
    return Sort.PHONE in kinds and len(kinds) >= _FEWEST_PIECES


def _by_lines(lines: Lines, country: str) -> Orders:
    """Divide where several lines each write of somebody."""
    told = [line for line in lines if line]
    each = [at for at, line in enumerate(told) if _is_one_line_order(line, country)]
    if len(each) < 2:  # noqa: PLR2004 - one line is no list
        return Orders([], [lines])
    ends = [*each[1:], len(told)]
    orders = [told[start:end] for start, end in zip(each, ends, strict=True)]
    return Orders(told[: each[0]], orders)


def _is_one_line_order(line: str, country: str) -> bool:
    segments = segments_of(line, country)
    if any(segment.label and segment.label.role is Side.SENDER for segment in segments):
        return False
    pieces = pieces_of([segment.text for segment in segments], country)
    phones = sum(piece.kind is Sort.PHONE for piece in pieces)
    others = sum(
        piece.kind in (Sort.PLACE, Sort.NAME, Sort.AREA, Sort.PLACE_LIKE) for piece in pieces
    )
    return phones == 1 and others >= 1 and len(segments) - phones < 2 + others
