"""A trial: what is read from pastes is held against what a careful dispatcher enters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.domain.draft import Blank, DraftItem
from bot.parsing.orders.reader import looks_like_order, read_orders
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.lost_words import lost_words
from tests.pastes.pastes import ExpectedItem, ExpectedOrder, Paste
from tests.pastes.wording import contains, matches


@dataclass(frozen=True, slots=True)
class Judgement:
    """One order: what is missing, and what was filled in that the text does not say there.

    What is wrong but marked as guessed stands before somebody's eyes as that, and is apart.
    `right` counts the values that are as they should be, `right_marked` those marked all the same.
    """

    missing: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    guessed_wrong: tuple[str, ...] = ()
    right: int = 0
    right_marked: int = 0

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.wrong or self.guessed_wrong)


@dataclass(frozen=True, slots=True)
class PasteOutcome:
    """What became of a paste. `looks` is whether it was taken for an order at all."""

    paste: Paste
    orders: tuple[Judgement, ...]
    surplus: int
    lost: tuple[str, ...]
    looks: bool

    @property
    def wrong(self) -> list[str]:
        """Everything that is worse than a question back."""
        found = [wrong for order in self.orders for wrong in order.wrong]
        if self.surplus:
            found.append(f"{self.surplus:+} orders")
        if self.looks and not self.paste.orders:
            found.append("taken for an order")
        return found

    @property
    def complete(self) -> int:
        """How many orders are as the dispatcher would enter them; none of a paste not seen."""
        return sum(order.is_complete for order in self.orders) if self.looks else 0

    @property
    def is_perfect(self) -> bool:
        return not (self.wrong or self.lost) and self.complete == len(self.paste.orders)

    def __str__(self) -> str:
        missing = [missing for order in self.orders for missing in order.missing]
        guessed = [wrong for order in self.orders for wrong in order.guessed_wrong]
        told = {
            "missing": missing,
            "guessed": guessed,
            "WRONG": self.wrong,
            "LOST": self.lost,
        }
        parts = [f"{name}: {', '.join(what)}" for name, what in told.items() if what]
        if self.paste.orders and not self.looks:
            parts.append("not taken for an order")
        return f"{self.paste.id}: {'; '.join(parts)}"


@dataclass(frozen=True, slots=True)
class Figures:
    """A country's figures: orders complete of all, values wrong silently or marked as guessed.

    `right` values stand as they should, `right_marked` of them under a mark.
    """

    complete: int
    orders: int
    wrong: int
    guessed_wrong: int
    lost: int
    right: int
    right_marked: int

    @classmethod
    def of(cls, outcomes: Sequence[PasteOutcome]) -> "Figures":
        return cls(
            sum(outcome.complete for outcome in outcomes),
            sum(len(outcome.paste.orders) for outcome in outcomes),
            sum(len(outcome.wrong) for outcome in outcomes),
            sum(len(order.guessed_wrong) for each in outcomes for order in each.orders),
            sum(len(outcome.lost) for outcome in outcomes),
            sum(order.right for each in outcomes for order in each.orders),
            sum(order.right_marked for each in outcomes for order in each.orders),
        )

    def __str__(self) -> str:
        share = self.complete / self.orders
        told = f"{self.complete} of {self.orders} complete ({share:.1%})"
        wrong = f"silently wrong {self.wrong}, marked as guessed and wrong {self.guessed_wrong}"
        marks = f"marks on {self.right_marked} of {self.right} right values"
        return f"{told}; {wrong}; lost {self.lost}; {marks}"


def read_all(pastes: Iterable[Paste]) -> list[PasteOutcome]:
    """Have the reader read every paste."""
    return [
        judge(
            paste,
            read_orders(paste.text, paste.country),
            looks=looks_like_order(paste.text, paste.country),
        )
        for paste in pastes
    ]


def judge(paste: Paste, found: Sequence[WrittenOrder], *, looks: bool) -> PasteOutcome:
    """Hold what was read against what is expected, order by order as they stand in the text.

    A text that gives no order stays with its writer, so that nothing of it is lost.
    """
    made = [order for order in found if paste.orders or is_filled(order)]
    pairs = zip(paste.orders, made, strict=False)
    lost = lost_words(paste.text, found, paste.country, paste.ornament) if found else []
    return PasteOutcome(
        paste,
        tuple(judge_order(expected, order) for expected, order in pairs),
        len(made) - len(paste.orders),
        tuple(lost),
        looks,
    )


def is_filled(order: WrittenOrder) -> bool:
    """Tell whether anything was made of a text but words that are kept as they came."""
    sides = (order.sender, order.receiver)
    said = [value for side in sides for value in (side.name, side.phone, side.address)]
    return bool([*filter(None, said)] or order.items or order.rider or order.fee is not None)


def judge_order(expected: ExpectedOrder, found: WrittenOrder) -> Judgement:
    missing, wrong, guessed = list[str](), list[str](), list[str]()
    for name, allowed in expected.texts.items():
        value = _field(found, name)
        if value in allowed or (value and _is_one_of(name, value, allowed)):
            continue
        is_guess = _BLANKS.get(name) in found.guessed
        what = missing if not value else guessed if is_guess else wrong
        what.append(f"{name} “{value or allowed[0]}”")
    plain = {"fee": (found.fee, expected.fee), "send_sms": (found.send_sms, (expected.send_sms,))}
    for name, (told, choices) in plain.items():
        if told not in choices:
            is_guess = _BLANKS.get(name) in found.guessed
            what = missing if told is None else guessed if is_guess else wrong
            what.append(f"{name} {choices[0] if told is None else told}")
    missing_items, wrong_items = min(
        (_items(listed, found.items) for listed in expected.items), key=_badness
    )
    kept = (*found.notes, *found.left)
    missing += [f"note “{note}”" for note in expected.notes if not contains(kept, note)]
    (guessed if Blank.ITEMS in found.guessed else wrong).extend(wrong_items)
    right = [
        blank
        for blank in _told(found)
        if not any(_is_about(blank, each) for each in wrong + guessed)
    ]
    marked = found.guessed.intersection(right)
    return Judgement(
        (*missing, *missing_items), tuple(wrong), tuple(guessed), len(right), len(marked)
    )


_BLANKS = {
    "sender.name": Blank.FROM_NAME,
    "sender.phone": Blank.FROM_PHONE,
    "sender.address": Blank.FROM_ADDRESS,
    "receiver.name": Blank.TO_NAME,
    "receiver.phone": Blank.TO_PHONE,
    "receiver.address": Blank.TO_ADDRESS,
    "fee": Blank.FEE,
}


def _told(order: WrittenOrder) -> list[Blank]:
    """Return the blanks that are filled in."""
    told = [blank for name, blank in _BLANKS.items() if "." in name and _field(order, name)]
    told += [Blank.FEE] if order.fee is not None else []
    return [*told, Blank.ITEMS] if order.items else told


def _is_about(blank: Blank, fault: str) -> bool:
    return _BLANKS.get(fault.split(maxsplit=1)[0], Blank.ITEMS) is blank


def _field(order: WrittenOrder, name: str) -> str:
    if name == "rider":
        return order.rider
    side, field = name.split(".")
    return str(getattr(getattr(order, side), field))


def _is_one_of(name: str, value: str, allowed: Sequence[str]) -> bool:
    if name.endswith("phone"):
        return value in allowed
    return any(matches(pattern, value) for pattern in allowed if pattern)


Faults = tuple[list[str], list[str]]


def _badness(faults: Faults) -> tuple[int, int]:
    missing, wrong = faults
    return len(wrong), len(missing)


def _items(expected: Sequence[ExpectedItem], found: Sequence[DraftItem]) -> Faults:
    missing, wrong = [], []
    open_items = list(expected)
    for item in found:
        fitting = next((each for each in open_items if _is_item(each, item)), None)
        if fitting is None:
            wrong.append(f"item {item.quantity}x “{item.description}” at {item.value}")
            continue
        open_items.remove(fitting)
        if item.value != fitting.value:
            missing.append(f"value of “{item.description}”")
    missing += [f"item {each.quantity}x “{each.description}”" for each in open_items]
    return missing, wrong


def _is_item(expected: ExpectedItem, found: DraftItem) -> bool:
    """Tell whether it is this item, its value perhaps left open."""
    is_named = matches(expected.description, found.description)
    return is_named and expected.quantity == found.quantity and found.value in {expected.value, 0}
