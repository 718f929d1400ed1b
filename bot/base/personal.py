"""What a column holds of a person, said where the column is made: forgetting follows from it.

Every column carries one of these as its `info`; `undecided` finds those that do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any

from sqlalchemy import Column, MetaData, Table

_COLUMN = "personal"
_TABLE = "lasts"


class Then(Enum):
    """What happens to a row when the person whose number stands in it is forgotten."""

    DELETE = "the row is deleted"
    NOBODY = "another number is put in place of theirs, which is nobody's"


@dataclass(frozen=True, slots=True)
class Whose:
    """The column is the number of somebody's Telegram account, as `written` says.

    A row in which the column `unless` is filled is kept; what it says of them is cleared.
    """

    then: Then
    written: str | None = None
    unless: str | None = None

    def value(self, user_id: int) -> int | str:
        """Return what stands in the column for a person."""
        return user_id if self.written is None else self.written.format(user_id)


@dataclass(frozen=True, slots=True)
class Theirs:
    """The column tells of the person whose row it is; where that stays, `cleared` is left."""

    cleared: object = None


@dataclass(frozen=True, slots=True)
class Kept:
    """The column may tell of a person, and is not touched when they are forgotten."""

    reason: str


@dataclass(frozen=True, slots=True)
class Impersonal:
    """The column tells of nobody."""


Decision = Whose | Theirs | Kept | Impersonal


@dataclass(frozen=True, slots=True)
class Lasts:
    """Rows of the table are deleted so long after the time in a column."""

    after: str
    by: timedelta = timedelta()


def about(decision: Decision) -> dict[str, Any]:
    """Make the `info` of a column."""
    return {_COLUMN: decision}


IMPERSONAL = about(Impersonal())


def lasts(after: str, by: timedelta = timedelta()) -> dict[str, Any]:
    """Make the `info` of a table whose rows are not kept for ever."""
    return {_TABLE: Lasts(after, by)}


def decision_of(column: Column[Any]) -> Decision | None:
    """Return what was decided for a column, if that was done."""
    return column.info.get(_COLUMN)


def lasting_of(table: Table) -> Lasts | None:
    """Return how long the rows of a table are kept, where that is not for ever."""
    return table.info.get(_TABLE)


def undecided(metadata: MetaData) -> Iterator[str]:
    """Tell of every column of which nobody could say how it is forgotten."""
    for table in metadata.sorted_tables:
        decisions = {column: decision_of(column) for column in table.columns}
        has_person = any(isinstance(decision, Whose) for decision in decisions.values())
        for column, decision in decisions.items():
            if decision is None:
                yield f"{column}: says nothing of whether it is about a person"
            elif isinstance(decision, Theirs) and not has_person:
                yield f"{column}: is a person's, but no column of the table says whose"
            elif isinstance(decision, Kept) and not decision.reason:
                yield f"{column}: is kept without a reason"
            elif isinstance(decision, Whose) and decision.unless not in {
                None,
                *table.columns.keys(),
            }:
                yield f"{column}: is kept for the sake of a column that is not there"
        lasting = lasting_of(table)
        if lasting is not None and lasting.after not in table.columns:
            yield f"{table}: lasts until a time that it does not hold"
