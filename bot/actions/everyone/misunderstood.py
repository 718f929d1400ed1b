"""Counts of the messages that were not understood, by kind and day, without their content."""

import json
from collections import Counter
from enum import StrEnum

from bot.base.database.transaction import Transaction
from bot.domain.limits import COUNTED_FOR
from bot.store import preferences
from bot.store.preferences import Preference


class Unread(StrEnum):
    """The kinds of messages that are not understood."""

    COMMAND = "command"
    WORDS = "words"
    """A dispatcher's words that the bot had to ask about."""
    OTHER = "other"
    """A picture, a file, a voice message or the like for which there is no use."""
    EDIT = "edit"


def count(tx: Transaction, what: Unread) -> None:
    """Count one message for today."""
    days = _kept(tx)
    day = days.setdefault(tx.now.date().isoformat(), {})
    day[what] = day.get(what, 0) + 1
    preferences.keep(tx, Preference.NOT_UNDERSTOOD, json.dumps(days))


def lately(tx: Transaction) -> Counter[str]:
    """Return the count of each kind in the last days."""
    counted: Counter[str] = Counter()
    for day in _kept(tx).values():
        counted.update(day)
    return counted


def _kept(tx: Transaction) -> dict[str, dict[str, int]]:
    last = (tx.now.date() - COUNTED_FOR).isoformat()
    counts = json.loads(preferences.get(tx, Preference.NOT_UNDERSTOOD) or "{}")
    return {day: figures for day, figures in counts.items() if day > last}
