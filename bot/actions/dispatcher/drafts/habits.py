"""The habits of authors: layouts of their messages, learnt from drafts that were corrected."""

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
"""The bytes of a habit's random name, which buttons carry."""

Learnt = tuple[int, Layout]
"""The user id of an author, and the layout of their messages."""


def layouts_learnt(opened: OpenDraft) -> list[Learnt]:
    """Learn layouts from every text of which at least one draft was corrected."""
    layouts: list[Learnt] = []
    for source in opened.sources:
        drafts = [draft for draft in opened.drafts if draft.source == source.name]
        # A text that was read correctly teaches nothing.
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
    """Keep a layout of an author; return the habit's name."""
    habit = Habit(secrets.token_hex(_NAME), layout.model_dump_json())
    habits.keep(tx, author, habit)
    return habit.uuid


def read_by_habit(known: Iterable[Habit], text: str, country: str) -> tuple[WrittenOrder, ...]:
    """Read a text by the first habit that it fits; return () if it fits none."""
    for habit in known:
        orders = read_as(Layout.model_validate_json(habit.layout), text, country)
        if orders:
            return tuple(replace(order, habit=habit.uuid) for order in orders)
    return ()
