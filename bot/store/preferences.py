"""Preferences: what the whole business wants remembered, one text for each name."""

from enum import StrEnum

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_value, given, upsert
from bot.base.database.transaction import Transaction
from bot.store.tables.program import preferences


class Preference(StrEnum):
    """What is remembered."""

    SENDERS = "senders"
    """Who has sent the deliveries that were made here, and the fees, newest first, as JSON."""

    CODE_LENGTHS = "code_lengths"
    """How many characters the codes of the fleet service have, as numbers with commas."""

    RECONCILED_AT = "reconciled_at"
    """When the deliveries were last compared with the fleet service, in ISO 8601."""

    FLEET_COUNTS = "fleet_counts"
    """How many deliveries the fleet service counted by state, and when, as JSON."""

    OTHER_POLLER = "other_poller"
    """That another program takes this bot's messages, and since when; empty where none does."""

    NOT_UNDERSTOOD = "not_understood"
    """How often people were not understood, by day and kind, as JSON."""

    MISSED_NEWS = "missed_news"
    """What a look has found that dispatchers are to read together, as JSON."""

    LIFE = "life"
    """How often this database was seen alive, and when last, as JSON."""

    COPY_FROM = "copy_from"
    """The number of the first question that was asked after an old copy was put back."""

    TAKEN_OUT = "taken_out"
    """Until when the other run has lived of whose copy what waits was taken out, in ISO 8601."""

    UNKNOWN_AFTER = "unknown_after"
    """The latest messages that were known before others were found, as JSON; empty once they are
    all taken in."""

    FOLDED_AT = "folded_at"
    """For which morning finished cards were last folded away, in ISO 8601."""


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
