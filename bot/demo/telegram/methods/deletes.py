"""Messages taken away."""

from collections.abc import Mapping
from datetime import timedelta

from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import Chat, ChatMessage
from bot.demo.telegram.refusals import Refusal

_DELETABLE = timedelta(hours=48)


def delete_message(call: Call) -> bool:
    chat = call.chat()
    message = call.message(chat, Refusal.DELETED_NOT_FOUND)
    if not _may_delete(call, chat, message):
        raise Refusal.NOT_DELETABLE.error()
    call.world.remove(message)
    return True


def delete_messages(call: Call) -> bool:
    """Delete up to a hundred messages; those that are gone or may not be deleted are skipped."""
    chat = call.chat()
    found = [chat.message(message_id) for message_id in _message_ids(call)]
    for message in found:
        if message is not None and _may_delete(call, chat, message):
            call.world.remove(message)
    return True


def _may_delete(call: Call, chat: Chat, message: ChatMessage) -> bool:
    young = call.world.clock.now() - message.date < _DELETABLE
    return young and chat.may_delete(call.bot, message)


def _message_ids(call: Call) -> list[int]:
    try:
        return [int(value) for value in call.arguments.json("message_ids")]
    except (TypeError, ValueError) as error:
        raise Refusal.MESSAGE_ID_MISSING.error() from error


METHODS: Mapping[str, Handler] = {
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
}
