"""Statements that are compiled once, where they are defined, and then run with values.

A statement is written in SQLAlchemy's Core. Compiling it to SQL for every call would cost more time
than the database takes to answer, so it is compiled at its first use, once for each dialect. From
then on its text goes straight to the driver, with the values converted as its columns say.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Dialect,
    FromClause,
    SelectBase,
    Table,
    TableClause,
    TextClause,
    UpdateBase,
    bindparam,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.visitors import iterate

from bot.base.database.answers import RESTLESS
from bot.base.database.sql_types import Several

R = TypeVar("R")

Insert = Callable[[Table], sqlite.Insert]
"""Starts an INSERT that knows `on_conflict_do_…`, which both dialects spell alike."""

Statement = ClauseElement | Mapping[str, ClauseElement] | Callable[[Insert], ClauseElement]
"""A statement: one for each dialect by its name where they differ, or a function of the start of an
INSERT."""

SQLITE: Dialect = sqlite.dialect(paramstyle="qmark")
POSTGRESQL: Dialect = PGDialect_psycopg(paramstyle="format")  # type: ignore[no-untyped-call]
INSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""The function that starts an INSERT, by dialect."""

_FLOAT8 = 701
"""PostgreSQL's type for numbers with a point; only a column of such numbers asks for it."""

_Convert = Callable[[Any], Any]


def given(name: str, type_: Any = None) -> BindParameter[Any]:  # noqa: ANN401 - SQLAlchemy's own
    """Name a parameter of the statement; its type is that of what it is compared with."""
    return bindparam(name, None, type_)


def each_given(*names: str) -> dict[str, BindParameter[Any]]:
    """Name a parameter for each of the columns of these names."""
    return {name: given(name) for name in names}


class among(ColumnElement[Any]):  # noqa: N801 - it stands where SQLAlchemy's own `in_` would
    """Whether a column's value is one of several, which are one parameter of the statement.

    The statement stays the same for any number of values; an IN is prepared again for each number.
    """

    inherit_cache = False

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        self.column = column
        self.values = bindparam(name, None, Several(column.type))


@compiles(among, "sqlite")
def _among_sqlite(element: among, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    column = compiler.process(element.column, **options)
    values = compiler.process(element.values, **options)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608 - both are SQL


@compiles(among, "postgresql")
def _among_postgresql(element: among, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    column = compiler.process(element.column, **options)
    return f"{column} = ANY ({compiler.process(element.values, **options)})"


def without_index(column: ColumnElement[str]) -> ColumnElement[str]:
    """Return a text column such that SQLite does not use its index for a comparison.

    With the bare column, SQLite would go through all rows that this index finds for one text,
    instead of using the index for several values: it takes the former for fewer rows.
    """
    return column.concat("")


def columns_of(
    record: type[Any], *tables: FromClause, **others: ColumnElement[Any]
) -> list[ColumnElement[Any]]:
    """Return the columns that fill a dataclass: for each field the first of its name in `tables`.

    `others` are the fields that have another name there, or are computed.
    """
    names = [field.name for field in fields(record) if field.init]
    # From the last table to the first, so that a shared name means the column of the first table.
    columns = {
        name: table.c[name] for table in reversed(tables) for name in names if name in table.c
    }
    columns |= {name: column.label(name) for name, column in others.items()}
    return [columns[name] for name in names if name in columns]


def values_of(record: Any, **others: object) -> dict[str, object]:  # noqa: ANN401 - any dataclass
    """Return the values of a dataclass's fields, and `others`, by the names of their columns."""
    return {field.name: getattr(record, field.name) for field in fields(record)} | others


def upsert(table: Table, *names: str, **values: object) -> Callable[[Insert], sqlite.Insert]:
    """Write a row, or overwrite these columns in the row with the same primary key.

    The values of `names` are parameters of the statement.
    """
    row = each_given(*names) | values
    keys = table.primary_key.columns.keys()
    changed = {name: value for name, value in row.items() if name not in keys}
    return lambda insert: (
        insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=changed)
    )


def as_row(*columns: Any) -> tuple[Any, ...]:  # noqa: ANN401 - whatever the columns hold
    """Return a row as a tuple of its columns."""
    return columns


def as_value(column: Any) -> Any:  # noqa: ANN401 - whatever the one column holds
    """Return the one column of a row."""
    return column


class Change:
    """A statement that changes something, or is run for another effect."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._prepared: dict[str, Prepared] = {}

    def prepared(self, dialect: Dialect) -> "Prepared":
        """Return the statement in a dialect; it is compiled at the first call."""
        prepared = self._prepared.get(dialect.name)
        if prepared is None:
            prepared = self._prepared[dialect.name] = self._prepare(dialect)
        return prepared

    def _prepare(self, dialect: Dialect) -> "Prepared":
        statement = self._statement
        if isinstance(statement, Mapping):
            statement = statement[dialect.name]
        elif not isinstance(statement, ClauseElement):
            statement = statement(INSERTS[dialect.name])
        return Prepared(statement, dialect)


class Query(Change, Generic[R]):
    """A statement that returns rows; `into` makes a result of the columns of each.

    If `into` is a dataclass, its fields are the columns, in their order.
    """

    def __init__(self, statement: Statement, into: Callable[..., R]) -> None:
        super().__init__(statement)
        self.into = into

    def _prepare(self, dialect: Dialect) -> "Prepared":
        prepared = super()._prepare(dialect)
        if is_dataclass(self.into):
            names = tuple(field.name for field in fields(self.into) if field.init)
            if names[: len(prepared.columns)] != prepared.columns:
                raise TypeError(f"{prepared.columns} do not fill {self.into}: {names}")
        return prepared


_NAMED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)", re.IGNORECASE)
_TO_CHANGE = re.compile(r"\b(?:INTO|UPDATE|DELETE\s+FROM)\s+(\w+)", re.IGNORECASE)


def _tables(statement: ClauseElement) -> Iterator[str]:
    """Name the tables of a statement."""
    for each in iterate(statement):
        if isinstance(each, TableClause):
            yield each.name
        elif isinstance(each, TextClause):
            yield from _NAMED.findall(each.text)


def _changed(statement: ClauseElement) -> Iterator[str]:
    """Name the tables that a statement changes."""
    for each in iterate(statement):
        if isinstance(each, UpdateBase):
            yield from _tables(each.table)
        elif isinstance(each, TextClause):
            yield from _TO_CHANGE.findall(each.text)


class Prepared:
    """A statement's text in one dialect, and how values are converted on their way in and out.

    `tables` are the tables that it reads, and `changes` those that it changes. Its rows are kept in
    memory (`bot.base.database.answers`) if `is_kept`.
    """

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{statement} cannot be prepared")
        self.sql = str(compiled)
        self.tables = frozenset(_tables(statement))
        self.changes = frozenset(_changed(statement))
        # A SELECT can change something too, for example one with a CTE that updates.
        is_question = isinstance(statement, SelectBase) and not self.changes
        is_restless = any(
            isinstance(part, Table) and RESTLESS.items() <= part.info.items()
            for part in iterate(statement)
        )
        self.is_kept = is_question and not is_restless
        self._values = tuple(
            self._value(compiled, name, dialect) for name in compiled.positiontup or ()
        )
        columns = getattr(statement, "exported_columns", ())
        self.columns: tuple[str, ...] = tuple(column.name for column in columns)
        converts = [
            column.type.dialect_impl(dialect).result_processor(dialect, _FLOAT8)
            for column in columns
        ]
        self._converted = [(place, each) for place, each in enumerate(converts) if each]

    @staticmethod
    def _value(
        compiled: SQLCompiler, name: str, dialect: Dialect
    ) -> tuple[str | None, object, _Convert | None]:
        """Return a parameter's name or a constant's value, and the parameter's converter."""
        bind = compiled.binds.get(name)
        if bind is None:  # one of several that stand in an IN
            return None, compiled.params[name], None
        convert = bind.type.dialect_impl(dialect).bind_processor(dialect)
        # SQLAlchemy numbers the names of constants; what is `given` keeps its own.
        if not bind.unique:
            return name, None, convert
        constant = bind.effective_value
        return None, constant if convert is None else convert(constant), None

    def arguments(self, values: Mapping[str, object]) -> tuple[object, ...]:
        """Put values in the order in which the statement wants them."""
        return tuple(
            constant
            if name is None
            else (values[name] if convert is None else convert(values[name]))
            for name, constant, convert in self._values
        )

    def row(self, raw: Sequence[Any]) -> Sequence[Any]:
        """Convert a row that the driver gives."""
        if not self._converted:
            return raw
        row = list(raw)
        for place, convert in self._converted:
            row[place] = convert(row[place])
        return row
