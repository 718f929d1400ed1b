"""People, bots, and chats as one person has them."""

import json
from collections.abc import Iterator
from typing import Any

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import ADMINISTRATOR, OWNER, GroupChat, PrivateChat
from bot.local_telegram.choices import ChatChoice, PeopleChoice
from bot.local_telegram.markup import ForceReply, ReplyKey, ReplyKeyboard
from bot.local_telegram.messages import Chat
from bot.local_telegram.users import LocalUser


def user_json(user: LocalUser) -> dict[str, Any]:
    shown = ("id", "first_name", "last_name", "username", "language_code", "phone")
    return {name: getattr(user, name) for name in shown}


def bot_json(bot: BotAccount) -> dict[str, Any]:
    return {"id": bot.id, "username": bot.username, "first_name": bot.first_name}


def account_json(bot: BotAccount) -> dict[str, Any]:
    """Return a bot as its developer sees it, with the token."""
    return {**bot_json(bot), "token": bot.token, "privacy": not bot.can_read_all_group_messages}


def header_json(user: LocalUser, chat: Chat) -> dict[str, Any]:
    """Return what a person sees of a chat, without its messages."""
    private = chat if isinstance(chat, PrivateChat) else None
    return {
        "user_id": user.id,
        "id": id_for_people(chat),
        "kind": chat.kind,
        "title": private.bot.first_name if private else getattr(chat, "title", ""),
        "bot": bot_json(private.bot) if private else None,
        "blocked": private.blocked if private else False,
        "pinned": [message.message_id for message in chat.pinned],
        "commands": list(_commands(user, chat)),
        "keyboard": _keyboard(chat),
        "forces_reply": _forces_reply(chat),
    }


def id_for_people(chat: Chat) -> int:
    """Return by which id people know a chat: one with a bot by that of the bot."""
    return chat.bot.id if isinstance(chat, PrivateChat) else chat.id


def _keyboard(chat: Chat) -> dict[str, Any] | None:
    message = chat.keyboard_message
    markup = message.posting.markup if message else None
    if message is None or not isinstance(markup, ReplyKeyboard):
        return None
    return {
        "message_id": message.message_id,
        "one_time": markup.one_time,
        "placeholder": markup.placeholder,
        "rows": [[{"label": key.label, "kind": _kind_of(key)} for key in r] for r in markup.rows],
    }


def _kind_of(key: ReplyKey) -> str:
    if key.request_contact:
        return "contact"
    if key.request_location:
        return "location"
    if isinstance(key.choice, ChatChoice):
        return "group"
    return "person" if isinstance(key.choice, PeopleChoice) else "text"


def _forces_reply(chat: Chat) -> dict[str, Any] | None:
    message = chat.forcing_reply
    markup = message.posting.markup if message else None
    if message is None or not isinstance(markup, ForceReply):
        return None
    return {"message_id": message.message_id, "placeholder": markup.placeholder}


def _commands(user: LocalUser, chat: Chat) -> Iterator[dict[str, str]]:
    for bot in chat.parties():
        if isinstance(bot, BotAccount):
            yield from _menu(bot, user, chat)


def _menu(bot: BotAccount, user: LocalUser, chat: Chat) -> list[dict[str, str]]:
    """Return the menu of the narrowest scope that has one, in the person's language or in any."""
    for scope in _scopes(user, chat):
        for language in (user.language_code.partition("-")[0], ""):
            menu = bot.menus.get((json.dumps(scope, sort_keys=True), language))
            if menu:
                return menu
    return []


def _scopes(user: LocalUser, chat: Chat) -> Iterator[dict[str, Any]]:
    """Yield scopes in the order in which Telegram looks for a menu."""
    here = {"chat_id": str(chat.id)}
    is_group = isinstance(chat, GroupChat)
    leads = is_group and chat.status(user) in {OWNER, ADMINISTRATOR}
    if is_group:
        yield {"type": "chat_member", **here, "user_id": user.id}
    if leads:
        yield {"type": "chat_administrators", **here}
    yield {"type": "chat", **here}
    if leads:
        yield {"type": "all_chat_administrators"}
    yield {"type": "all_group_chats" if is_group else "all_private_chats"}
    yield {"type": "default"}
