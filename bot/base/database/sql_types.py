"""Column types that both databases answer alike."""

import json
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, Interval, String, TypeDecorator
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import TypeEngine

# SQLite numbers rows by itself only in a column that is exactly INTEGER.
Serial = BigInteger().with_variant(Integer, "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time in UTC. SQLite keeps it without a zone; PostgreSQL with one if told so."""

    impl = DateTime
    cache_ok = True

    def __init__(self, *, timezone: bool = False) -> None:
        super().__init__(timezone=timezone)
        self.timezone = timezone

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        return _stored if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        return _read if dialect.name == "sqlite" else super().result_processor(dialect, coltype)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment = value.astimezone(UTC)
        keeps_zone = self.timezone and dialect.name != "sqlite"
        return moment if keeps_zone else moment.replace(tzinfo=None)

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _stored(moment: datetime | None) -> str | None:
    """Write a time as SQLAlchemy does for SQLite, in one step instead of three."""
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _read(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored).replace(tzinfo=UTC)


class Several(TypeDecorator[Collection[object]]):
    """Several values as one: an array, or on SQLite, which has none, JSON."""

    impl = String
    cache_ok = True

    def __init__(self, each: TypeEngine[Any]) -> None:
        super().__init__()
        # If a value were cut to the length of its column, it could match a row wrongly.
        self.each = String() if isinstance(each, String) else each

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return String() if dialect.name == "sqlite" else postgresql.ARRAY(self.each)

    def process_bind_param(self, value: Collection[object] | None, dialect: Dialect) -> object:
        several = list(value or ())
        return json.dumps(several) if dialect.name == "sqlite" else several


class Difference(TypeDecorator[timedelta]):
    """A difference of times: an interval, or on SQLite a modifier of its time functions."""

    impl = Interval
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return String() if dialect.name == "sqlite" else postgresql.INTERVAL()

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> Any:  # noqa: ANN401
        if value is None or dialect.name != "sqlite":
            return value
        return f"{value.total_seconds():+.6f} seconds"
