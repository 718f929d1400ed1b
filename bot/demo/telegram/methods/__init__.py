"""The methods of the Bot API that the local Telegram knows, by theme."""

from collections.abc import Mapping

from bot.demo.telegram.call import Handler
from bot.demo.telegram.methods import (
    account,
    answers,
    edits,
    file_sends,
    lookups,
    pins,
    polls,
    sends,
    updates,
)

METHODS: Mapping[str, Handler] = {
    **account.METHODS,
    **answers.METHODS,
    **edits.METHODS,
    **file_sends.METHODS,
    **lookups.METHODS,
    **pins.METHODS,
    **polls.METHODS,
    **sends.METHODS,
    **updates.METHODS,
}
"""Every method by its documented name."""
