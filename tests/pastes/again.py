"""The second message of a shop, read by what was learnt from its first one."""

import re
import tomllib
from pathlib import Path

from bot.domain.draft import DraftItem, Party
from bot.parsing.orders.amounts import Amount
from bot.parsing.orders.habits import learnt
from bot.parsing.orders.layouts import Layout
from bot.parsing.orders.reader import read_as, read_orders
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.pastes import PARTY_FIELDS, ExpectedOrder, Paste, pastes_of
from tests.pastes.trial import PasteOutcome, judge

_FOLDER = Path(__file__).parent
AGAIN = _FOLDER / "again.toml"
_BRACKETS = re.compile(r"[\[\]]")


def second_messages(first_file: str) -> list[tuple[Paste, Paste]]:
    """Return the first and the second message of each shop of which a file holds the first."""
    firsts = {paste.id: paste for paste in pastes_of(_FOLDER / first_file)}
    told = tomllib.loads(AGAIN.read_text(encoding="utf-8"))["paste"]
    likes = {each["id"]: each["like"] for each in told}
    return [
        (firsts[likes[paste.id]], paste) for paste in pastes_of(AGAIN) if likes[paste.id] in firsts
    ]


def layout_of(paste: Paste) -> Layout | None:
    """Learn from a message as it is after somebody has put it right."""
    return learnt(paste.text, [_put_right(order) for order in paste.orders], paste.country)


def _put_right(order: ExpectedOrder) -> WrittenOrder:
    texts = {name: _BRACKETS.sub("", order.texts[name][0]) for name in PARTY_FIELDS}
    sender, receiver = (
        Party(**{name.split(".")[1]: text for name, text in texts.items() if name.startswith(side)})
        for side in ("sender", "receiver")
    )
    items = [
        DraftItem(
            description=_BRACKETS.sub("", item.description),
            quantity=item.quantity,
            value=item.value,
        )
        for item in order.items[0]
    ]
    fee = None if order.fee[0] is None else Amount(order.fee[0])
    return WrittenOrder(sender, receiver, tuple(items), fee)


def read_again(first: Paste, second: Paste) -> PasteOutcome:
    """Have the second message read by the habit, or afresh where it does not fit."""
    layout = layout_of(first)
    found = read_as(layout, second.text, second.country) if layout else ()
    return judge(second, found or read_orders(second.text, second.country), looks=True)
