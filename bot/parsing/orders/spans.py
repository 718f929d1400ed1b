"""Spans: runs of tokens that form one part of an order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.tagger import SENDER, PartKind, Tag
from bot.parsing.orders.tokens import LINE_END, Token
from bot.parsing.orders.words_of import folded

PHONES = frozenset({PartKind.SENDER_PHONE, PartKind.RECEIVER_PHONE, PartKind.OTHER_PHONE})
_SPREAD = frozenset({PartKind.SENDER_ADDRESS, PartKind.RECEIVER_ADDRESS, PartKind.NOTE})
"""Kinds of parts that go on behind a comma or in the next line."""

_WITHIN_WORDS = frozenset("-'’‑")
_LONGEST_STATE = 3
_LONGEST_BRACKET = 14
_SCALES = frozenset("kK")
_JOINING = frozenset(",;.-–—/():") | {LINE_END}


@dataclass(frozen=True, slots=True)
class Span:
    """A part of an order: the places of its `first` and `last` token, and the number of its line.

    `certainty`, from 0 to 1, is the least of its tokens and of the words beside it.
    """

    kind: PartKind
    first: int
    last: int
    line: int
    text: str
    certainty: float
    phone: str = ""


def spans_of(text: str, tokens: Sequence[Token], tags: Sequence[Tag]) -> list[Span]:
    """Join tagged tokens to parts, in the sequence of the text."""
    kinds = {tag.kind for tag in tags}
    # Without any sender there are no two parties to confuse, so certainties for both add up.
    if kinds.isdisjoint(SENDER):
        tags = [replace(tag, certainty=tag.either_certainty) for tag in tags]
    scaled = list(tags)
    for at in range(1, len(tags)):
        # Without its letter, “2k” would be another amount, so both have the same tag.
        is_scale = tokens[at].text in _SCALES and tokens[at].start == tokens[at - 1].end
        if is_scale and tags[at - 1].kind is PartKind.FEE:
            scaled[at] = replace(tags[at - 1], begins=False)
    tags = _with_brackets(tokens, _of_one_word(tokens, scaled))
    runs: list[list[int]] = []
    for at, tag in enumerate(tags):
        if tag.kind is None or (tag.kind in PHONES and not tokens[at].phone):
            continue
        if runs and _goes_on(runs[-1], at, tokens, tags):
            runs[-1].append(at)
        else:
            runs.append([at])
    lines = [*accumulate((token.text == LINE_END for token in tokens), initial=0)]
    return [
        _span(text, run, tokens, tags, lines[run[0]])
        for run in runs
        if any(tokens[at].is_word for at in run)
    ]


def _of_one_word(tokens: Sequence[Token], tags: Sequence[Tag]) -> list[Tag]:
    """Give the pieces of “Trans-Ekulu” and “Vitória/ES” the same tag, as one word."""
    joined = list(tags)
    for at in range(1, len(tokens) - 1):
        before, sign, behind = tokens[at - 1 : at + 2]
        is_glued = before.end == sign.start and sign.end == behind.start
        if not is_glued or joined[at - 1].kind in PHONES or joined[at - 1].kind is None:
            continue
        # A slash joins the halves of a house number, or a town and its state.
        are_figures = before.text.isdecimal() and behind.text.isdecimal()
        is_state = len(behind.text) <= _LONGEST_STATE and behind.text.isupper()
        if sign.text in _WITHIN_WORDS or (sign.text == "/" and (are_figures or is_state)):
            first, certainty = joined[at - 1], min(joined[at - 1].certainty, tags[at + 1].certainty)
            for place in (at, at + 1):
                joined[place] = replace(first, begins=False, certainty=certainty)
    return joined


def _goes_on(run: Sequence[int], at: int, tokens: Sequence[Token], tags: Sequence[Tag]) -> bool:
    """Tell whether a token belongs to the run before it."""
    kind, last = tags[at].kind, run[-1]
    if tags[run[0]].kind is not kind or kind in PHONES:
        return False
    if last == at - 1 and not tags[at].begins:
        return True
    # An address goes on behind signs, and behind a word such as “city”.
    return kind in _SPREAD and all(
        token.text in _JOINING or "label.address_part" in lexicon().known([folded(token.text)])[0]
        for token in tokens[last + 1 : at]
    )


def _with_brackets(tokens: Sequence[Token], tags: Sequence[Tag]) -> list[Tag]:
    """Add the brackets behind an item to it: “scrubs (green, size L)”."""
    bracketed = list(tags)
    for at in range(1, len(tokens)):
        if tokens[at].text != "(" or bracketed[at - 1].kind is not PartKind.ITEM:
            continue
        near = range(at, min(at + _LONGEST_BRACKET, len(tokens)))
        end = next((each for each in near if tokens[each].text in {")", LINE_END}), at)
        inside = {tags[each].kind for each in range(at, end)}
        if tokens[end].text == ")" and inside <= {None, PartKind.ITEM}:
            for each in range(at, end + 1):
                bracketed[each] = replace(bracketed[at - 1], begins=False)
    return bracketed


def _span(
    text: str, run: Sequence[int], tokens: Sequence[Token], tags: Sequence[Tag], line: int
) -> Span:
    first, last = run[0], run[-1]
    kind = tags[first].kind
    assert kind is not None  # noqa: S101 - a run is of one kind
    lines = text[tokens[first].start : tokens[last].end].split(LINE_END)
    bare = (piece.strip(" ,;.-–—:/~=>|") for piece in lines)
    written = ", ".join(piece for piece in bare if piece)
    if written.count("(") != written.count(")"):
        written = written.replace("(", "").replace(")", "")
    # The certainty includes the words beside the part, because they may belong to it.
    near = (at for at in (first - 1, last + 1) if 0 <= at < len(tokens))
    beside = [at for at in near if tokens[at].is_word]
    return Span(
        kind,
        first,
        last,
        line=line,
        text=written,
        certainty=min(tags[at].certainty for at in (*run, *beside)),
        phone=tokens[first].phone,
    )
