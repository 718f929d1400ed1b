"""Codes in messages: alone, with blanks and signs inside, in words, or in a sentence.

The contract sets no length or alphabet for codes. The bot takes 3 to 12 letters and digits, with at
least one digit. A number is not a code if the words around it make it a flat, a time, a price or a
phone number. The search in a text that others will read (`hidden_in`) is wider than the search for
a code to send to the fleet service (`codes_in`): it also hides what only may be a code.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.numerals import USUAL, read_numerals
from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.surroundings import ORDER_SIGNS, Surroundings, number_words
from bot.parsing.intents.transcript import Piece, transcribe
from bot.parsing.intents.written_together import apart

SHORTEST, LONGEST = 3, 12
_LONGEST_PART = 3
_ASKS = {"?", "؟"}
_NEAR_SAID = 5

_JOINED = re.compile(r"[\s_]*(?:[^\w\s?!؟][\s_]*){0,3}")
"""What may stand between the parts of one code."""
HIDDEN = "•••"


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A code in plain digits and letters, and its place in the message.

    `is_named`: a word near it says that it is a code. `is_vague`: it may be a price or an hour, or
    its words may mean other digits.
    """

    code: str
    start: int
    end: int
    is_named: bool = False
    is_vague: bool = False


@dataclass(frozen=True, slots=True)
class CodesSaid:
    """The codes in a message.

    `is_plain`: the message says nothing else that a person has to read. `is_answer`: it reads like
    an answer to the question for a code, as it begins with the code, or reports that somebody gave
    it.
    """

    codes: tuple[FoundCode, ...] = ()
    is_plain: bool = False
    is_answer: bool = False

    @property
    def are_clear(self) -> bool:
        """Whether these are surely codes, as far as the words show."""
        if any(each.is_vague for each in self.codes):
            return False
        return self.is_plain or (bool(self.codes) and all(each.is_named for each in self.codes))


def codes_in(
    said: str,
    lengths: Collection[int] = (),
    orders: Collection[str] = (),
    *,
    is_asked: bool = False,
) -> CodesSaid:
    """Find the codes in a message.

    Args:
        said: The message.
        lengths: The lengths of this fleet's codes, if known.
        orders: The known order numbers; in a sentence they are not codes.
        is_asked: The bot asked for a code, so a number alone is one, even a short one.
    """
    return _Search(said, lengths, orders, is_asked=is_asked).find()


def hidden_in(said: str, lengths: Collection[int] = (), orders: Collection[str] = ()) -> CodesSaid:
    """Find everything that may be a code, so that it can be hidden from other readers.

    An order number is not a code, unless a word says that it is one.
    """
    return _Search(said, lengths, orders, is_wide=True).find()


def without(said: str, codes: Iterable[FoundCode]) -> str:
    """Return the message with `HIDDEN` in place of each code."""
    for code in sorted(codes, key=lambda each: each.start, reverse=True):
        said = said[: code.start] + HIDDEN + said[code.end :]
    return said


class _Search:
    """The search for codes in one message."""

    def __init__(
        self,
        said: str,
        lengths: Collection[int],
        orders: Collection[str],
        *,
        is_asked: bool = False,
        is_wide: bool = False,
    ) -> None:
        self._written = transcribe(said)
        pieces = apart(self._written.parts(), orders, lengths, is_wide=is_wide)
        parts = read_numerals(pieces, lengths)
        joined = _with_letters(parts)
        is_alone = all(part.has_digit for part in joined if part.is_word)
        says_code = any(plain(part.text) in number_words("code") for part in parts)
        self._parts = joined if is_asked or is_alone or says_code else parts
        self._lengths, self._orders = lengths, orders
        self._is_asked, self._is_wide = is_asked, is_wide
        self._around = Surroundings(self._written.text, self._parts, lengths, is_wide=is_wide)
        words = [part for part in self._parts if part.is_word]
        self._is_alone = bool(words) and all(part.has_digit for part in words)

    def find(self) -> CodesSaid:
        found = [code for chunk in self._chunks() for code in self._codes_of(chunk)]
        if self._is_wide or not self._is_alone:
            parts = {part.start: part for part in self._parts}
            others = [code for code in found if code.code not in self._orders]
            # A word may say that an order number is a code: “code: 1043”.
            called = [
                code
                for code in found
                if code.is_named and self._around.is_called_code(parts[code.start])
            ]
            # Nobody writes an order number with a blank or a sign inside, so “10 43” may be a code.
            parted = [
                replace(code, is_vague=True)
                for code in found
                if not self._written.text[code.start : code.end].isdecimal()
            ]
            found = others or called or parted
        beside = [
            part.text
            for part in self._parts
            if not any(code.start <= part.start < code.end for code in found)
        ]
        words_beside = [plain(text) for text in beside if text not in self._orders]
        is_question = any(part.text in "?؟" for part in self._parts)
        says_no_more = self._is_alone or says_nothing(words_beside)
        is_plain = bool(found) and not is_question and says_no_more
        is_answer = len(found) == 1 and not found[0].is_vague and self._is_answer(found[0])
        places = [self._written.stood(code.start, code.end) for code in found]
        codes = tuple(
            replace(code, start=start, end=end)
            for code, (start, end) in zip(found, places, strict=True)
        )
        return CodesSaid(codes, is_plain, is_answer)

    def _chunks(self) -> Iterable[list[Piece]]:
        """Yield the words with digits in groups, within which only blanks and signs stand."""
        chunk: list[Piece] = []
        for part in self._parts:
            if not part.is_word:
                continue
            is_order = len(part.text) >= SHORTEST and part.text in self._orders
            gap = self._written.text[chunk[-1].end : part.start] if chunk else ""
            joins = part.has_digit and not is_order and _JOINED.fullmatch(gap) is not None
            if chunk and not self._is_alone:
                # A time and a number beside it are two things: “1779 14:52”.
                is_hour = self._around.is_hour
                joins = joins and is_hour(chunk[-1]) == is_hour(part)
            if chunk and (not joins or chunk[-1].text in self._orders):
                yield chunk
                chunk = []
            if part.has_digit and not self._around.is_elsewhere(part):
                chunk.append(part)
        if chunk:
            yield chunk

    def _codes_of(self, chunk: list[Piece]) -> Iterable[FoundCode]:
        is_named, is_vague = self._around.is_named(chunk), self._around.is_of_thing(chunk)
        # A rider needs the code of a gate, so do not hide it.
        if is_vague and self._is_wide:
            return
        is_vague = is_vague or (not is_named and self._around.is_where(chunk))
        # “Delivered at 19h05, code 2927”: “code” belongs to the number that is no time.
        is_hour = self._around.is_hour(chunk[0])
        if is_named and is_hour and not self._around.is_called_code(chunk[0]):
            return
        if not is_named and self._is_alone:
            is_vague = self._around.may_be_amount(chunk) or is_hour
            if self._is_none_alone(chunk):
                return
        elif not is_named:
            chunk = self._around.untold(chunk)
        lengths = self._lengths or USUAL
        shortest = 1 if self._is_alone and self._is_asked else SHORTEST
        for code in self._joined(chunk):
            size = len(code.text)
            is_number = self._is_asked or self._is_wide or not code.is_spoken
            is_sure = is_named or (self._is_alone and is_number and not is_vague)
            # A longer number in words may contain the code, so hide it as well.
            is_long = self._is_wide and code.is_spoken and size > min(lengths)
            if shortest <= size <= LONGEST and (is_sure or size in lengths or is_long):
                yield FoundCode(
                    code.text, code.start, code.end, is_named, is_vague or code.is_vague
                )

    def _is_none_alone(self, chunk: list[Piece]) -> bool:
        """Tell whether a number that stands alone shows by its form or sign that it is no code."""
        around = self._around
        if any(around.has_unit(number, is_alone=True) for number in chunk):
            return True
        if around.is_hour(chunk[0]):
            return not self._is_asked
        if around.may_be_amount(chunk):
            return around.is_amount(chunk[0]) or not (self._is_asked or self._is_wide)
        if around.sign_before(chunk) in ORDER_SIGNS and chunk[0].text in self._orders:
            return True
        is_one = len(chunk) == 1 and around.sign_before(chunk) != "+"
        return around.is_phone(chunk) and not (self._is_asked and is_one)

    def _joined(self, chunk: list[Piece]) -> list[Piece]:
        """Join the chunk if it has a code's length as a whole, else each run of short parts."""
        if all(len(part.text) in self._lengths for part in chunk):
            return chunk
        if sum(len(part.text) for part in chunk) in self._lengths:
            return [_whole(chunk)]
        runs = groupby(chunk, lambda part: len(part.text) <= _LONGEST_PART)
        return [
            part for is_short, run in runs for part in ([_whole(list(run))] if is_short else run)
        ]

    def _is_answer(self, code: FoundCode) -> bool:
        """Tell whether a message begins with the code, or reports that somebody gave it."""
        words = [part for part in self._parts if part.is_word and part.text not in self._orders]
        before = [plain(part.text) for part in words if part.end <= code.start]
        if any(part.text in _ASKS for part in self._parts):
            return False
        if any(
            all(word in phrasebook(language).fillers for word in before) for language in languages()
        ):
            return True
        # “He says 1630” reports the code, and “he says come back 1630” does not.
        near = before[-_NEAR_SAID:]
        verbs = number_words("said")
        verb = max((at for at, word in enumerate(near) if word in verbs), default=None)
        # “She gave me 2000, keep the change” is about money: ask before a round number is sent.
        is_round = code.code.endswith("00")
        return verb is not None and not is_round and says_nothing(near[verb + 1 :])


def _with_letters(parts: Sequence[Piece]) -> list[Piece]:
    """Join letters and digits with a hyphen between them, or spelt out one by one.

    “AB-12” and “A 7 K 2” are codes, and “flat-12” is not. The caller uses the joined parts only
    if a code was asked for, stands alone, or has a word for it.
    """
    joined: list[Piece] = []
    for part in parts:
        is_one = False
        if len(joined) > 1:
            before, sign = joined[-2:]
            is_near = sign.text in "-‐" and (before.end, sign.end) == (sign.start, part.start)
            # Two numbers are joined later, if the lengths of codes allow it.
            are_numbers = before.has_digit and part.has_digit
            is_one = is_near and not are_numbers and _is_of_code(before) and _is_of_code(part)
        if is_one:
            joined[-2:] = [_whole([joined[-2], part])]
        else:
            joined.append(part)
    words = [part for part in joined if part.is_word]
    is_spelt = len(words) >= SHORTEST and all(len(part.text) == 1 for part in words)
    return [_whole(words)] if is_spelt and any(part.has_digit for part in words) else joined


def _is_of_code(part: Piece) -> bool:
    """Tell whether a part may be one half of a code such as “AB-12”, unlike the word “flat”."""
    others = number_words("place", "unit", "money", "order", "code", "neutral", "link", "is")
    if not part.is_word:
        return False
    is_short = len(part.text) <= _LONGEST_PART
    return part.has_digit or len(part.text) == 1 or (is_short and plain(part.text) not in others)


def _whole(chunk: list[Piece]) -> Piece:
    return Piece(
        "".join(part.text for part in chunk),
        chunk[0].start,
        chunk[-1].end,
        any(part.is_spoken for part in chunk),
        any(part.is_vague for part in chunk),
    )


_GOES_WITH_A_CODE = {Intent.DONE, Intent.COLLECTED, Intent.THANKS, Intent.GREETING}


def says_nothing(words: Iterable[str]) -> bool:
    """Tell whether words, written by `plain`, are only those that people say with a code."""
    named = number_words("code", "order")
    rest = [word for word in words if word and word not in named]
    for language in languages():
        book = phrasebook(language)
        usual = {
            at for intent, places in book.find(rest) if intent in _GOES_WITH_A_CODE for at in places
        }
        silent = book.fillers.union(
            *(book.numbers[kind] for kind in ("said", "person", "is", "neutral"))
        )
        if all(at in usual or word in silent for at, word in enumerate(rest)):
            return True
    return False
