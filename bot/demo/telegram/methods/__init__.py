"""The methods of the Bot API that the local Telegram knows, by theme."""

from collections.abc import Mapping

from bot.demo.telegram.call import Handler
from bot.demo.telegram.methods import (
    account,
    answers,
    chats,
    deletes,
    edits,
    files,
    forwards,
    media,
    menus,
    sends,
    updates,
)

METHODS: Mapping[str, Handler] = {
    **account.METHODS,
    **answers.METHODS,
    **chats.METHODS,
    **deletes.METHODS,
    **edits.METHODS,
    **files.METHODS,
    **forwards.METHODS,
    **media.METHODS,
    **menus.METHODS,
    **sends.METHODS,
    **updates.METHODS,
}
"""Every method by its documented name."""
