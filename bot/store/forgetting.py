"""Forgetting: what the columns of all tables say of themselves, carried out."""

import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table, and_, delete, select, update

from bot.base.database import Transaction
from bot.base.personal import Theirs, Then, Whose, decision_of, lasting_of
from bot.store.tables import metadata


def _whose() -> Iterator[tuple[Column[Any], Whose]]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            decision = decision_of(column)
            if isinstance(decision, Whose):
                yield column, decision


_NUMBERS = tuple(_whose())
_LASTING = [(table, it) for table in metadata.sorted_tables if (it := lasting_of(table))]


async def forget(tx: Transaction, user_id: int) -> None:
    """Erase a person, as the columns that hold the number of their account say."""
    for column, decision in _NUMBERS:
        if decision.then is Then.DELETE:
            await _delete(tx, column, decision, user_id)
        else:
            await _make_nobodys(tx, column, user_id)


async def forget_expired(tx: Transaction) -> None:
    """Delete what has been kept for as long as its table says."""
    for table, lasting in _LASTING:
        until = table.columns[lasting.after]
        await tx.connection.execute(delete(table).where(until <= tx.now - lasting.by))


async def _delete(tx: Transaction, column: Column[Any], whose: Whose, user_id: int) -> None:
    table = column.table
    theirs = column == whose.value(user_id)
    if whose.unless is None:
        await tx.connection.execute(delete(table).where(theirs))
        return
    reason = table.columns[whose.unless]
    await tx.connection.execute(delete(table).where(theirs, reason.is_(None)))
    await tx.connection.execute(update(table).where(theirs).values(_cleared(table)))


def _cleared(table: Table) -> dict[str, object]:
    decisions = {column.name: decision_of(column) for column in table.columns}
    return {name: each.cleared for name, each in decisions.items() if isinstance(each, Theirs)}


async def _make_nobodys(tx: Transaction, column: Column[Any], user_id: int) -> None:
    """Put another number into each row, so that no two can be told to be the same person's."""
    keys = list(column.table.primary_key)
    rows = await tx.connection.execute(select(*keys).where(column == user_id))
    for row in rows.all():
        this = and_(*(key == value for key, value in zip(keys, row, strict=True)))
        nobody = {column.name: _nobody()}
        await tx.connection.execute(update(column.table).where(this).values(nobody))


def _nobody() -> int:
    """Return the number of an account that cannot be: those of people are positive."""
    return -1 - secrets.randbits(62)
