"""Leftovers: the text that belongs to no part of an order, kept so that nothing is lost.

Labels, greetings, numbering and words that only lead from one part to the next are dropped.
"""

from collections.abc import Collection, Iterator, Sequence

from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.text_parts import TextParts
from bot.parsing.orders.tokens import LINE_END
from bot.parsing.orders.words_of import folded

_SILENT = ("turns.", "said.from", "said.to", "said.at", "said.each", "said.phone")
_LEADING_LABELS = frozenset(
    f"label.{part}" for part in ("sender", "receiver", "phone", "delivering", "joining", "fee")
)
"""Labels that also lead to a part within a sentence."""

_FEES = {"label.fee", "label.delivering"}
_KEPT = "label.kept"
_LABEL_SIGNS = frozenset(":=-–—")
_SILENT_GROUPS = frozenset({"said.receiver_word", "said.sender_word"}) | frozenset(
    f"words.{group}"
    for group in (
        "articles", "thanks", "of_somebody", "acts", "prose", "directions", "joiners", "hello",
        "greeting", "numbering", "currencies",
    )
)  # fmt: skip


def leftovers(written: TextParts) -> Iterator[tuple[int, str]]:
    """Yield each leftover piece with the place of its stretch's first token."""
    for stretch in written.stretches():
        piece = _piece_of(written, stretch)
        if piece:
            yield stretch[0], piece


def _piece_of(written: TextParts, stretch: Sequence[int]) -> str:
    """Return a stretch without silent words at its ends, or "" if all its words are silent."""
    text, tokens = written.text, written.tokens
    words = [folded(tokens[at].text) for at in stretch]
    known = lexicon().known(words)
    # A stretch is a label if it reaches the end of its line, or has a label's sign.
    behind = stretch[-1] + 1
    is_line = behind == len(tokens) or tokens[behind].text == LINE_END
    is_label = is_line or any(tokens[at].text in _LABEL_SIGNS for at in stretch)
    # A capitalized word continues the part that it touches, as in “Bom Retiro”.
    before = stretch[0] - 1
    touches_part = before in written.taken and tokens[before].is_word
    if not is_label and touches_part and tokens[stretch[0]].text.istitle():
        known[0] = set()
    are_words = [tokens[at].is_word for at in stretch]
    is_kept = ":" in {tokens[at].text for at in stretch} and any(_KEPT in each for each in known)
    if not is_kept and not any(
        is_word and not is_silent(each, is_label=is_label)
        for is_word, each in zip(are_words, known, strict=True)
    ):
        return ""
    # A label stays with its value: “Subtotal: 9000”.
    says = [
        is_word and not is_silent(each, is_label=False)
        for is_word, each in zip(are_words, known, strict=True)
    ]
    says = says if any(says) else are_words
    first, last = says.index(True), len(says) - 1 - says[::-1].index(True)
    if is_kept or any(each & _FEES for each in known):
        first, last = 0, len(stretch) - 1
    while last + 1 < len(stretch) and tokens[stretch[last + 1]].start == tokens[stretch[last]].end:
        last += 1  # “9h” is one word
    return text[tokens[stretch[first]].start : tokens[stretch[last]].end]


def is_silent(known: Collection[str], *, is_label: bool) -> bool:
    """Tell whether a word with these names in the lexicon only says what others are."""
    if "words.when" in known:
        return False
    if is_label and any(each.startswith("label.") and each != _KEPT for each in known):
        return True
    return any(
        each.startswith(_SILENT) or each in _SILENT_GROUPS or each in _LEADING_LABELS
        for each in known
    )
