"""Statements that are prepared once, where they stand, and run with values from then on.

A statement is written in SQLAlchemy's Core. To turn it into SQL for every call costs more time than
the database takes to answer, so it is compiled at its first use, once for each dialect. From then
on its text goes to the driver itself, with the values converted as its columns say.
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
"""What is asked. Where dialects differ, one for each by its name; where it inserts, a function of
how that is begun."""

SQLITE: Dialect = sqlite.dialect(paramstyle="qmark")
POSTGRESQL: Dialect = PGDialect_psycopg(paramstyle="format")  # type: ignore[no-untyped-call]
INSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""What starts an INSERT, by dialect."""

_FLOAT8 = 701
"""What PostgreSQL calls its numbers with a point; only a column of such asks for it."""

_Convert = Callable[[Any], Any]


def given(name: str, type_: Any = None) -> BindParameter[Any]:  # noqa: ANN401 - SQLAlchemy's own
    """Name a value that comes when the statement is run, of the type that it is compared with."""
    return bindparam(name, None, type_)


def each_given(*names: str) -> dict[str, BindParameter[Any]]:
    """Name several values that come when the statement is run, for the columns of these names."""
    return {name: given(name) for name in names}


class among(ColumnElement[Any]):  # noqa: N801 - it stands where SQLAlchemy's own `in_` would
    """Whether a column's value is one of several that come, under one name, with the run.

    However many they are, the statement stays the same: an IN is prepared again for each number.
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
    """Compare a text where several other values are looked for, too.

    As the bare column, SQLite would rather go through all that its index finds for one text: it
    takes that for less than several.
    """
    return column.concat("")


def columns_of(
    record: type[Any], *tables: FromClause, **others: ColumnElement[Any]
) -> list[ColumnElement[Any]]:
    """Return the columns that fill a dataclass: for each field the first of its name in `tables`.

    `others` are the fields that are called otherwise there, or are reckoned.
    """
    names = [field.name for field in fields(record) if field.init]
    # From the last table to the first, so that a name which several have is the first one's.
    columns = {
        name: table.c[name] for table in reversed(tables) for name in names if name in table.c
    }
    columns |= {name: column.label(name) for name, column in others.items()}
    return [columns[name] for name in names if name in columns]


def values_of(record: Any, **others: object) -> dict[str, object]:  # noqa: ANN401 - any dataclass
    """Return the values of a dataclass's fields, and `others`, by the names of their columns."""
    return {field.name: getattr(record, field.name) for field in fields(record)} | others


def upsert(table: Table, *names: str, **values: object) -> Callable[[Insert], sqlite.Insert]:
    """Write a row, in the place of what the one with its primary key has in these columns.

    The values of `names` come when the statement is run.
    """
    row = each_given(*names) | values
    keys = table.primary_key.columns.keys()
    changed = {name: value for name, value in row.items() if name not in keys}
    return lambda insert: (
        insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=changed)
    )


def as_row(*columns: Any) -> tuple[Any, ...]:  # noqa: ANN401 - whatever the columns hold
    """Leave a row as the columns that it has."""
    return columns


def as_value(column: Any) -> Any:  # noqa: ANN401 - whatever the one column holds
    """Take the one column of a row."""
    return column


class Change:
    """A statement that changes something, or is asked for one of its effects."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._prepared: dict[str, Prepared] = {}

    def prepared(self, dialect: Dialect) -> "Prepared":
        """Return it in the words of a dialect, compiled at the first time."""
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
    """A statement that answers with rows; each becomes what `into` makes of its columns.

    Where that is a dataclass its fields are the columns, in their order.
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

    `tables` are those that a question is about, and `changes` those that are changed. What is found
    is kept (`bot.base.database.answers`) where `is_kept`.
    """

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{statement} cannot be prepared")
        self.sql = str(compiled)
        self.tables = frozenset(_tables(statement))
        self.changes = frozenset(_changed(statement))
        # A SELECT can change something too, as one of a CTE that updates does.
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
        """Return the name of a value that is given, or a constant, and what converts the former."""
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
