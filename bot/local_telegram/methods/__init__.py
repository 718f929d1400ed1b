"""The methods of the Bot API that the local Telegram has, by theme."""

from bot.local_telegram.call import METHODS
from bot.local_telegram.methods import (  # noqa: F401 - each fills METHODS with its own
    account,
    answers,
    chats,
    edits,
    file_sends,
    members,
    payments,
    polls,
    sends,
    topics,
    updates,
)

__all__ = ["METHODS"]
