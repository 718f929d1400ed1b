"""The topics of a forum, as bots open, rename, close and delete them."""

from collections.abc import Mapping
from typing import Any

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.chats import GENERAL_TOPIC
from bot.local_telegram.groups import TOPIC_COLOR, LocalGroup
from bot.local_telegram.refusals import Refusal

_MAX_NAME = 128


def create_forum_topic(call: Call) -> dict[str, Any]:
    group = _forum(call, Refusal.MAY_NOT_OPEN_TOPIC)
    color = call.arguments.integer("icon_color") or TOPIC_COLOR
    topic = group.add_topic(_name(call), call.bot, color)
    return {"message_thread_id": topic, "name": group.threads[topic], "icon_color": color}


def edit_forum_topic(call: Call) -> bool:
    group, topic = _topic(call)
    name = _name(call) if call.arguments.text("name") else group.threads[topic]
    if name == group.threads[topic]:
        raise Refusal.TOPIC_SAME.error()
    group.threads[topic] = name
    group.note({"forum_topic_edited": {"name": name}}, call.bot, topic)
    return True


def close_forum_topic(call: Call) -> bool:
    return _close(call, *_topic(call))


def close_general_forum_topic(call: Call) -> bool:
    return _close(call, _forum(call), GENERAL_TOPIC)


def _close(call: Call, group: LocalGroup, topic: int) -> bool:
    if topic in group.closed:
        raise Refusal.TOPIC_SAME.error()
    group.close_topic(topic, call.bot)
    return True


def reopen_forum_topic(call: Call) -> bool:
    group, topic = _topic(call)
    if topic not in group.closed:
        raise Refusal.TOPIC_SAME.error()
    group.reopen_topic(topic, call.bot)
    return True


def delete_forum_topic(call: Call) -> bool:
    group, topic = _topic(call)
    group.delete_topic(topic)
    return True


def _topic(call: Call) -> tuple[LocalGroup, int]:
    group = _forum(call)
    topic = call.arguments.integer("message_thread_id")
    if not group.has_thread(topic):
        raise Refusal.THREAD_NOT_FOUND.error()
    return group, topic


def _forum(call: Call, missing: Refusal = Refusal.MAY_NOT_CHANGE_TOPIC) -> LocalGroup:
    group = call.chat()
    if not isinstance(group, LocalGroup) or not group.forum:
        raise Refusal.NO_FORUM.error()
    if not group.may(call.bot, "can_manage_topics"):
        raise missing.error()
    return group


def _name(call: Call) -> str:
    name = call.arguments.text("name").strip()[:_MAX_NAME]
    if not name:
        raise Refusal.TITLE_EMPTY.error()
    return name


METHODS: Mapping[str, Handler] = {
    "createForumTopic": create_forum_topic,
    "editForumTopic": edit_forum_topic,
    "closeForumTopic": close_forum_topic,
    "reopenForumTopic": reopen_forum_topic,
    "deleteForumTopic": delete_forum_topic,
    "closeGeneralForumTopic": close_general_forum_topic,
}
