"""A line cut where words in it say what stands behind them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from bot.texts.written_orders.amounts import read_amount
from bot.texts.written_orders.labels import Label, Side, label_of
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.people import is_name
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.turns import TurnMark, arrowed, behind, is_free, turns_in
from bot.texts.written_orders.words_of import WrittenWord, words_of

_SEPARATOR = re.compile(r"\s*(?::-|[:：]|[-–—]>|(?<![=\w])=(?![=>])|(?<=\w)=(?=[\s+]))\s*")
_DASH = re.compile(r"\s*[-–—=>|/]\s*")
_INSIDE = re.compile(r"[\s'’/&.()\-]*")
_MOST_WORDS = 6
"""Words of one label at most."""
_SHORT_LABEL = 3
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


@lru_cache(_REMEMBERED)
def segments_of(line: str, country: str) -> tuple[Segment, ...]:
    """Cut a line at its labels; what stands before the first one has none."""
    marks = _marks(line, country)
    if not marks:
        return (Segment(line),) if line else ()
    before = _without_joiner(line[: marks[0].start].strip(" ,;|-–—"))
    labelled = (_labelled(line, mark, end, country) for mark, end in _with_ends(marks, len(line)))
    return (*((Segment(before),) if before else ()), *labelled)


def _labelled(line: str, mark: TurnMark, end: int, country: str) -> Segment:
    """Return what stands behind a label; “Contact” and a number is the label of a phone."""
    text = _without_joiner(line[mark.end : end].strip(" ,;|").removesuffix(" -"))
    label = mark.label
    if label == Label() and _is_number(text, country):
        label = Label(Part.PHONE)
    return Segment(text, label, line[mark.start : mark.end].strip())


def _is_number(text: str, country: str) -> bool:
    numbers = telephones_in(text, country)
    beside = text[: numbers[0].start] + text[numbers[-1].end :] if numbers else text
    return bool(numbers) and not any(map(str.isalnum, beside))


def _without_joiner(text: str) -> str:
    """Leave out a last “and” that only leads to what follows."""
    words = words_of(text)
    if words and words[-1].end == len(text) and lexicon().has("words.joiners", [words[-1].text]):
        return text[: words[-1].start].rstrip(" ,;|")
    return text


def _with_ends(marks: Sequence[TurnMark], end: int) -> Iterator[tuple[TurnMark, int]]:
    starts = [*(mark.start for mark in marks), end]
    yield from zip(marks, starts[1:], strict=True)


def _marks(line: str, country: str) -> list[TurnMark]:
    words = words_of(line)
    if head := _heading(line, words):
        return [head]
    marks = [*_before_separators(line, words)]
    if not marks:
        marks.extend(arrowed(line))
    marks.extend(turns_in(line, words, marks))
    if not marks or marks[0].start > 0:
        marks.extend(mark for mark in _leading(line, words, country) if is_free(mark, marks))
    marks.extend(mark for mark in _pictures(line, words) if is_free(mark, marks))
    return _without_ornament(line, sorted(marks, key=lambda mark: mark.start))


def _heading(line: str, words: Sequence[WrittenWord]) -> TurnMark | None:
    """Return a line that says no more than whose the lines below are, as “SENDER DETAILS”."""
    if not 1 < len(words) <= _SHORT_LABEL or not _is_one_run(line, words, 0):
        return None
    label = label_of([word.text for word in words])
    heads = label is not None and label.field is None and label.role is not None
    return TurnMark(words[0].start, len(line), label) if label and heads else None


def _before_separators(line: str, words: Sequence[WrittenWord]) -> Iterator[TurnMark]:
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
) -> TurnMark | None:
    words = words[-_MOST_WORDS:]
    for first in range(len(words)):
        run = words[first:]
        if not _is_one_run(line, run, separator.start()):
            continue
        label = label_of([word.text for word in run])
        if label:
            return TurnMark(run[0].start, separator.end(), label)
    return None


def _is_one_run(line: str, run: Sequence[WrittenWord], end: int) -> bool:
    gaps = [line[one.end : other.start] for one, other in pairwise(run)]
    return all(_INSIDE.fullmatch(gap) for gap in (*gaps, line[run[-1].end : max(end, run[-1].end)]))


def _leading(line: str, words: Sequence[WrittenWord], country: str) -> Iterator[TurnMark]:
    """Find a label that begins the line without a colon, or that is all of it."""
    texts = [word.text for word in words]
    ordered = lexicon().length_at("said.order_of", texts, 0)
    if ordered and _is_full_name(line[words[ordered - 1].end :].strip(" .:")):
        yield TurnMark(0, behind(line, words[ordered - 1].end), Label(None, Side.RECEIVER))
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
            yield TurnMark(words[0].start, len(line) - len(rest), label)
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


def _pictures(line: str, words: Sequence[WrittenWord]) -> Iterator[TurnMark]:
    for word in words[:_MOST_PICTURED]:
        if not word.text.isalnum() and word.text != "#":
            label = label_of([word.text])
            if label:
                yield TurnMark(word.start, behind(line, word.end), label)


def _without_ornament(line: str, marks: Sequence[TurnMark]) -> list[TurnMark]:
    """Leave out pictures that only stand before what words say."""
    kept: list[TurnMark] = []
    for mark in marks:
        if kept and _is_picture(line, kept[-1]) and not line[kept[-1].end : mark.start].strip():
            mark = TurnMark(kept.pop().start, mark.end, mark.label)  # noqa: PLW2901 - takes it over
        kept.append(mark)
    return kept


def _is_picture(line: str, mark: TurnMark) -> bool:
    return mark.start < mark.end and not any(map(str.isalnum, line[mark.start : mark.end]))
