"""Whether a value may be what it was taken for, by its own words."""

import re
import unicodedata
from collections.abc import Sequence

from bot.texts.written_orders.amounts import has_currency
from bot.texts.written_orders.items import counts_things
from bot.texts.written_orders.labels import label_of
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.places import begins_with_name, is_place
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.words_of import words_of

_BRACKETS = re.compile(r"\(([^()]*)\)")
_PRICED = re.compile(r"\d\s?(?P<currency>[^\W\d_]{3,})")
_SENTENCES = re.compile(r"[^\W\d_]{5,}\.\s+[^\W\d_]+\s[^\W\d_]")
_COUNTED_WITHIN = re.compile(r"(?P<before>[^\W\d_]+)\s\d{1,3}\s+(?P<thing>[^\W\d_]+)")
_MOST_NAME_WORDS = 8
_HEAD = re.compile(r"\s?[:=](?!\d)")


def is_plausible_address(address: str, country: str, *, is_named: bool) -> bool:
    """Tell whether all of this may be where somebody is; `is_named` says their name is known."""
    words = [word.text for word in words_of(address)]
    return (
        any(map(str.isalpha, address))
        and address.count("(") == address.count(")")
        and not any(counts_things(found) for found in _BRACKETS.findall(address))
        and not any(lexicon().has(f"words.{group}", words) for group in ("acts", "of_somebody"))
        and not telephones_in(address, country)
        and not _SENTENCES.search(address)
        and not _is_priced(address)
        and (is_named or not begins_with_name(address))
    )


def _is_priced(text: str) -> bool:
    if any(unicodedata.category(char) == "Sc" for char in text):
        return True
    return any(has_currency(found["currency"]) for found in _PRICED.finditer(text))


def is_plausible_name(name: str, lines: Sequence[str], *, is_told: bool) -> bool:
    """Tell whether this may be what somebody is called; `is_told` where a label says so."""
    words = [word.text for word in words_of(name)]
    label = label_of(words)
    if not words or len(words) > _MOST_NAME_WORDS or re.search(r"[:=]|\([^)]*(?:\d|$)", name):
        return False
    if is_told:
        return len(words) == 1 or not lexicon().has("words.acts", words)
    if lexicon().has("words.acts", words) or (label and label.field is not Part.KEPT):
        return False
    if any(map(str.isdigit, name)):
        return False
    is_head = any(_HEAD.match(line, len(name)) for line in lines if line.startswith(name))
    return not is_head and not lexicon().has("words.cash", words[:1])


def is_plausible_item(description: str, country: str) -> bool:
    """Tell whether this may be what is brought: no number, no verb, no place, no other head."""
    words = [word.text for word in words_of(description)]
    goods = lexicon().has("words.goods", words)
    return (
        bool(words)
        and not re.match(r"[^\W\d_]+(?: [^\W\d_]+)?\s?[:=]", description)
        and not lexicon().has("words.acts", words)
        and not telephones_in(description, country)
        and (goods or not is_place(description, words))
        and not _counts_within(description)
    )


def _counts_within(description: str) -> bool:
    """Tell whether somebody does something with things, as in “bought 2 shirts”."""
    for found in _COUNTED_WITHIN.finditer(description):
        before, thing = (
            word.text for name in ("before", "thing") for word in words_of(found[name])[:1]
        )
        joined = found.start() > 0 and Part.JOINING in lexicon().labels.get((before,), ())
        sized = lexicon().has("words.models", [before])
        if not (joined or sized) and lexicon().has("words.goods", [thing]):
            return True
    return False
