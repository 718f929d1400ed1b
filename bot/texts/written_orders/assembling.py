"""An order from its parts: what is sure, what is only guessed, and what nobody can place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from bot.store.drafts import Blank, DraftItem, Party
from bot.texts.written_orders.amounts import read_amount
from bot.texts.written_orders.fees import Fee, read_fee
from bot.texts.written_orders.grouping import Group
from bot.texts.written_orders.items import read_item, read_items, says_price_of_one
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.spans import Span
from bot.texts.written_orders.tagger import Kind
from bot.texts.written_orders.tokens import LINE_END, Token
from bot.texts.written_orders.words_of import words_of
from bot.texts.written_orders.written_order import WrittenOrder

SURE = 0.9
"""From this certainty on a part is taken for what the tagger says; below it is a guess."""

_BLANKS = {
    Kind.SENDER_NAME: Blank.FROM_NAME,
    Kind.SENDER_PHONE: Blank.FROM_PHONE,
    Kind.SENDER_ADDRESS: Blank.FROM_ADDRESS,
    Kind.RECEIVER_NAME: Blank.TO_NAME,
    Kind.RECEIVER_PHONE: Blank.TO_PHONE,
    Kind.RECEIVER_ADDRESS: Blank.TO_ADDRESS,
}


@dataclass(frozen=True, slots=True)
class Written:
    """A text, its tokens, and all the parts that were found in it."""

    text: str
    tokens: Sequence[Token]
    spans: Sequence[Span]

    def behind(self, span: Span) -> str:
        """Return a part with what stands behind it in its line, up to the next part."""
        ends = [each.first for each in self.spans if each.first > span.last]
        stop = min(ends, default=len(self.tokens))
        last = next(
            (at for at in range(span.last + 1, stop) if self.tokens[at].text == LINE_END), stop
        )
        return self._between(span.first, last)

    def around(self, span: Span) -> str:
        """Return a part with what stands before and behind it in its line, between two others."""
        begins = [each.last + 1 for each in self.spans if each.last < span.first]
        start = max(begins, default=0)
        for at in range(span.first - 1, start - 1, -1):
            if self.tokens[at].text == LINE_END:
                start = at + 1
                break
        head = self._between(start, span.first)
        return f"{head} {self.behind(span)}".strip()

    def _between(self, first: int, stop: int) -> str:
        if first >= stop:
            return ""
        return self.text[self.tokens[first].start : self.tokens[stop - 1].end]


@dataclass(slots=True)
class _Order:
    """An order that is being put together."""

    values: dict[Kind, str] = field(default_factory=dict)
    items: list[DraftItem] = field(default_factory=list)
    fee: Fee | None = None
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    guessed: set[Blank] = field(default_factory=set)


def assembled(written: Written, groups: Sequence[Group]) -> list[WrittenOrder]:
    """Make an order of each group; a fee that is for each of them is everybody's."""
    orders = [_order(written, group) for group in groups]
    common = [order.fee for order in orders if order.fee]
    if len(orders) > 1 and len(common) == 1 and (common[0].is_for_each or orders[0].fee):
        for order in orders:
            order.fee = order.fee or common[0]
            if not common[0].is_for_each:
                order.guessed.add(Blank.FEE)
    return [_finished(order) for order in orders]


def _order(written: Written, group: Group) -> _Order:
    order = _Order()
    for kind, span in group.parties.items():
        order.values[kind] = span.phone or span.text
        if span.certainty < SURE:
            order.guessed.add(_BLANKS[kind])
    _take_others(order, group)
    for span in group.of(Kind.ITEM):
        _take_item(order, written, span)
    _take_fee(order, written, group.of(Kind.FEE))
    order.notes += dict.fromkeys(written.around(span) for span in group.of(Kind.NOTE))
    return order


def _take_others(order: _Order, group: Group) -> None:
    """Keep second names and numbers for the rider; take an only number for the receiver's."""
    phones = group.of(Kind.OTHER_PHONE)
    if phones and Kind.RECEIVER_PHONE not in order.values:
        order.values[Kind.RECEIVER_PHONE] = phones.pop(0).phone
        order.guessed.add(Blank.TO_PHONE)
    order.notes += [span.text for span in phones]
    for span in group.more:
        is_place = span.kind in {Kind.SENDER_ADDRESS, Kind.RECEIVER_ADDRESS}
        (order.left if is_place else order.notes).append(span.text)


def _take_item(order: _Order, written: Written, span: Span) -> None:
    """Take a thing, with the price that stands behind it if one does."""
    items = _items(written.behind(span), span)
    if not items:
        order.left.append(span.text)
        return
    order.items += items
    if span.certainty < SURE:
        order.guessed.add(Blank.ITEMS)


def _items(behind: str, span: Span) -> Sequence[DraftItem]:
    priced = read_items(behind)
    is_of_one = len(priced) == 1 and (priced[0].quantity == 1 or says_price_of_one(behind))
    if is_of_one and priced[0].value:
        return priced
    listed = read_items(span.text)
    if listed:
        return listed
    item = read_item(span.text)
    return [item] if item else []


def _take_fee(order: _Order, written: Written, spans: Sequence[Span]) -> None:
    """Take the amount that is called a fee; one that is not called so is at most a guess."""
    called = [(span, read_fee(written.around(span).strip(" .,;-–—"))) for span in spans]
    for span, fee in called:
        if fee is not None and order.fee is None:
            order.fee = fee
            if span.certainty < SURE:
                order.guessed.add(Blank.FEE)
        elif order.fee is not None or any(other for _, other in called) or _is_cash(written, span):
            order.notes.append(written.around(span))
        else:
            _guess_fee(order, span)


def _is_cash(written: Written, span: Span) -> bool:
    """Tell whether an amount is said to be a sum, a price or to be collected."""
    words = [word.text for word in words_of(written.around(span))]
    return any(lexicon().has(f"words.{group}", words) for group in ("cash", "sums"))


def _guess_fee(order: _Order, span: Span) -> None:
    amount = read_amount(span.text)
    if amount is None:
        order.left.append(span.text)
    else:
        order.fee = Fee(amount, is_for_each=False)
        order.guessed.add(Blank.FEE)


def _finished(order: _Order) -> WrittenOrder:
    values = order.values
    return WrittenOrder(
        sender=Party(
            name=values.get(Kind.SENDER_NAME, ""),
            phone=values.get(Kind.SENDER_PHONE, ""),
            address=values.get(Kind.SENDER_ADDRESS, ""),
        ),
        receiver=Party(
            name=values.get(Kind.RECEIVER_NAME, ""),
            phone=values.get(Kind.RECEIVER_PHONE, ""),
            address=values.get(Kind.RECEIVER_ADDRESS, ""),
        ),
        items=tuple(order.items),
        fee=_amount(order.fee),
        notes=tuple(order.notes),
        left=tuple(order.left),
        guessed=frozenset(order.guessed),
    )


def _amount(fee: Fee | None) -> Decimal | None:
    return None if fee is None else fee.amount


def with_left(order: WrittenOrder, left: Iterable[str]) -> WrittenOrder:
    """Return an order with more that nobody could place."""
    return replace(order, left=(*order.left, *left))
