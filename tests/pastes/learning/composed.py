"""Examples that are composed: where it is got, to whom it goes, what and for how much.

Each piece is written in one of the ways of its kind, and the pieces stand in one of many layouts:
told in a sentence, line by line, in a list below the pickup, in a shop's mail. `phrases/*.toml`
hold what leads to the pieces in each language. Most names in them are of invented syllables, so
that it is learned where a name stands, and not who is known.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from bot.parsing.orders.tagger import PartKind
from tests.pastes.learning.example import Example, KnownPart, example
from tests.pastes.learning.invented import COUNTRY_OF, Words
from tests.pastes.learning.numbers import written_number

_FOLDER = Path(__file__).parent / "phrases"
_PLACE = re.compile(r"\{([a-z])\}")
_COUNT = re.compile(r"^\d+\s*[xX]?\s*|\s*[xX]\s?\d+$")
_GAPS = (", ", ", ", ", ", " - ", " – ", " / ", " | ", " · ", "; ", " — ",
         " ", " ", ". ", "\n", "\n")  # fmt: skip
_LATIN = (
    "ka lo mi ren da so ben tu ra fi no sel ma gor vi an du che pa li wen zo ha er ji bo "
    "ster nal que be ro ti san mu lle ca os ya dri fe in"
)
_ARABIC = "سا لم نو ري جا بر حس ني دي را مي فه قا سم بد كا شه لي زو هر عا طف رش وا"
_MARKS = ("📍", "🎁", "👉", "🛵", "✨", "🌸")
_PARTY = {
    "s": (PartKind.SENDER_NAME, PartKind.SENDER_PHONE, PartKind.SENDER_ADDRESS, "shops"),
    "r": (PartKind.RECEIVER_NAME, PartKind.RECEIVER_PHONE, PartKind.RECEIVER_ADDRESS, "people"),
}


def phrases() -> dict[str, Words]:
    """Read what leads to the parts of an order, by language; two countries share English."""
    told = {
        file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
        for file in sorted(_FOLDER.glob("*.toml"))
    }
    return told | {"ng": told["en"], "ae": told["en"]}


def composed(random: Random, language: str, words: Words, said: Words) -> Example:
    """Compose a text in one of the layouts."""
    draft = _Draft(random, language, words, said)
    layouts: Sequence[Callable[[_Draft], None]] = (
        _several, _told, _lines, _mail, _pairs, _told_several,
    )  # fmt: skip
    random.choices(layouts, (34, 32, 11, 11, 6, 6))[0](draft)
    text = draft.text
    if random.random() < 0.2:
        text = text.lower() if len(text.lower()) == len(text) else text
    return example(text, COUNTRY_OF[language], draft.parts)


class _Draft:
    """A text that is being composed, with its parts."""

    def __init__(self, random: Random, language: str, words: Words, said: Words) -> None:
        self.random, self.language, self.words, self.said = random, language, words, said
        self.text = ""
        self.parts: list[KnownPart] = []

    def put(self, text: str, kind: PartKind | None = None) -> None:
        """Write a piece behind what stands already."""
        if kind is not None and text:
            self.parts.append(KnownPart(len(self.text), len(self.text) + len(text), kind))
        self.text += text

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def one(self, name: str) -> str:
        """Return one way to say this, its places filled."""
        return self.filled(self.random.choice(self.said[name]))

    def filled(self, pattern: str) -> str:
        return _PLACE.sub(lambda place: self._value(place[1]), pattern)

    def _value(self, place: str) -> str:
        random = self.random
        cents = f"{random.randint(2, 40)}{random.choice(',.')}{random.choice(('00', '50', '90'))}"
        number = random.randint(2, 2400 if self.chance(0.2) else 99)
        whole = random.choice((5, 12, 25, 40, 150, 350, 500, 1200, 1500, 2500, 13000, 45000))
        fills: dict[str, Callable[[], str]] = {
            "n": lambda: str(number),
            "d": lambda: str(random.randint(1, 20)),
            "q": lambda: str(random.randint(1, 6)),
            "i": lambda: str(random.randint(1, 4)),
            "k": lambda: random.choice(("1", "2", "3", "1.5", "2.5", "4", "5", "10")),
            "l": lambda: random.choice("ABCDEFG"),
            "p": lambda: str(random.randint(10000, 99000)),
            "a": lambda: random.choice((str(whole), f"{whole:,}", f"{whole:,}".replace(",", "."))),
            "c": lambda: cents,
            "m": lambda: self.filled(random.choice(self.said["amounts"])),
            "f": lambda: self.filled(random.choice(self.said["amounts"])),
            "w": self.word,
            "g": self.goods,
            "r": lambda: self.name("people"),
            "s": lambda: self.name("shops"),
        }  # fmt: skip
        return fills[place]()

    def word(self) -> str:
        """Return a word that nobody knows."""
        syllables = (_ARABIC if self.language == "ar" else _LATIN).split()
        made = "".join(self.random.choices(syllables, k=self.random.choice((2, 2, 3))))
        if self.language != "ar" and self.chance(0.05):
            made = f"{made}-{self.random.choice(syllables)}-{self.random.choice(syllables)}".title()
        return f"ال{made}" if self.language == "ar" and self.chance(0.4) else made.capitalize()

    def name(self, listed: str) -> str:
        if self.chance(0.5):
            return self.random.choice(self.words[listed])
        return self.one(listed)

    def address(self) -> str:
        if self.chance(0.45):
            return self.random.choice(self.words["addresses"])
        return self.one("addresses")

    def goods(self) -> str:
        """Return a thing without how many there are."""
        bare = _COUNT.sub("", self.random.choice(self.words["items"]))
        return bare if self.chance(0.75) or not bare else f"{bare} {self.word().lower()}"

    def amount(self) -> str:
        pattern = self.random.choice(self.said["amounts"])
        if "{w}" in pattern:
            return pattern.replace("{w}", self.random.choice(self.said["words"]))
        return self.filled(pattern)


def _item(draft: _Draft) -> None:
    """Write a thing, counted before or behind it or not at all."""
    thing, random = draft.goods(), draft.random
    count = random.choices((1, 2, 3, 4, 5, 6, 10, 12, 50), (8, 5, 4, 2, 2, 1, 1, 1, 1))[0]
    ways = ("{n} {t}", "{n} {t}", "{n} {t}", "{n}x {t}", "{n} x {t}", "{t} x{n}", "{t} x {n}",
            "{t} ({n})", "{t} × {n}", "{t} {n}", "{n}X {t}", "{t}", "{t}")  # fmt: skip
    told = random.choice(ways)
    number = draft.one("count_words") if told == "{n} {t}" and draft.chance(0.3) else str(count)
    draft.put(told.replace("{n}", number).replace("{t}", thing), PartKind.ITEM)


def _items(draft: _Draft) -> None:
    _item(draft)
    for _ in range(draft.random.choices((0, 1, 2), (6, 3, 1))[0]):
        draft.put(draft.random.choice((", ", " + ", ", ", " & ", " and ", " + ")))
        _item(draft)


def _fee(draft: _Draft) -> None:
    amount, label = draft.amount(), draft.one("fee_label")
    way = draft.random.choices(("bare", "before", "colon", "behind", "free"), (4, 5, 3, 1, 0.3))[0]
    if way == "free":
        draft.put(f"{label} ")
        draft.put(draft.one("free"), PartKind.FEE)
        return
    draft.put({"before": f"{label} ", "colon": f"{label}: "}.get(way, ""))
    draft.put(amount, PartKind.FEE)
    draft.put(f" {label}" if way == "behind" else "")


def _note(draft: _Draft) -> None:
    told = draft.random.choice(("paid", "collect", "times", "list", "list"))
    note = draft.random.choice(draft.words["notes"]) if told == "list" else draft.one(told)
    draft.put(note, PartKind.NOTE)


_ORDERS_OF_PARTY = {
    "nap": 13, "npa": 6, "n(p)a": 2, "n(a)p": 1, "na(p)": 3, "n(a,p)": 2, "na": 1, "np": 0.6,
    "anp": 1.5, "a(np)": 0.6, "pna": 0.4,
}  # fmt: skip
"""Name, address and phone, and the brackets around them, with how often they stand so."""


def _party(draft: _Draft, side: str, gap: str, *, is_told: bool = False) -> None:
    """Write who it is, where, and the number, with what people put between these."""
    orders = _ORDERS_OF_PARTY
    listed = _PARTY[side][3]
    listed = listed if draft.chance(0.85) else {"shops": "people", "people": "shops"}[listed]
    lead = f"{draft.one('own_number' if is_told else 'call')} " if draft.chance(0.45) else ""
    is_first = True
    for sign in draft.random.choices(list(orders), list(orders.values()))[0]:
        between = "" if is_first or draft.text[-1:] in " (" else gap
        if sign == "n":
            draft.put(between)
            draft.put(draft.name(listed), _PARTY[side][0])
        elif sign == "a":
            _place(draft, side, between, is_told=is_told)
        elif sign == "p":
            draft.put(f"{between if draft.chance(0.8) else ' ' if between else ''}{lead}")
            draft.put(written_number(draft.random, COUNTRY_OF[draft.language]), _PARTY[side][1])
        else:
            draft.put({"(": " (", ")": ")", ",": draft.random.choice((", ", " – ", " / "))}[sign])
        is_first = False
    if draft.chance(0.06):
        draft.put(" (")
        draft.put(draft.random.choice(draft.words["notes"]), PartKind.NOTE)
        draft.put(")")


def _place(draft: _Draft, side: str, between: str, *, is_told: bool) -> None:
    """Write an address, in a sentence behind the word for “at”."""
    if between and (is_told or draft.chance(0.1)):
        between = f" {draft.one('at')} "
    is_joined = between == " ب " or (between == " في " and draft.chance(0.4))
    draft.put(" " if is_joined else between)  # Arabic writes it with the word behind it
    draft.put(("ب" if is_joined else "") + draft.address(), _PARTY[side][2])


def _pickup(draft: _Draft) -> None:
    """Write where all of it is got, as a line of its own."""
    way = draft.random.choice(("label", "said", "said", "bare"))
    gap = draft.random.choice((", ", ", ", ", ", " - ", " ", " / ", "\n"))
    if way == "label":
        draft.put(
            draft.one("pickup_label") + draft.random.choice((": ", " : ", " - ", " – ", " ", "\n"))
        )
    elif way == "said":
        said = draft.one("pickup_said")
        draft.put(draft.random.choice((f"{said} ", f"{said.capitalize()} ", f"{said}: ")))
    _party(draft, "s", gap, is_told=way == "said" and draft.chance(0.3))


def _greeting(draft: _Draft) -> None:
    if draft.chance(0.55):
        draft.put(draft.random.choice(draft.words["greetings"]))
        if draft.chance(0.25):
            draft.put(f" {draft.random.choice(draft.words['people'])}")
        draft.put(draft.random.choice((", ", "\n", " ", "! ", "\n\n")))


def _fields(draft: _Draft, gap: str, order: str) -> None:
    """Write the order of one receiver; `order` is that of the receiver, things, fee and notes."""
    for at, sign in enumerate(order):
        if at:
            lead = draft.random.choice((": ", " : ", " → ", ". ")) if draft.chance(0.08) else gap
            draft.put(lead)
        if sign == "r":
            inner = gap if gap != "\n" or draft.chance(0.6) else ", "
            if draft.chance(0.12):
                draft.put(draft.one("drop_label") + draft.random.choice((": ", " ", " - ")))
            _party(draft, "r", inner)
        elif sign == "i":
            _items(draft)
        elif sign == "f":
            _fee(draft)
        elif sign == "t":
            _note(draft)


_ORDERS_OF_FIELDS = {
    "rif": 9, "ri": 3, "rf": 2, "r": 1, "irf": 3,
    "rift": 4, "rit": 1, "ir": 1, "rft": 1, "fri": 0.5,
}  # fmt: skip


def _order_of_fields(draft: _Draft) -> str:
    orders = _ORDERS_OF_FIELDS
    return draft.random.choices(list(orders), list(orders.values()))[0]


def _several(draft: _Draft) -> None:
    """Several orders below the pickup, or above it, as a list or in blocks."""
    random = draft.random
    _greeting(draft)
    where = random.choices(("head", "foot", "none"), (7, 1.5, 1.5))[0]
    is_for_each = _head(draft, has_pickup=where == "head")
    draft.put(random.choice((":\n", "\n", "\n\n", "\n\n")) if draft.text else "")
    _list(draft, has_fee=not is_for_each)
    if where == "foot":
        draft.put(random.choice(("\n", "\n\n")))
        _pickup(draft)
    if draft.chance(0.15):
        draft.put("\n" + random.choice(draft.words["closings"]))


def _head(draft: _Draft, *, has_pickup: bool) -> bool:
    """Write what stands above a list; return whether it says the fee of each order."""
    random = draft.random
    if draft.chance(0.7):
        draft.put(draft.one("intro") + random.choice((", ", ". ", "\n", ": ", " (", "\n\n", " - ")))
    opened = draft.text.endswith("(")
    if has_pickup:
        _pickup(draft)
    draft.put(")" if opened else "")
    if has_pickup and draft.chance(0.12):
        draft.put(random.choice((", ", " - ", " ")))
        draft.put(draft.amount(), PartKind.FEE)
        draft.put(f" {draft.one('each')}")
        return True
    if has_pickup and draft.chance(0.15):
        draft.put(random.choice((", ", " - ")))
        _note(draft)
    return False


def _list(draft: _Draft, *, has_fee: bool) -> None:
    random = draft.random
    head = random.choice(draft.said["heads"]) if draft.chance(0.65) else ""
    gap = random.choice(_GAPS)
    between = "\n\n" if gap == "\n" or draft.chance(0.35) else "\n"
    order, count = _order_of_fields(draft), random.choice((2, 2, 3, 3, 4))
    order = order if has_fee else order.replace("f", "")
    mark = f"{random.choice(_MARKS)} " if not head and draft.chance(0.25) else ""
    for number in range(1, count + 1):
        draft.put(between if number > 1 else "")
        draft.put(mark)
        if head:
            told = head.replace("{i}", str(number))
            draft.put(told + (" " if draft.chance(0.7) else ": " if told[-1].isalnum() else "\n"))
        other = order.replace("t", "") + ("t" if draft.chance(0.4) else "")
        _fields(draft, gap, order if draft.chance(0.8) else other)


def _pairs(draft: _Draft) -> None:
    """Several orders, each got somewhere else."""
    random = draft.random
    _greeting(draft)
    draft.put(draft.one("intro") + "\n" if draft.chance(0.4) else "")
    head, gap = random.choice(draft.said["heads"]), random.choice((", ", ", ", " - ", " "))
    pickup, drop = draft.one("pickup_label"), draft.one("drop_label")
    sign, next_sign = (
        random.choice((": ", " ", " : ", " - ")),
        random.choice(("\n", ". ", ", ", " → ")),
    )
    with_fee = draft.chance(0.7)
    for number in range(1, random.choice((2, 2, 3)) + 1):
        draft.put(random.choice(("\n", "\n\n")) if number > 1 else "")
        draft.put(f"{head.replace('{i}', str(number))} " if draft.chance(0.9) else "")
        draft.put(f"{pickup}{sign}")
        _party(draft, "s", gap)
        draft.put(f"{next_sign}{drop}{sign}")
        _party(draft, "r", gap)
        draft.put(next_sign if next_sign != " → " else ". ")
        _items(draft)
        if with_fee:
            draft.put(next_sign if next_sign != " → " else ". ")
            _fee(draft)


def _lines(draft: _Draft) -> None:
    """One order, its parts in lines or parted by one sign."""
    random = draft.random
    _greeting(draft)
    gap = random.choice(_GAPS)
    has_pickup = draft.chance(0.65)
    if has_pickup:
        _pickup(draft)
        draft.put("\n" if gap == "\n" else random.choice((gap, "\n", ". ")))
        draft.put(draft.one("drop_label") + random.choice((": ", " ", " - ", "\n")))
    _fields(draft, gap, _order_of_fields(draft))
    if not has_pickup and draft.chance(0.3):
        draft.put("\n" if gap == "\n" else ". ")
        draft.put(f"{draft.one('pickup_said')} ")
        _party(draft, "s", ", ")


def _told(draft: _Draft) -> None:
    """One order as it is told in a sentence."""
    random = draft.random
    _greeting(draft)
    gap = random.choice((" ", " ", ", "))
    first = random.choice(("item", "item", "item", "sender"))
    is_own = draft.chance(0.15)
    if is_own:
        draft.put(f"{draft.one('i_am')} ")
        draft.put(
            f"{draft.random.choice(draft.words['people'])} {draft.one('with')} "
            if draft.chance(0.3)
            else ""
        )
        _party(draft, "s", gap, is_told=draft.chance(0.5))
        draft.put(f"{random.choice((' ', ', '))}{draft.one('i_have')} ")
        first = "item"
    else:
        draft.put(f"{draft.one('want')} {draft.one('get')} ")
    if first == "item":
        _items(draft)
        draft.put(" ")
    if not is_own and draft.chance(0.85):
        draft.put(f"{draft.one('get_from')} ")
        draft.put(f"{draft.one('kin')} " if draft.chance(0.1) else "")
        _party(draft, "s", gap, is_told=draft.chance(0.7))
        draft.put(random.choice((" ", " ", ", ")))
    if first == "sender":
        draft.put(f"{draft.one('get')} ")
        _items(draft)
        draft.put(" ")
    bring = draft.one("bring")
    draft.put(f"{bring} ")
    draft.put(f"{draft.one('kin')} " if draft.chance(0.25) else "")
    _party(draft, "r", gap, is_told=draft.chance(0.7))
    if draft.chance(0.25):
        draft.put(random.choice((" ", ", ", " ")))
        draft.put(draft.one("times"), PartKind.NOTE)
    if draft.chance(0.75):
        draft.put(random.choice((" ", ", ", " ", ". ")))
        before, _, behind = random.choice(draft.said["fee_said"]).partition("{f}")
        draft.put(before)
        draft.put(draft.amount(), PartKind.FEE)
        draft.put(behind)
    if draft.chance(0.35):
        draft.put(random.choice((" ", ", ", ". ")))
        _note(draft)


def _told_several(draft: _Draft) -> None:
    """Several orders told one behind the other, from one pickup."""
    random = draft.random
    _greeting(draft)
    draft.put(f"{draft.one('intro')} ")
    draft.put(f"{draft.one('pickup_said')} ")
    _party(draft, "s", random.choice((" ", ", ")), is_told=draft.chance(0.5))
    order = random.choice(("rif", "ri", "irf"))
    for _ in range(random.choice((2, 2, 3))):
        draft.put(random.choice((". ", ", ", ".\n", " ")))
        draft.put(f"{draft.one('ordinal')} ")
        for at, sign in enumerate(order):
            draft.put(random.choice((", ", ", ", " ")) if at else "")
            if sign == "r":
                _party(draft, "r", random.choice((", ", " ")), is_told=draft.chance(0.6))
            elif sign == "i":
                _items(draft)
            else:
                _fee(draft)


def _mail(draft: _Draft) -> None:
    """What a shop's page or till writes of an order."""
    random = draft.random
    rule = random.choice(("", "--------------------", "\n"))
    if draft.chance(0.5):
        draft.put(draft.name("shops"), PartKind.SENDER_NAME)
        draft.put("\n")
        if draft.chance(0.5):
            draft.put(draft.address(), PartKind.SENDER_ADDRESS)
            draft.put(f"\n{draft.one('call')} ")
            draft.put(written_number(random, COUNTRY_OF[draft.language]), PartKind.SENDER_PHONE)
            draft.put("\n")
    draft.put(draft.one("order_head") + "\n")
    pieces = [_goods_lines, _ship_to]
    random.shuffle(pieces)
    for piece in pieces:
        draft.put(rule + "\n" if rule else "")
        piece(draft)
    if draft.chance(0.3):
        _note(draft)


def _goods_lines(draft: _Draft) -> None:
    random = draft.random
    way = random.choice(("{n} x {t}", "{n}x {t}", "{t} × {n}", "{t}  x{n}", "{n} {t}", "below"))
    for _ in range(random.choice((1, 2, 2, 3))):
        thing, count = draft.goods(), str(random.randint(1, 5))
        if way == "below":
            draft.put(thing, PartKind.ITEM)
            draft.put(f"\n{draft.one('quantity_line')}")
        else:
            draft.put(way.replace("{n}", count).replace("{t}", thing), PartKind.ITEM)
        if draft.chance(0.7):
            draft.put(random.choice(("   ", "\n", " - ", " @ ", "  > ")) + draft.filled("{m}"))
        draft.put("\n")
    lines = random.sample(draft.said["sums"], 2) + [draft.one("fee_line")] * draft.chance(0.8)
    fee = lines[-1]
    random.shuffle(lines)
    for line in lines:
        if line is not fee or len(lines) < 3:
            draft.put(draft.filled(line) + "\n")
            continue
        pattern = random.choice(draft.said["fee_line"])
        before, _, behind = pattern.partition("{f}")
        draft.put(before)
        draft.put(draft.amount(), PartKind.FEE)
        draft.put(f"{behind}\n")


def _ship_to(draft: _Draft) -> None:
    random = draft.random
    if draft.chance(0.3):
        draft.put(f"{draft.one('billing')}\n")
        _block(draft, kinds=(None, None, None))
        draft.put("\n")
    draft.put(f"{draft.one('shipping')}\n")
    _block(draft, kinds=_PARTY["r"][:3])
    if random.random() < 0.2:
        draft.put("mail@shop.example\n")


def _block(draft: _Draft, kinds: Sequence[PartKind | None]) -> None:
    name, phone, address = kinds
    lines = draft.random.choice(("nap", "nap", "npa", "na"))
    for sign in lines:
        if sign == "n":
            draft.put(draft.name("people"), name)
        elif sign == "a":
            draft.put(draft.address().replace(", ", draft.random.choice((", ", "\n"))), address)
        else:
            draft.put(f"{draft.one('call')} " if draft.chance(0.4) else "")
            number = written_number(draft.random, COUNTRY_OF[draft.language])
            draft.put(number, phone or PartKind.OTHER_PHONE)
        draft.put("\n")
