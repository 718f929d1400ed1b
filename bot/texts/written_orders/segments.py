"""A line cut where words in it say what stands behind them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from bot.texts.written_orders.amounts import read_amount
from bot.texts.written_orders.items import counts_things
from bot.texts.written_orders.labels import Label, Side, label_of
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.people import is_name
from bot.texts.written_orders.places import is_place
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.words_of import WrittenWord, words_of

_SEPARATOR = re.compile(r"\s*(?::-|[:：]|[-–—]>)\s*")
_DASH = re.compile(r"\s*[-–—]\s*")
_INSIDE = re.compile(r"[\s'’/&.()\-]*")
_ARROW = re.compile(r"\s*(?:→|->|=>|➡|⟶|⇒)\s*")
_MOST_WORDS = 6
"""Words of one label at most."""
_SHORT_LABEL = 3
_MOST_PAIRS = 12
_MOST_MARKS, _MOST_PICTURED = 60, 300
"""Labels, and words with pictures among them, that are looked for in one line."""
_REMEMBERED = 512
"""Lines that are remembered while a text is read, which asks for each several times."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line, and what its label says; `written` is the label as it came."""

    text: str
    label: Label | None = None
    written: str = ""

    @property
    def whole(self) -> str:
        return f"{self.written} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class _Mark:
    """A label in a line: from where to where, the separator behind it included."""

    start: int
    end: int
    label: Label


@lru_cache(_REMEMBERED)
def segments_of(line: str, country: str) -> tuple[Segment, ...]:
    """Cut a line at its labels; what stands before the first one has none."""
    marks = _marks(line, country)
    if not marks:
        return (Segment(line),) if line else ()
    before = _without_joiner(line[: marks[0].start].strip(" ,;|-–—"))
    labelled = (
        Segment(
            _without_joiner(line[mark.end : end].strip(" ,;|").removesuffix(" -")),
            mark.label,
            line[mark.start : mark.end].strip(),
        )
        for mark, end in _with_ends(marks, len(line))
    )
    return (*((Segment(before),) if before else ()), *labelled)


def _without_joiner(text: str) -> str:
    """Leave out a last “and” that only leads to what follows."""
    words = words_of(text)
    if words and words[-1].end == len(text) and lexicon().has("words.joiners", [words[-1].text]):
        return text[: words[-1].start].rstrip(" ,;|")
    return text


def _with_ends(marks: Sequence[_Mark], end: int) -> Iterator[tuple[_Mark, int]]:
    starts = [*(mark.start for mark in marks), end]
    yield from zip(marks, starts[1:], strict=True)


def _marks(line: str, country: str) -> list[_Mark]:
    words = words_of(line)
    marks = [*_before_separators(line, words)]
    if not marks:
        marks.extend(_arrowed(line))
    marks.extend(mark for mark in _said(line, words) if _is_free(mark, marks))
    if not marks:
        marks.extend(_of_sentence(line, words))
    if not marks or marks[0].start > 0:
        marks.extend(mark for mark in _leading(line, words, country) if _is_free(mark, marks))
    marks.extend(mark for mark in _pictures(line, words) if _is_free(mark, marks))
    return _without_ornament(line, sorted(marks, key=lambda mark: mark.start))


def _is_free(mark: _Mark, others: Sequence[_Mark]) -> bool:
    return all(mark.end <= other.start or other.end <= mark.start for other in others)


def _before_separators(line: str, words: Sequence[WrittenWord]) -> Iterator[_Mark]:
    begin = 0
    for found in islice(_SEPARATOR.finditer(line), _MOST_MARKS):
        if _is_inside_value(line, found):
            continue
        behind = [
            word
            for word in words
            if begin <= word.start and word.end <= found.start() + 1 and word.text.isalnum()
        ]
        mark = _longest_label(line, behind, found)
        if mark:
            yield mark
            begin = mark.end


def _is_inside_value(line: str, found: re.Match[str]) -> bool:
    """Tell whether a colon belongs to a time or an address of the web."""
    before, behind = line[: found.start()][-1:], line[found.end() :][:1]
    return behind == "/" or (before.isdigit() and behind.isdigit() and " " not in found.group())


def _longest_label(
    line: str, words: Sequence[WrittenWord], separator: re.Match[str]
) -> _Mark | None:
    words = words[-_MOST_WORDS:]
    for first in range(len(words)):
        run = words[first:]
        if not _is_one_run(line, run, separator.start()):
            continue
        label = label_of([word.text for word in run])
        if label:
            return _Mark(run[0].start, separator.end(), label)
    return None


def _is_one_run(line: str, run: Sequence[WrittenWord], end: int) -> bool:
    gaps = [line[one.end : other.start] for one, other in pairwise(run)]
    return all(_INSIDE.fullmatch(gap) for gap in (*gaps, line[run[-1].end : max(end, run[-1].end)]))


def _arrowed(line: str) -> Iterator[_Mark]:
    """Read an arrow between two places as from the one to the other."""
    arrows = list(_ARROW.finditer(line))
    if len(arrows) == 1 and arrows[0].start() > 0 and arrows[0].end() < len(line):
        yield _Mark(0, 0, Label(None, Side.SENDER))
        yield _Mark(arrows[0].start(), arrows[0].end(), Label(None, Side.RECEIVER))


def _said(line: str, words: Sequence[WrittenWord]) -> Iterator[_Mark]:
    """Find turns of a sentence such as “pick up from” and “deliver to”."""
    texts = [word.text for word in words]
    at = 0
    while at < len(words):
        length, role = _said_at(texts, at)
        if role is None and _begins_part(line, words[at].start):
            length, role = _said_at(texts, at, "_word")
            role = role if _is_followed_by_name(line, words, at + length) else None
        if role and not _leads_elsewhere(texts, at + length):
            end = words[at + length - 1].end
            yield _Mark(words[at].start, _behind(line, end), Label(None, role))
        at += max(length, 1)


def _of_sentence(line: str, words: Sequence[WrittenWord]) -> Iterator[_Mark]:
    texts = [word.text for word in words]
    yield from _from_to(line, words, texts)
    yield from _brought(line, words, texts)


def _leads_elsewhere(texts: Sequence[str], at: int) -> bool:
    """Tell whether a time follows, or a place such as the gate, and no party."""
    following = texts[at : at + 2]
    return any(lexicon().has(f"words.{group}", following) for group in ("times", "note"))


def _begins_part(line: str, at: int) -> bool:
    return line[:at].rstrip()[-1:] in ("", ".", ",", ";", "|", "-")


def _is_followed_by_name(line: str, words: Sequence[WrittenWord], at: int) -> bool:
    return at < len(words) and line[words[at].start].isupper()


def _said_at(texts: Sequence[str], at: int, suffix: str = "") -> tuple[int, Side | None]:
    lengths = [(lexicon().length_at(f"said.{role}{suffix}", texts, at), role) for role in Side]
    length, role = max(lengths, key=lambda pair: pair[0])
    return (length, role) if length else (0, None)


def _from_to(line: str, words: Sequence[WrittenWord], texts: Sequence[str]) -> Iterator[_Mark]:
    """Find “from … to …”: where it begins the line, or between two places."""
    book = lexicon()
    begin = book.count_leading("words.hello", texts)
    froms = [at for at in range(len(texts) - 2) if book.length_at("said.from", texts, at)]
    tos = [at for at in range(2, len(texts) - 1) if book.length_at("said.to", texts, at)]
    pairs = [(one, other) for one in froms for other in tos if one + 1 < other]
    told = [pair for pair in pairs[:_MOST_PAIRS] if _are_places(line, words, *pair)]
    if not told and len(tos) == 1 and froms[:1] == [begin]:
        told = [pair for pair in pairs if pair[0] == begin]
    if len(told) == 1:
        for at, role in zip(told[0], (Side.SENDER, Side.RECEIVER), strict=True):
            yield _Mark(words[at].start, words[at].end, Label(None, role))


def _are_places(line: str, words: Sequence[WrittenWord], one: int, other: int) -> bool:
    first = line[words[one].end : words[other].start].strip(" ,;")
    second = re.split(r"[,;.]", line[words[other].end :].strip())[0]
    return all(is_place(text, [word.text for word in words_of(text)]) for text in (first, second))


def _brought(line: str, words: Sequence[WrittenWord], texts: Sequence[str]) -> Iterator[_Mark]:
    """Find “deliver 2 cakes to …”: what is brought, and to whom."""
    book = lexicon()
    start = book.count_leading("words.hello", texts)
    length = book.length_at("said.bring", texts, start) if start < len(texts) else 0
    if not length:
        return
    first = start + length
    to = next(
        (at for at in range(first, len(texts)) if book.length_at("said.bring_to", texts, at)), 0
    )
    things = line[words[first].start : words[to].start] if to > first else ""
    if counts_things(things) and book.has("words.goods", texts[first:to]):
        yield _Mark(words[start].start, words[first].start, Label(Part.ITEMS))
        yield _Mark(words[to].start, words[to].end, Label(None, Side.RECEIVER))


def _leading(line: str, words: Sequence[WrittenWord], country: str) -> Iterator[_Mark]:
    """Find a label that begins the line without a colon, or that is all of it."""
    texts = [word.text for word in words]
    ordered = lexicon().length_at("said.order_of", texts, 0)
    if ordered and _is_full_name(line[words[ordered - 1].end :].strip(" .:")):
        yield _Mark(0, _behind(line, words[ordered - 1].end), Label(None, Side.RECEIVER))
        return
    for length in range(min(_MOST_WORDS, len(words)), 0, -1):
        label = label_of(texts[:length])
        if label is None or not _is_one_run(line, words[:length], 0):
            continue
        if label.field in (Part.ADDRESS, Part.ADDRESS_PART) and lexicon().has(
            "words.streets", texts[:length]
        ):
            return  # the word is the beginning of the address itself
        dash = _DASH.match(line, words[length - 1].end)
        rest = line[dash.end() if dash else words[length - 1].end :].strip()
        if _fits(label, rest, country, is_dashed=dash is not None, length=length):
            yield _Mark(words[0].start, len(line) - len(rest), label)
            return


def _fits(label: Label, rest: str, country: str, *, is_dashed: bool, length: int) -> bool:
    """Tell whether what stands behind these words is what they say, though no colon tells it."""
    if not rest:
        return length <= _SHORT_LABEL + 1 and label.field is not Part.KEPT
    if label.field is None:
        somebody = bool(telephones_in(rest, country)) or _is_full_name(rest)
        return is_dashed or (label.role is not None and somebody)
    checks: Mapping[Part, Callable[[], bool]] = {
        Part.PHONE: lambda: bool(telephones_in(rest, country)),
        Part.FEE: lambda: read_amount(rest) is not None,
        Part.DELIVERING: lambda: read_amount(rest) is not None,
        Part.NAME: lambda: rest[:1].isalpha() and len(words_of(rest)) <= _SHORT_LABEL,
        Part.ADDRESS: lambda: rest[:1].isupper() or rest[:1].isdigit(),
    }
    return is_dashed or (label.field in checks and checks[label.field]())


def _is_full_name(text: str) -> bool:
    words = [word.text for word in words_of(text)]
    return 1 < len(words) <= _SHORT_LABEL and is_name(text, words, is_told=False)


def _pictures(line: str, words: Sequence[WrittenWord]) -> Iterator[_Mark]:
    for word in words[:_MOST_PICTURED]:
        if not word.text.isalnum() and word.text != "#":
            label = label_of([word.text])
            if label:
                yield _Mark(word.start, _behind(line, word.end), label)


def _without_ornament(line: str, marks: Sequence[_Mark]) -> list[_Mark]:
    """Leave out pictures that only stand before what words say."""
    kept: list[_Mark] = []
    for mark in marks:
        if kept and _is_picture(line, kept[-1]) and not line[kept[-1].end : mark.start].strip():
            mark = _Mark(kept.pop().start, mark.end, mark.label)  # noqa: PLW2901 - takes it over
        kept.append(mark)
    return kept


def _is_picture(line: str, mark: _Mark) -> bool:
    return mark.start < mark.end and not any(map(str.isalnum, line[mark.start : mark.end]))


def _behind(line: str, end: int) -> int:
    """Return where a value begins behind a label: its separator and blanks are passed over."""
    found = re.compile(r"[\s:：\-–—,.]*").match(line, end)
    return found.end() if found else end
