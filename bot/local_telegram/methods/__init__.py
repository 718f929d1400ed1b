"""The methods of the Bot API that the local Telegram knows, by theme."""

from collections.abc import Mapping

from bot.local_telegram.call import Handler
from bot.local_telegram.methods import (
    account,
    answers,
    chat_settings,
    edits,
    file_sends,
    lookups,
    members,
    pins,
    polls,
    profile,
    sends,
    topics,
    unavailable,
    updates,
)

METHODS: Mapping[str, Handler] = {
    **account.METHODS,
    **answers.METHODS,
    **chat_settings.METHODS,
    **edits.METHODS,
    **file_sends.METHODS,
    **lookups.METHODS,
    **members.METHODS,
    **pins.METHODS,
    **polls.METHODS,
    **profile.METHODS,
    **sends.METHODS,
    **topics.METHODS,
    **unavailable.METHODS,
    **updates.METHODS,
}
"""Every method by its documented name."""
