"""Column types that both databases answer alike."""

from datetime import UTC, datetime

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, TypeDecorator

# SQLite numbers rows by itself only in a column that is exactly INTEGER.
Serial = BigInteger().with_variant(Integer, "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time in UTC. SQLite keeps it without a zone; PostgreSQL with one if told so."""

    impl = DateTime
    cache_ok = True

    def __init__(self, *, timezone: bool = False) -> None:
        super().__init__(timezone=timezone)
        self.timezone = timezone

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
