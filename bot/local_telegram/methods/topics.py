"""The topics of forums and of private chats."""

from typing import Any

from bot.local_telegram.call import Call, method
from bot.local_telegram.chats import GENERAL_TOPIC
from bot.local_telegram.groups import TOPIC_COLOR, LocalGroup, delete_topic, note, open_topic
from bot.local_telegram.messages import Chat
from bot.local_telegram.refusals import Refusal, bad_request

_MAX_NAME = 128


@method
def create_forum_topic(call: Call) -> dict[str, Any]:
    chat, name = _forum(call, Refusal.MAY_NOT_OPEN_TOPIC), _name(call)
    color = call.arguments.integer("icon_color") or TOPIC_COLOR
    topic = open_topic(call.world, chat, name, call.bot, color)
    return {"message_thread_id": topic, "name": name, "icon_color": color}


@method
def edit_forum_topic(call: Call) -> bool:
    chat, topic = _topic(call)
    name = _name(call) if call.arguments.text("name") else chat.threads[topic]
    if name == chat.threads[topic]:
        raise Refusal.TOPIC_SAME.error()
    chat.threads[topic] = name
    note(call.world, chat, {"forum_topic_edited": {"name": name}}, call.bot, topic)
    return True


@method
def delete_forum_topic(call: Call) -> bool:
    delete_topic(call.world, *_topic(call))
    return True


@method
def close_forum_topic(call: Call) -> bool:
    return _set_closed(call, _topic(call)[1], closed=True)


@method
def close_general_forum_topic(call: Call) -> bool:
    return _set_closed(call, GENERAL_TOPIC, closed=True)


@method
def reopen_forum_topic(call: Call) -> bool:
    return _set_closed(call, _topic(call)[1], closed=False)


def _set_closed(call: Call, topic: int, *, closed: bool) -> bool:
    group = _forum(call)
    # The topics of a private chat cannot be closed.
    if not isinstance(group, LocalGroup):
        raise Refusal.GROUPS_ONLY.error()
    if (topic in group.closed) is closed:
        raise Refusal.TOPIC_SAME.error()
    (group.close_topic if closed else group.reopen_topic)(topic, call.bot)
    return True


def _topic(call: Call) -> tuple[Chat, int]:
    chat = _forum(call)
    topic = call.thread_id(chat)
    if topic is None:
        raise Refusal.THREAD_NOT_FOUND.error()
    return chat, topic


def _forum(call: Call, missing: Refusal = Refusal.MAY_NOT_CHANGE_TOPIC) -> Chat:
    chat = call.chat()
    if not chat.forum:
        raise bad_request("the chat is not a forum")
    if not chat.may(call.bot, "can_manage_topics"):
        raise missing.error()
    return chat


def _name(call: Call) -> str:
    name = call.arguments.text("name").strip()[:_MAX_NAME]
    if not name:
        raise Refusal.TITLE_EMPTY.error()
    return name
