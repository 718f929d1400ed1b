"""Messages that stand over a chat."""

from collections.abc import Mapping

from bot.local_telegram.attachments import Notice
from bot.local_telegram.call import Call, Handler
from bot.local_telegram.messages import Chat, Content, Posting
from bot.local_telegram.refusals import Refusal


def pin_chat_message(call: Call) -> bool:
    """Pin a message; the chat is told by a message of its own, and so is the bot that did it."""
    chat = _chat(call)
    message = call.message(chat, Refusal.PINNED_NOT_FOUND)
    if message in chat.pinned:
        return True
    chat.pinned.append(message)
    told = Content(attachment=Notice({"pinned_message": message.as_json()}))
    silent = call.arguments.flag("disable_notification") or chat.private
    service = call.world.post(chat, call.bot, told, Posting(silent=silent))
    call.bot.queue.add("message", chat.id, service.as_json())
    call.world.tell_of_chat(chat)
    return True


def unpin_chat_message(call: Call) -> bool:
    """Take a message down, or where none is named the one that was pinned last."""
    chat = _chat(call)
    if call.arguments.text("message_id"):
        message = call.message(chat, Refusal.UNPINNED_NOT_FOUND)
    elif chat.pinned:
        message = chat.pinned[-1]
    else:
        raise Refusal.UNPINNED_NOT_FOUND.error()
    chat.pinned = [each for each in chat.pinned if each is not message]
    call.world.tell_of_chat(chat)
    return True


def unpin_all_chat_messages(call: Call) -> bool:
    chat = _chat(call)
    chat.pinned = []
    call.world.tell_of_chat(chat)
    return True


def _chat(call: Call) -> Chat:
    chat = call.chat()
    if not chat.may_pin(call.bot):
        raise Refusal.MAY_NOT_PIN.error()
    return chat


METHODS: Mapping[str, Handler] = {
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "unpinAllChatMessages": unpin_all_chat_messages,
}
