"""A row in every table for a person, whatever tables there are: their columns say what to put."""

from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, Column, LargeBinary, String, Table

from bot.base.database.personal_data import Impersonal, Kept, OfDelivery, Whose, decision_of
from bot.base.database.prepared import Change
from bot.base.database.sql_types import UtcDateTime
from bot.base.database.transaction import Transaction
from bot.store.tables import metadata
from tests.support.sql import all_rows


def told_of(user_id: int) -> str:
    """Put together what would tell who somebody is, with name and phone number."""
    return f"{user_id} Ada-{user_id} +234{user_id}"


def fill(tx: Transaction, user_id: int, *, barred: bool = False) -> None:
    """Put what tells of a person wherever it may stand."""
    for table in metadata.sorted_tables:
        row = {column.name: _value(column, user_id, tx.now) for column in table.columns}
        if not barred:
            row |= dict.fromkeys(_reasons_to_keep(table))
        tx.run(Change(table.insert().values(row)))


def _reasons_to_keep(table: Table) -> set[str]:
    decisions = map(decision_of, table.columns)
    return {each.unless for each in decisions if isinstance(each, Whose) and each.unless}


def _value(column: Column[Any], user_id: int, now: datetime) -> object:
    decision = decision_of(column)
    number = user_id % 1000
    if isinstance(decision, Whose):
        return decision.value(user_id)
    if isinstance(column.type, UtcDateTime):
        return now
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, LargeBinary):
        return told_of(user_id).encode()
    if isinstance(column.type, String):
        return str(number) if isinstance(decision, Impersonal | OfDelivery) else told_of(user_id)
    return user_id if isinstance(decision, Kept) and column.name == "user_id" else number


def traces(tx: Transaction, user_id: int) -> set[str]:
    """Name the columns in which anything tells of a person, alone or as a part of something."""
    return {
        f"{table.name}.{name}"
        for table in metadata.sorted_tables
        for row in all_rows(tx, table.select())
        for name, cell in row._asdict().items()
        if str(user_id) in str(cell)
    }
