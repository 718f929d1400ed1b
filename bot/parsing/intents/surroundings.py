"""Surroundings: the words and signs around a number that show its kind, such as a flat or a price.

Before a number stands the thing that it counts or names ("flat 1204", "the house is 4521"), a sign,
or the word "at" of a time; behind it stands a unit, a currency or a street ("12 rue Haute").
“Code” may stand a few words away.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import chain, islice, pairwise

from bot.parsing.intents.numerals import USUAL
from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.transcript import Piece
from bot.parsing.orders.door_amounts import paid_at_door
from bot.parsing.orders.labels import is_of_money
from bot.parsing.orders.words_of import folded_words

_NEAR = 5
"""How many words before a number a word for "code" may stand."""

_NEAR_BEHIND = 3
_LINKS = 4
"""How many joining words may stand between a number and the word that shows its kind."""

_SHORTEST_PHONE, _LONGEST_PHONE, _SHORTEST_BARE_PHONE = 9, 11, 10
"""The fewest and most digits of phone numbers that begin with 0, and the fewest of others."""

_LONGEST_ROAD = 4
"""The most words of a road with its name."""

_SHORTEST_TOLD_PHONE = 7
"""The fewest digits of a phone number behind a word such as "call"."""

_ABBREVIATION = 3
_ABBREVIATED = frozenset(("appt", "apto", "dpto", "depto", "bldg", "blvd", "edif", "unid"))
_WHOLE = frozenset(("rue", "rua", "lot", "box", "bus", "via"))
"""A full stop behind a word of at most `_ABBREVIATION` letters, or one of `_ABBREVIATED`, belongs
to the word; behind one of `_WHOLE` it ends the sentence."""

_DIGITS_AND_UNIT = re.compile(r"(?P<before>[^\W\d]+)\d+|\d+(?P<behind>[^\W\d]+)")
_TIME = re.compile(r"\d{1,2}h\d{0,2}|\d{1,2}")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])[0-5]\d")
_ORDINALS = frozenset(("st", "nd", "rd", "th", "er", "ere", "eme", "e", "o", "a", "x"))
_SHORT_UNITS = frozenset(("k", "n"))
"""Units that count only if they touch the number: “2902 k” is a number and an OK."""

ORDER_SIGNS = frozenset("#№")
_MONEY_SIGNS = frozenset("€£$₦¥₹₽₵%°")
_SIGNS_BEFORE = frozenset("+/") | ORDER_SIGNS | _MONEY_SIGNS
_SIGNS_BEHIND = frozenset("/") | _MONEY_SIGNS
_EITHER_SIGNS = frozenset("/&")
_OF_WORDS = frozenset("'’`´°#№")
"""Signs that belong to a word or a number, and do not end the search for its kind."""

_LINK = re.compile(r"(?:[a-z]+://|www\.|[\w.-]+\.[a-z]{2,}/)|(?=.*@)(?=.*[^\W\d_])", re.IGNORECASE)
"""How a link, a mail address or a Telegram user name looks."""

_ELSEWHERE = re.compile(
    r"""
      (?<![\d.])\d{1,3}\.\d{4,}(?![\d.])                                     # a place on a map
    | (?<!\d)\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d(?!\d)        # dates
    | (?<!\d)\d{1,2}/\d{1,2}/\d\d(?!\d) | (?<!\d)20\d\d-\d\d-\d\d(?!\d)
    """,
    re.VERBOSE,
)
_HOUR = re.compile(r"(?<![\d:])(?:[01]?\d|2[0-3]) ?[:h] ?[0-5]\d(?![\d:])", re.IGNORECASE)
_AMOUNT = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,']\d{3})+(?!\d)")
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
_LABELLED = re.compile(
    r"^(?P<label>[^\d\n:=]{1,40})[:=]\s*[^\w\n]?\s*(?P<number>\d+)", re.MULTILINE
)


@cache
def number_words(*kinds: str) -> frozenset[str]:
    """Return the words of all languages that show the kind of a number beside them."""
    books = [phrasebook(language) for language in languages()]
    return frozenset().union(*(book.numbers[kind] for book in books for kind in kinds))


def _unit_of(number: Piece) -> str:
    """Return the letters before or behind the digits of a number, or ""."""
    found = _DIGITS_AND_UNIT.fullmatch(number.text)
    return plain(found["before"] or found["behind"] or "") if found else ""


def _places(found: Iterable[re.Match[str]]) -> frozenset[int]:
    return frozenset(chain.from_iterable(range(*each.span()) for each in found))


class Surroundings:
    """The numbers among the parts of a message, and the words and signs around each.

    `is_wide`: signs and things that only may show that a number is no code do not count.
    """

    def __init__(
        self,
        text: str,
        parts: Sequence[Piece],
        lengths: Collection[int],
        *,
        is_wide: bool,
    ) -> None:
        self._text, self._parts, self._lengths = text, parts, lengths
        self._is_wide = is_wide
        self._at = {part.start: at for at, part in enumerate(parts)}
        self._plain = [plain(part.text) for part in parts]
        self._told: set[int] = set()
        links = (found for found in re.finditer(r"\S+", text) if _LINK.match(found.group()))
        self._elsewhere = _places(chain(links, _ELSEWHERE.finditer(text)))
        self._hours = _places(_HOUR.finditer(text))
        self._amounts = _places(_AMOUNT.finditer(text))
        behind_labels = (
            found.start("number")
            for found in _LABELLED.finditer(text)
            if is_of_money(folded_words(found["label"]))
        )
        self._of_order = frozenset(chain(behind_labels, paid_at_door(text)))

    def is_elsewhere(self, part: Piece) -> bool:
        """Tell whether a number is part of a link, a date, or a place on a map."""
        return part.start in self._elsewhere

    def is_hour(self, part: Piece) -> bool:
        return part.start in self._hours

    def is_amount(self, part: Piece) -> bool:
        """Tell whether a number is part of one with separators of thousands, as amounts have."""
        return part.start in self._amounts

    def is_named(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a word near a number says that it is a code."""
        is_amount = len(chunk) == 1 and chunk[0].start in self._of_order
        if is_amount and not self.is_called_code(chunk[0]):
            return False
        return self._word_for_code(chunk) is not None and not self.is_of_thing(chunk)

    def is_of_thing(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a number is the code of a gate, a network or the like."""
        code = self._word_for_code(chunk)
        if code is None:
            return False
        # “Gate code” and “code de la porte” name the thing, as do words behind the number.
        beside = {self._word(code - 1), self._word(code + 1)}
        is_named = not number_words("thing").isdisjoint(beside)
        is_of_thing = is_named or self._is_before_thing(code + 1)
        _, last = self._ends(chunk)
        return is_of_thing or (not self._is_wide and self._is_before_thing(last + 1))

    def _word_for_code(self, chunk: Sequence[Piece]) -> int | None:
        """Return the place of the nearest word for "code" before a number, or else behind it."""
        first, last = self._ends(chunk)
        before = (at for at in range(first - 1, -1, -1) if self._plain[at])
        behind = (at for at in range(last + 1, len(self._plain)) if self._plain[at])
        near = chain(islice(before, _NEAR), islice(behind, _NEAR_BEHIND))
        return next((at for at in near if self._plain[at] in number_words("code")), None)

    def _is_before_thing(self, at: int) -> bool:
        """Tell whether words such as “of the gate” begin at a place."""
        begin = at
        while self._word(at) in number_words("of"):
            at += 1
        return begin < at and self._word(at) in number_words("thing")

    def is_called_code(self, number: Piece) -> bool:
        """Tell whether the word right before a number says that it is a code."""
        before = [
            word
            for part, word in zip(self._parts, self._plain, strict=True)
            if part.end <= number.start
        ]
        while before and (not before[-1] or before[-1] in number_words("is", "neutral")):
            before.pop()
        return bool(before) and before[-1] in number_words("code")

    def is_where(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a number may be a place: “I am at 4711”."""
        first, _ = self._ends(chunk)
        return self._word(first - 1) in number_words("where")

    def sign_before(self, chunk: Sequence[Piece]) -> str:
        """Return the word or sign before a number, or ""."""
        first, _ = self._ends(chunk)
        return self._parts[first - 1].text if first else ""

    def may_be_amount(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a sign or a letter at a number shows that it may be money or a share."""
        first, last = self._ends(chunk)
        around = {part.text for part in self._parts[max(0, first - 1) : first]}
        around |= {part.text for part in self._parts[last + 1 : last + 2]}
        units = {_unit_of(number) for number in chunk} - {""}
        return not (_MONEY_SIGNS.isdisjoint(around) and number_words("money").isdisjoint(units))

    def is_phone(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a number is as long as a phone number, or follows a word such as “call”."""
        sizes = {len(part.text) for part in chunk}
        digits = sum(len(part.text) for part in chunk)
        if digits >= _SHORTEST_TOLD_PHONE and self._before(chunk) in number_words("phone"):
            return True
        if digits in self._lengths or (len(chunk) > 1 and sizes <= set(self._lengths)):
            return False
        begins_as_phone = chunk[0].text[0] == "0" and digits <= _LONGEST_PHONE
        if len(chunk) > 1 and len(sizes) == 1 and sizes <= set(USUAL) and not begins_as_phone:
            return False
        return digits >= (_SHORTEST_PHONE if begins_as_phone else _SHORTEST_BARE_PHONE)

    @staticmethod
    def has_unit(number: Piece, *, is_alone: bool = False) -> bool:
        """Tell whether a unit or a currency touches a number, or it is a time.

        One letter at a number that stands alone may be part of a code: “4500k”, “7295A”.
        """
        if _TIME.fullmatch(number.text.casefold()):
            return not number.text.isdecimal() or not is_alone
        letters = _unit_of(number)
        if is_alone and len(letters) < 2 < len(number.text) - len(letters):  # noqa: PLR2004 - one letter, three digits
            return False
        if number.text[0].isdecimal():
            return letters in number_words("unit", "money") | _ORDINALS
        return letters in number_words("money")

    def untold(self, chunk: Sequence[Piece]) -> list[Piece]:
        """Return the numbers of a chunk that may be a code, as no word shows another kind.

        A word before shows the kind of the first number, and a unit behind that of the last one,
        together with numbers that a hyphen or thousands join to it: “flat 12 2902” and “2902 10
        min” contain a code.
        """
        if self.is_phone(chunk):
            return []
        left = [part for part in chunk if not (self.is_hour(part) or self.is_amount(part))]
        if left and left[0] is chunk[0] and self._is_told_before(chunk):
            self._tell(left[: self._joined(left)])
            left = left[self._joined(left) :]
        if left and self._is_told_behind(left):
            joined = self._joined(left[::-1])
            self._tell(left[len(left) - joined :])
            left = left[: len(left) - joined]
        while left and not left[-1].text.isdecimal() and self.has_unit(left[-1]):
            left.pop()
        return [] if len(left) == 1 and self.has_unit(left[0]) else left

    def _tell(self, parts: Sequence[Piece]) -> None:
        self._told.update(self._at[part.start] for part in parts)

    def _joined(self, chunk: Sequence[Piece]) -> int:
        """Return how many parts, from the first on, are one number or a range."""
        ends = sorted((chunk[0], chunk[-1]), key=lambda part: part.start)
        if _THOUSANDS.fullmatch(self._text[ends[0].start : ends[1].end]):
            return len(chunk)
        count = 1
        for one, other in pairwise(chunk):
            early, late = sorted((one, other), key=lambda part: part.start)
            if not self._text[early.end : late.start].strip():
                break
            count += 1
        return count

    def _is_told_before(self, chunk: Sequence[Piece]) -> bool:
        if chunk[0].start in self._of_order:
            return True
        if self.sign_before(chunk) in (_MONEY_SIGNS if self._is_wide else _SIGNS_BEFORE):
            return True
        if self._before(chunk) in number_words("place", "money", "order"):
            return True
        first, _ = self._ends(chunk)
        before = first - 1
        written = "".join(part.text for part in chunk)
        if _CLOCK.fullmatch(written) and len(written) == len("0000"):
            # “At 1645” is a time, and so is the second number of “16:30 or 1645”.
            is_either = self._word(before) in number_words("either") and before > 0
            if self._word(before) in number_words("hour") or (
                is_either and self._parts[before - 1].start in self._hours
            ):
                return True
        return self._is_in_road(chunk) or self._is_beside_told(before)

    def _is_beside_told(self, at: int) -> bool:
        """Tell whether a number is an alternative to a known one: “flat 1204, not the 1206”."""
        is_either = False
        while at > 0 and not self._has_digit(at):
            word, sign = self._plain[at], self._parts[at].text
            is_joint = word in number_words("either") or sign in _EITHER_SIGNS
            if not (is_joint or not word or word in number_words("link", "neutral", "is")):
                return False
            is_either = is_either or is_joint
            at -= 1
        return is_either and at in self._told

    def _is_in_road(self, chunk: Sequence[Piece]) -> bool:
        """Tell whether a road and its name stand before a number: “rua Augusta, 1204”."""
        at = self._ends(chunk)[0] - 1
        at -= at >= 0 and self._parts[at].text == ","
        others = number_words("said", "person", "code", "either")
        for place in range(at, max(-1, at - _LONGEST_ROAD), -1):
            word = self._plain[place]
            if word in number_words("road"):
                return True
            if not (word.isalpha() or self._is_abbreviation(place)) or word in others:
                return False
        return False

    def _is_abbreviation(self, at: int) -> bool:
        """Tell whether a sign is the full stop of an abbreviation, as in “apt. 1204”."""
        before = self._parts[at - 1] if at else None
        if before is None or self._parts[at].text != "." or before.end != self._parts[at].start:
            return False
        word = self._plain[at - 1]
        return (len(word) <= _ABBREVIATION and word not in _WHOLE) or word in _ABBREVIATED

    def _before(self, chunk: Sequence[Piece]) -> str:
        """Return the word before a number that shows its kind, past words that only join them."""
        at = self._ends(chunk)[0] - 1
        links = 0
        while at >= 0 and links <= _LINKS:
            part, word = self._parts[at], self._plain[at]
            is_neutral = word in number_words("neutral")
            is_link = word in number_words("link", "is") or part.text in _OF_WORDS
            # A colon ends a label of one word, as in “House: 4521”; “at the house:” is no label.
            are_words = [each.is_word for each in self._parts[max(0, at - 2) : at]]
            ends_label = part.text == ":" and are_words[-1:] == [True] and sum(are_words) == 1
            if not (is_neutral or is_link or self._is_abbreviation(at) or ends_label):
                return word
            links += not is_neutral
            at -= 1
        return ""

    def _is_told_behind(self, chunk: Sequence[Piece]) -> bool:
        first, last = self._ends(chunk)
        if self._is_unit_or_sign(last + 1):
            return True
        at = last + 1
        if self._word(at) in number_words("either") and self._has_digit(at + 1):
            return self._is_unit_or_sign(at + 2)
        is_numbered = not number_words("neutral").isdisjoint(self._plain[max(0, first - 2) : first])
        if is_numbered and self._parts[at : at + 1] and self._parts[at].text == ",":
            at += 1  # “no. 12, Allen Avenue”
        streets = number_words("street")
        name = self._word(at)
        is_name = name not in {"", *number_words("said", "link", "is")} and not self._has_digit(at)
        return name in streets or (is_name and self._word(at + 1) in streets)

    def _is_unit_or_sign(self, at: int) -> bool:
        if at >= len(self._parts):
            return False
        sign = self._parts[at].text
        # A slash with blanks around it separates two things (“6528 / 1003”), and one at the end
        # belongs to nothing.
        parts_two = sign == "/" and self._text[: self._parts[at].start].endswith(" ")
        ends_there = parts_two or (sign == "/" and at == len(self._parts) - 1)
        if sign in (_MONEY_SIGNS if self._is_wide else _SIGNS_BEHIND) and not ends_there:
            return True
        # “The code 6149 and the order 1003”: “order” belongs to the number behind it.
        is_of_next = self._word(at) in number_words("order") and self._has_digit(at + 1)
        return not is_of_next and self._word(at) in number_words("unit", "money") - _SHORT_UNITS

    def _word(self, at: int) -> str:
        return self._plain[at] if 0 <= at < len(self._parts) else ""

    def _has_digit(self, at: int) -> bool:
        return at < len(self._parts) and self._parts[at].has_digit

    def _ends(self, chunk: Sequence[Piece]) -> tuple[int, int]:
        return self._at[chunk[0].start], self._at[chunk[-1].start]
