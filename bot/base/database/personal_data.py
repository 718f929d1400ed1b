"""Which personal data a column holds, declared with the column: forgetting follows from it.

Every column carries one of these decisions as its `info`, and every table with data of people says
when its rows end; `undecided` finds the columns and tables that do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any

from sqlalchemy import Column, MetaData, Table

_COLUMN = "personal"
_TABLE = "ends"


class Then(Enum):
    """What happens to a row when the person whose account number it holds is forgotten."""

    DELETE = "the row is deleted"
    NOBODY = "another number is put in place of theirs, which is nobody's"
    CLEAR = "the number is taken out"


@dataclass(frozen=True, slots=True)
class Whose:
    """The column is the number of somebody's Telegram account, in the form `written`.

    A row in which the column `unless` is filled is kept, and its personal columns are cleared. If
    only the number is taken out, `cleared` takes its place.
    """

    then: Then
    written: str | None = None
    unless: str | None = None
    cleared: object = None

    def value(self, user_id: int) -> int | str:
        """Return what stands in the column for a person."""
        return user_id if self.written is None else self.written.format(user_id)


@dataclass(frozen=True, slots=True)
class Theirs:
    """The column tells of the person whose row it is; if the row stays, `cleared` replaces it."""

    cleared: object = None


@dataclass(frozen=True, slots=True)
class Kept:
    """The column may tell of a person, and stays when the person is forgotten."""

    reason: str


@dataclass(frozen=True, slots=True)
class Impersonal:
    """The column tells of nobody."""


@dataclass(frozen=True, slots=True)
class OfDelivery:
    """The column is the uuid of a delivery, and the row goes when the delivery's data goes.

    A row that `stays` no longer says whose delivery it was.
    """

    stays: bool = False


Decision = Whose | Theirs | Kept | Impersonal | OfDelivery


class Term(Enum):
    """A time for which rows are kept that is in the settings."""

    RETENTION = "as what is personal after its delivery has ended"
    UNENDED = "as what is personal of a delivery that does not end"


@dataclass(frozen=True, slots=True)
class Lasts:
    """Rows of the table are deleted a certain time after the time in a column."""

    after: str
    by: timedelta | Term = timedelta()


@dataclass(frozen=True, slots=True)
class Stays:
    """Rows of the table are deleted by an event, not after a time."""

    until: str


Ending = Lasts | Stays


def about(decision: Decision) -> dict[str, Any]:
    """Make the `info` of a column."""
    return {_COLUMN: decision}


IMPERSONAL = about(Impersonal())


def lasts(after: str, by: timedelta | Term = timedelta()) -> dict[str, Any]:
    """Make the `info` of a table whose rows are kept for a time."""
    return {_TABLE: Lasts(after, by)}


def stays(until: str) -> dict[str, Any]:
    """Make the `info` of a table whose rows end by an event, which `until` names."""
    return {_TABLE: Stays(until)}


def decision_of(column: Column[Any]) -> Decision | None:
    """Return the decision for a column, if there is one."""
    return column.info.get(_COLUMN)


def lasting_of(table: Table) -> Lasts | None:
    """Return how long the rows of a table are kept, if a time limits it."""
    ending: Ending | None = table.info.get(_TABLE)
    return ending if isinstance(ending, Lasts) else None


def delivery_of(table: Table) -> Column[Any] | None:
    """Return the column that names the delivery with which a row of the table goes, if any."""
    columns = (each for each in table.columns if isinstance(decision_of(each), OfDelivery))
    return next(columns, None)


def undecided(metadata: MetaData) -> Iterator[str]:
    """Return a sentence for each column and table with no decision on how it is forgotten."""
    for table in metadata.sorted_tables:
        has_person = any(isinstance(decision_of(each), Whose) for each in table.columns)
        for column in table.columns:
            lack = _lack_of(column, has_person=has_person)
            if lack is not None:
                yield f"{column}: {lack}"
        lasting = lasting_of(table)
        if lasting is not None and lasting.after not in table.columns:
            yield f"{table}: lasts until a time that it does not hold"
        is_personal = any(
            isinstance(decision_of(each), Whose | Theirs | Kept) for each in table.columns
        )
        if is_personal and _TABLE not in table.info and delivery_of(table) is None:
            yield f"{table}: holds something of people, and nothing says when that ends"


def _lack_of(column: Column[Any], *, has_person: bool) -> str | None:
    decision = decision_of(column)
    if decision is None:
        return "says nothing of whether it is about a person"
    if isinstance(decision, Theirs) and not has_person:
        return "is a person's, but no column of the table says whose"
    if isinstance(decision, Kept) and not decision.reason:
        return "is kept without a reason"
    if isinstance(decision, Whose) and decision.unless not in {None, *column.table.columns.keys()}:
        return "is kept for the sake of a column that is not there"
    return None
