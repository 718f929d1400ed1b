"""Moments as JSON has them: ISO 8601 in UTC, with milliseconds."""

from datetime import UTC, datetime


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
