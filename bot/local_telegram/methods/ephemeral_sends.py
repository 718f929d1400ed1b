"""Ephemeral messages: answers to a press or an ephemeral message, or sent as an administrator."""

from collections.abc import Mapping
from typing import Any

from bot.local_telegram.attachments import Location
from bot.local_telegram.call import Call
from bot.local_telegram.chats import ADMINISTRATOR, PRESENT, GroupChat
from bot.local_telegram.ephemeral import ANSWERABLE
from bot.local_telegram.markup import InlineKeyboard
from bot.local_telegram.messages import Author, ChatMessage, Content
from bot.local_telegram.refusals import Refusal, bad_request


def send(call: Call, body: Content) -> dict[str, Any]:
    """Send a message to the chat that the call names, or to only one person in it."""
    # Of the words of these refusals Telegram has published only MESSAGE_NOT_COMMAND.
    wish: Mapping[str, Any] = {}
    if call.world.knows_ephemeral:
        # Bot API 10.3 has the parameters; in 10.2 they are arguments of the call.
        wish = call.arguments.object("ephemeral_message_parameters") or {
            name: call.arguments.text(name)
            for name in ("receiver_user_id", "callback_query_id")
            if name in call.arguments
        }
    replied = call.arguments.object("reply_parameters").get("ephemeral_message_id")
    if not wish:
        if replied and call.world.knows_ephemeral:
            raise bad_request("reply to an ephemeral message must be ephemeral")
        return call.post(body)
    group = call.chat()
    if not isinstance(group, GroupChat) or not _can_be_ephemeral(call, group, body):
        raise bad_request("the message can't be ephemeral")
    receiver = receiver_of(call, group, wish)
    replaces = None
    if wish.get("callback_query_id"):
        replaces = _answered_press(call, group, receiver, wish)
    elif replied:
        word = group.ephemeral.find(call.bot, receiver, replied)
        late = call.world.clock.now() - ANSWERABLE
        if word is None or word.sender is not receiver or word.date <= late:
            raise Refusal.MESSAGE_NOT_FOUND.error("to be replied")
    elif group.status(call.bot) != ADMINISTRATOR:
        raise bad_request("MESSAGE_NOT_COMMAND")
    return call.post(body, receiver=receiver, replaces=replaces)


def _can_be_ephemeral(call: Call, group: GroupChat, body: Content) -> bool:
    attachment, markup = body.attachment, call.posting(group).markup
    buttons = markup.rows if isinstance(markup, InlineKeyboard) else ()
    lives = isinstance(attachment, Location) and attachment.live_period is not None
    return not lives and not any("login_url" in each.raw for row in buttons for each in row)


def receiver_of(call: Call, group: GroupChat, wish: Mapping[str, Any]) -> Author:
    """Return the receiver that the call names; refuse anybody outside of the group."""
    try:
        receiver = call.world.people.get(int(wish.get("receiver_user_id") or 0))
    except (TypeError, ValueError):
        receiver = None
    if receiver is None or group.status(receiver) not in PRESENT:
        raise Refusal.NOT_PARTICIPANT.error()
    return receiver


def _answered_press(
    call: Call, group: GroupChat, receiver: Author, wish: Mapping[str, Any]
) -> ChatMessage | None:
    """Return the pressed message if it is replaced, else None; refuse a press that is too old."""
    query = call.world.queries.pressed(wish["callback_query_id"], call.bot)
    if query.user is not receiver or query.message.chat is not group:
        raise Refusal.QUERY_TOO_OLD.error()
    if not wish.get("replace_callback_query_message"):
        return None
    if query.message.only_for:
        raise bad_request("an ephemeral message must be edited instead of replaced")
    return query.message
