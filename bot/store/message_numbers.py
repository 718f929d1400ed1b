"""The numbers of the latest messages, as far as they outlive a process.

Telegram counts the messages of all private chats and small groups of a bot together, and those of
each supergroup apart.
"""

import json
from collections.abc import Mapping

from bot.base.database.transaction import Transaction
from bot.store import cards, meta

TOGETHER = 0
"""What private chats and small groups are counted as: no chat has this id."""
_SUPERGROUPS_BELOW = -1_000_000_000_000
_KEPT = "message_numbers"


def counted_as(chat_id: int) -> int:
    """Return the id under which the messages of a chat are counted: a supergroup's is its own."""
    return chat_id if chat_id < _SUPERGROUPS_BELOW else TOGETHER


def latest(tx: Transaction) -> dict[int, int]:
    """Return the latest number that is known of each count.

    What was written down may be a moment older than the last card.
    """
    written_down = json.loads(meta.facts(tx).get(_KEPT, "{}"))
    numbers = {int(counted): number for counted, number in written_down.items()}
    for chat_id, number in cards.latest(tx):
        counted = counted_as(chat_id)
        numbers[counted] = max(number, numbers.get(counted, 0))
    return numbers


def keep(tx: Transaction, numbers: Mapping[int, int]) -> None:
    """Write down the latest number of each count, in place of what was written down before."""
    meta.write_down(tx, _KEPT, json.dumps(numbers))
