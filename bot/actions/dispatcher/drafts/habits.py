"""What is learnt from drafts that somebody has put right: how their author lays messages out."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

from bot.base.database.transaction import Transaction
from bot.domain.draft import Party
from bot.parsing.orders.amounts import Amount
from bot.parsing.orders.habits import learnt
from bot.parsing.orders.layouts import Layout
from bot.parsing.orders.reader import read_as
from bot.parsing.orders.written_order import WrittenOrder
from bot.store import habits
from bot.store.drafts import OpenDraft
from bot.store.habits import Habit

_NAME = 8
"""Bytes of a name, which a button carries."""

Learnt = tuple[int, Layout]
"""Who lays messages out so, by the number of their account."""


def layouts_learnt(opened: OpenDraft) -> list[Learnt]:
    """Learn from every text of which a draft is not any more what was read."""
    layouts: list[Learnt] = []
    for source in opened.sources:
        drafts = [draft for draft in opened.drafts if draft.source == source.name]
        # A text that was read right teaches nothing.
        if all(draft.contents == draft.as_read for draft in drafts):
            continue
        orders = []
        for draft in drafts:
            receiver = draft.receivers[0]
            party = Party(name=receiver.name, phone=receiver.phone, address=receiver.address)
            fee = None if draft.fee is None else Amount(draft.fee)
            orders.append(WrittenOrder(draft.sender, party, receiver.items or (), fee))
        layout = learnt(source.text, orders, source.country)
        if layout is not None:
            layouts.append((source.author, layout))
    return layouts


def keep_habit(tx: Transaction, author: int, layout: Layout) -> str:
    """Keep how somebody lays messages out; return its name."""
    habit = Habit(secrets.token_hex(_NAME), layout.model_dump_json())
    habits.keep(tx, author, habit)
    return habit.uuid


def read_by_habit(known: Iterable[Habit], text: str, country: str) -> tuple[WrittenOrder, ...]:
    """Read a text by the first habit that it fits; nothing where it fits none."""
    for habit in known:
        orders = read_as(Layout.model_validate_json(habit.layout), text, country)
        if orders:
            return tuple(replace(order, habit=habit.uuid) for order in orders)
    return ()
