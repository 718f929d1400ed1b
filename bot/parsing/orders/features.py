"""Features of tokens for the tagger: form, knowledge from the lexicon, and neighbours.

The models have learned these features, so any change to them needs new models.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.tokens import LINE_END, Token
from bot.parsing.orders.words_of import folded

_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_LABEL_SIGNS = frozenset(":=-–—：")
_COUNT_SIGNS = frozenset(".):-–—/")
_LONGEST_LABEL = 6
"""The most tokens of a line's label."""
_WORDS = re.compile(r"(?:[+-]\d)?w=|begins=|ends=|pair=|next=")
"""Features that hold the letters of a word, of the token or of a neighbour."""

_SEEN = (-4, -3, -2, -1, 1, 2, 3, 4)
_SHAPES_SEEN = frozenset((-2, -1, 1, 2))
_LEADS = (
    ("turns.bring", "bring"),
    ("turns.bring_to", "to"),
    ("turns.get", "get"),
    ("turns.get_from", "from"),
    ("label.sender", "sender"),
    ("label.receiver", "receiver"),
)
"""Words that lead to a party: the tokens behind them mostly belong to it."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A token as features see it: its word, its shape, and its groups in the lexicon."""

    word: str
    shape: str
    known: frozenset[str]


def features_of(tokens: Sequence[Token]) -> list[list[str]]:
    """Return the features of each token."""
    words = [_word(token) for token in tokens]
    seen = [
        _Seen(word, _shape(token), frozenset(known) if token.is_word else frozenset())
        for word, token, known in zip(words, tokens, lexicon().known(words), strict=True)
    ]
    context = zip(
        _leads(tokens, seen),
        _labels(tokens, seen),
        _heads(tokens, seen),
        _places(tokens),
        _layout(tokens),
        strict=True,
    )
    near: _Near = {}
    return [
        [*_own(seen, at, near), *(feature for told in around for feature in told)]
        for at, around in enumerate(context)
    ]


def anchors_of(tokens: Sequence[Token]) -> list[list[str]]:
    """Return the features of each token without those that hold the letters of a word."""
    return [[each for each in told if not _WORDS.match(each)] for told in features_of(tokens)]


def _word(token: Token) -> str:
    if token.phone:
        return "<phone>"
    if token.text == LINE_END:
        return "<line>"
    if token.text[0].isdigit():
        return f"<{min(len(token.text), 6)} figures>"
    return folded(token.text) or token.text


def _shape(token: Token) -> str:
    if token.phone:
        return "phone"
    letters = _WORD.sub(lambda found: _case(found.group()), token.text)
    return _DIGITS.sub(lambda found: "9" * min(len(found.group()), 6), letters)[:8]


def _case(word: str) -> str:
    if word.isupper() and len(word) > 1:
        return "W"
    return "X" if word[0].isupper() else "x"


_Near = dict[tuple[_Seen, int], list[str]]
"""A cache of the features for a neighbour at a distance: texts repeat the same words."""


def _own(seen: Sequence[_Seen], at: int, near: _Near) -> Iterator[str]:
    token = seen[at]
    yield f"w={token.word}"
    yield f"s={token.shape}"
    if len(token.word) > 3 and token.word.isalpha():  # noqa: PLR2004 - a beginning and an end
        yield f"begins={token.word[:3]}"
        yield f"ends={token.word[-3:]}"
    yield from (f"k={known}" for known in sorted(token.known))
    for away in _SEEN:
        if 0 <= at + away < len(seen):
            other = seen[at + away]
            if (other, away) not in near:
                neighbour = [f"{away:+}w={other.word}"]
                neighbour += [f"{away:+}s={other.shape}"] if away in _SHAPES_SEEN else []
                neighbour += [f"{away:+}k={known}" for known in sorted(other.known)]
                near[other, away] = neighbour
            yield from near[other, away]
        else:
            yield f"{away:+}:none"
    if at > 0:
        yield f"pair={seen[at - 1].word}|{token.word}"
    if at + 1 < len(seen):
        yield f"next={token.word}|{seen[at + 1].word}"


def _leads(tokens: Sequence[Token], seen: Sequence[_Seen]) -> Iterator[list[str]]:
    """Yield for each token the last lead to a party, its rough distance, and what is between.

    Phone numbers between count, because a party mostly ends with its number.
    """
    lead, away, numbers, ends = "none", 0, 0, 0
    for token, each in zip(tokens, seen, strict=True):
        found = [name for known, name in _LEADS if known in each.known]
        lead, away = (found[-1], 0) if found else (lead, away + 1)
        numbers, ends = (0, 0) if found else (numbers, ends)
        yield [
            f"led={lead}",
            f"lead={lead}/{min(away // 4, 4)}",
            f"lead={lead}/{min(numbers, 2)} numbers/{min(ends, 2)} lines",
        ]
        numbers += bool(token.phone)
        ends += token.text == LINE_END


def _labels(tokens: Sequence[Token], seen: Sequence[_Seen]) -> list[list[str]]:
    """Return for each token what the label of its line says."""
    features: list[list[str]] = [[] for _ in tokens]
    for start, end in lines(tokens):
        sign = next(
            (
                at
                for at in range(start, min(end, start + _LONGEST_LABEL))
                if tokens[at].text in _LABEL_SIGNS
            ),
            None,
        )
        if sign is None:
            continue
        says = {known for each in seen[start:sign] for known in each.known if known[:5] == "label"}
        label = [f"line={each}" for each in sorted(says)]
        label.append(f"label={'|'.join(sorted(says))}")
        for at in range(sign, end):
            features[at] = label
    return features


def _heads(tokens: Sequence[Token], seen: Sequence[_Seen]) -> list[list[str]]:
    """Return for each token what the nearest line above with nothing but labels says."""
    features: list[list[str]] = [[] for _ in tokens]
    head: list[str] = []
    for start, end in lines(tokens):
        own = [at for at in range(start, end) if tokens[at].is_word]
        if not own:
            continue
        labels = [[known for known in seen[at].known if known.startswith("label.")] for at in own]
        if len(own) <= _LONGEST_LABEL and all(labels):
            head = [f"under={known}" for at in own for known in seen[at].known if "label" in known]
            head = sorted(set(head))
        else:
            for at in range(start, end):
                features[at] = head
    return features


def lines(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the first token of each line, and the place behind its last one."""
    start = 0
    for at, token in enumerate(tokens):
        if token.text == LINE_END:
            yield start, at
            start = at + 1
    yield start, len(tokens)


def _places(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Yield for each token its place in the line, and among the phone numbers."""
    numbers, before = sum(bool(token.phone) for token in tokens), 0
    all_lines = list(lines(tokens))
    spread = "one line" if len(all_lines) == 1 else "lines"
    for number, (start, end) in enumerate(all_lines):
        for at in range(start, min(end + 1, len(tokens))):
            yield [
                f"from={min(at - start, 3)}",
                f"to={min(end - at, 2)}",
                f"in={min(number, 4)}",
                f"phones={min(before, 3)}/{min(numbers, 3)}",
                spread,
            ]
            before += bool(tokens[at].phone)


def _layout(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Yield for each token the layout of its line and its block.

    A number belongs to the words of its line, and text above the first line of a list is about
    the whole list.
    """
    all_lines = list(lines(tokens))
    held = [sum(bool(token.phone) for token in tokens[start:end]) for start, end in all_lines]
    lines_with = sum(map(bool, held))
    # A line of a list begins with a number and a sign, and has more behind them.
    counted = [
        start
        for start, end in all_lines
        if end - start > 2  # noqa: PLR2004 - a number, a sign and a word
        and tokens[start].text.isdecimal()
        and len(tokens[start].text) < 3  # noqa: PLR2004 - longer ones count no lines
        and tokens[start + 1].text in _COUNT_SIGNS
    ]
    with_number, block, blocks = 0, 0, sum(start == end for start, end in all_lines)
    for (start, end), own in zip(all_lines, held, strict=True):
        before = 0
        block += start == end
        words = f"{min((end - start) // 4, 4)}"
        listed = "no list" if len(counted) < 2 else "above" if start < counted[0] else "within"  # noqa: PLR2004 - one is none
        for at in range(start, min(end + 1, len(tokens))):
            place = "before" if before == 0 else "behind"
            yield [
                f"line numbers={min(own, 3)}/{place if own else 'none'}",
                f"numbered line={min(with_number, 2)}/{min(lines_with, 4)}/{min(own, 2)}",
                f"block={min(block, 2)}/{min(blocks, 3)}",
                f"line words={words}",
                f"list={listed}",
            ]
            before += at < end and bool(tokens[at].phone)
        with_number += own > 0
