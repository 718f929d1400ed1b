"""Forgetting: what the columns of all tables say of themselves, carried out."""

import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table, and_, delete, select, update

from bot.base.personal import Theirs, Then, Whose, decision_of, lasting_of
from bot.base.statements import Change, Query, as_row, given
from bot.base.transaction import Transaction
from bot.store.tables import metadata


def _whose() -> Iterator[tuple[Column[Any], Whose]]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            decision = decision_of(column)
            if isinstance(decision, Whose):
                yield column, decision


_NUMBERS = tuple(_whose())
_EXPIRED = [
    (Change(delete(table).where(table.columns[lasting.after] <= given("before"))), lasting.by)
    for table in metadata.sorted_tables
    if (lasting := lasting_of(table))
]


def forget(tx: Transaction, user_id: int) -> None:
    """Erase a person, as the columns that hold the number of their account say."""
    for column, decision in _NUMBERS:
        if decision.then is Then.DELETE:
            _delete(tx, column, decision, user_id)
        else:
            _make_nobodys(tx, column, user_id)


def forget_expired(tx: Transaction) -> None:
    """Delete what has been kept for as long as its table says."""
    for expired, by in _EXPIRED:
        tx.run(expired, before=tx.now - by)


def _delete(tx: Transaction, column: Column[Any], whose: Whose, user_id: int) -> None:
    table = column.table
    theirs = column == whose.value(user_id)
    if whose.unless is None:
        tx.run(Change(delete(table).where(theirs)))
        return
    reason = table.columns[whose.unless]
    tx.run(Change(delete(table).where(theirs, reason.is_(None))))
    tx.run(Change(update(table).where(theirs).values(_cleared(table))))


def _cleared(table: Table) -> dict[str, object]:
    decisions = {column.name: decision_of(column) for column in table.columns}
    return {name: each.cleared for name, each in decisions.items() if isinstance(each, Theirs)}


def _make_nobodys(tx: Transaction, column: Column[Any], user_id: int) -> None:
    """Put another number into each row, so that no two can be told to be the same person's."""
    keys = list(column.table.primary_key)
    this = and_(*(key == given(f"present_{key.name}") for key in keys))
    renumber = Change(update(column.table).where(this).values({column.name: given("nobody")}))
    for row in tx.all(Query(select(*keys).where(column == user_id), as_row)):
        present = {f"present_{key.name}": value for key, value in zip(keys, row, strict=True)}
        tx.run(renumber, nobody=_nobody(), **present)


def _nobody() -> int:
    """Return the number of an account that cannot be: those of people are positive."""
    return -1 - secrets.randbits(62)
