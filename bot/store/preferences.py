"""Preferences: texts that the bot remembers for the whole business, one for each name."""

from enum import StrEnum

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_value, given, upsert
from bot.base.database.transaction import Transaction
from bot.store.tables.program import preferences


class Preference(StrEnum):
    """The names of the texts."""

    SENDERS = "senders"
    """The senders of deliveries created here, and their fees, newest first, as JSON."""

    CODE_LENGTHS = "code_lengths"
    """The lengths of the fleet service's codes, as numbers with commas."""

    RECONCILED_AT = "reconciled_at"
    """The time of the last comparison of deliveries with the fleet service, in ISO 8601."""

    FLEET_COUNTS = "fleet_counts"
    """The fleet service's count of deliveries by state, and its time, as JSON."""

    OTHER_POLLER = "other_poller"
    """The time since when another program takes this bot's messages; empty if none does."""

    NOT_UNDERSTOOD = "not_understood"
    """The number of messages that were not understood, by day and kind, as JSON."""

    MISSED_NEWS = "missed_news"
    """The findings of a look that dispatchers read in one message, as JSON."""

    LIFE = "life"
    """The number of times that this database was seen alive, and the last time, as JSON."""

    COPY_FROM = "copy_from"
    """The number of the first question that was asked after an old copy was put back."""

    TAKEN_OUT = "taken_out"
    """The end of the other run whose copy was put back and emptied of waiting jobs, in ISO 8601."""

    UNKNOWN_AFTER = "unknown_after"
    """The latest messages that were known before others were found, as JSON; empty once they are
    all taken in."""

    FOLDED_AT = "folded_at"
    """The morning for which finished cards were last folded away, in ISO 8601."""


_KEEP = Change(upsert(preferences, "name", "value"))
_KEPT: Query[str] = Query(
    select(preferences.c.value).where(preferences.c.name == given("name")), as_value
)


def keep(tx: Transaction, name: Preference, value: str) -> None:
    """Remember a text in place of the former one."""
    tx.run(_KEEP, name=name, value=value)


def get(tx: Transaction, name: Preference) -> str | None:
    """Return what is remembered under a name."""
    return tx.one(_KEPT, name=name)
