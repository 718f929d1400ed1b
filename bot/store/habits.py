"""Habits: how somebody's messages with orders are laid out, and nothing of the people in them."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from bot.base.database.prepared import Change, Query, each_given, given
from bot.base.database.transaction import Transaction
from bot.store.tables.people import habits

_MOST = 8
"""Layouts that are kept of one author; the one that was used longest ago makes room."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A layout as `parsing/orders/layouts.py` writes it, in JSON."""

    uuid: str
    layout: str


_OF = Query(
    select(habits.c.uuid, habits.c.layout)
    .where(habits.c.author == given("author"))
    .order_by(habits.c.used_at.desc(), habits.c.uuid),
    Habit,
)
_ADD = Change(insert(habits).values(each_given("uuid", "author", "layout", "used_at")))
_USED = Change(update(habits).where(habits.c.uuid == given("which")).values(used_at=given("now")))
_FORGET = Change(delete(habits).where(habits.c.uuid == given("which")))


def of_author(tx: Transaction, author: int) -> list[Habit]:
    """Return the habits of who writes messages, by the number of their account, newest first."""
    return tx.all(_OF, author=author)


def keep(tx: Transaction, author: int, habit: Habit) -> None:
    """Keep a habit, unless the same is kept already."""
    habits_of_author = of_author(tx, author)
    if habit.layout in {each.layout for each in habits_of_author}:
        return
    for old in habits_of_author[_MOST - 1 :]:
        forget(tx, old.uuid)
    tx.run(_ADD, uuid=habit.uuid, author=author, layout=habit.layout, used_at=tx.now)


def used(tx: Transaction, uuid: str) -> None:
    """Note that a message was read by it."""
    tx.run(_USED, which=uuid, now=tx.now)


def forget(tx: Transaction, uuid: str) -> None:
    tx.run(_FORGET, which=uuid)
