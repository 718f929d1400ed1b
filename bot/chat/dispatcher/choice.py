"""Keys of Telegram's keyboard that ask for a group or a person, and the matching of answers."""

import secrets
from collections.abc import Callable

from telegram import ChatMember
from telegram.error import BadRequest, Forbidden

from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.store.dialogs import Question
from bot.texts.dispatcher.choices import CHOICE_OVER, NOT_IN_THERE

ForGroup = Callable[[Transaction, Turn, int, str], None]
"""Takes the id and title of the chosen group, and acts on it."""

_LARGEST = 2**31 - 1
_KEYS_FOR_GROUPS = 2
_OUTSIDE = {ChatMember.LEFT, ChatMember.BANNED}


class Choice(Question):
    """The question for a choice, made with the key of this number, or with the next key."""

    request_id: int

    def is_answered_by(self, request_id: int, keys: int = 1) -> bool:
        """Tell whether an answer belongs to one of this question's keys."""
        return request_id in range(self.request_id, self.request_id + keys)

    def is_answered_by_group(self, turn: Turn) -> bool:
        shared = turn.message.chat_shared
        return shared is not None and self.is_answered_by(shared.request_id, _KEYS_FOR_GROUPS)


def new_request_id() -> int:
    """Make a number that only people who see the key can know; a second key has the next number.

    Telegram takes signed numbers of 32 bits.
    """
    return secrets.randbelow(_LARGEST)


def was_chosen(turn: Turn) -> bool:
    """Tell whether the message is a choice made with a key."""
    message = turn.update.message
    return message is not None and bool(message.chat_shared or message.users_shared)


async def take_group(turn: Turn, asked: type[Choice], decide: ForGroup) -> None:
    """Call `decide` on a chosen group, if it was asked for and person and bot are in it."""
    shared, bot = turn.message.chat_shared, turn.message.get_bot()
    if shared is None or not turn.answered(asked).is_answered_by_group(turn):
        await turn.answer(CHOICE_OVER)
        return
    # The person may have left the chosen group, so ask Telegram who is in it now.
    both = (bot.id, turn.user.id)
    try:
        members = [await bot.get_chat_member(shared.chat_id, user_id) for user_id in both]
    except (BadRequest, Forbidden):
        members = []
    if not members or any(member.status in _OUTSIDE for member in members):
        await turn.answer(NOT_IN_THERE)
    else:
        await turn.settle(decide, turn, shared.chat_id, shared.title or "")
