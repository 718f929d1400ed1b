"""Forgetting a person: carries out what each column of all tables declares for that case."""

import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, delete, select, update

from bot.base.database.personal_data import Theirs, Then, Whose, decision_of
from bot.base.database.prepared import Change, Query, as_row, given
from bot.base.database.transaction import Transaction
from bot.store.tables import metadata


class Renumbering:
    """Puts a number of no account into a column, a different one in each row.

    So nobody can tell that two rows were the same person's.
    """

    def __init__(self, column: Column[Any], which: ColumnElement[bool]) -> None:
        keys = list(column.table.primary_key)
        this = and_(*(key == given(f"present_{key.name}") for key in keys))
        self._names = [f"present_{key.name}" for key in keys]
        self._rows = Query(select(*keys).where(which), as_row)
        self._renumber = Change(
            update(column.table).where(this).values({column.name: given("nobody")})
        )

    def carry_out(self, tx: Transaction, **which: object) -> None:
        for row in tx.all(self._rows, **which):
            present = dict(zip(self._names, row, strict=True))
            # No account has this number: those of people are positive.
            nobody = -1 - secrets.randbits(62)
            tx.run(self._renumber, nobody=nobody, **present)


class _Forgetting:
    """The changes to a table for one column that holds the number of somebody's account."""

    def __init__(self, column: Column[Any], whose: Whose) -> None:
        self._whose = whose
        theirs = column == given("whose")
        self._renumbering = Renumbering(column, theirs) if whose.then is Then.NOBODY else None
        self._changes = tuple(map(Change, _changes(column, whose, theirs)))

    def carry_out(self, tx: Transaction, user_id: int) -> None:
        whose = self._whose.value(user_id)
        if self._renumbering is not None:
            self._renumbering.carry_out(tx, whose=whose)
        for change in self._changes:
            tx.run(change, whose=whose)


def _changes(column: Column[Any], whose: Whose, theirs: ColumnElement[bool]) -> Iterator[Any]:
    table = column.table
    if whose.then is Then.CLEAR:
        yield update(table).where(theirs).values({column.name: whose.cleared})
    elif whose.then is Then.DELETE and whose.unless is None:
        yield delete(table).where(theirs)
    elif whose.unless is not None:
        yield delete(table).where(theirs, table.columns[whose.unless].is_(None))
        decisions = {each.name: decision_of(each) for each in table.columns}
        cleared = {
            name: each.cleared for name, each in decisions.items() if isinstance(each, Theirs)
        }
        yield update(table).where(theirs).values(cleared)


def _all_forgetting() -> Iterator[_Forgetting]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            decision = decision_of(column)
            if isinstance(decision, Whose):
                yield _Forgetting(column, decision)


_FORGETTING = tuple(_all_forgetting())


def forget(tx: Transaction, user_id: int) -> None:
    """Erase a person, as each column with the number of their account declares."""
    for each in _FORGETTING:
        each.carry_out(tx, user_id)
