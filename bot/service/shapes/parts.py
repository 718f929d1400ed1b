"""The small parts that every shape is made of."""

from datetime import UTC, datetime

Shape = dict[str, object]
"""One JSON object of an answer."""


def timestamp(moment: datetime) -> str:
    """Write a moment as ISO 8601 UTC with microseconds (contract: Resources)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def timestamp_or_none(moment: datetime | None) -> str | None:
    """Write a moment that may not have come yet."""
    return None if moment is None else timestamp(moment)


def decimal(amount: int) -> str:
    """Write an amount as a decimal with two places."""
    return f"{amount}.00"


def money(amount: int, currency: str) -> str:
    """Write an amount as assign and rider answers do, such as `NGN 1,500.00`."""
    return f"{currency} {amount:,}.00"
