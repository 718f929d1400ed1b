"""The menu of commands that somebody sees in a chat, and which of these nobody else sees said."""

import json
from collections.abc import Iterator
from typing import Any

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import ADMINISTRATOR, OWNER, GroupChat
from bot.local_telegram.formatting.entities import FormattedText, utf16_slice
from bot.local_telegram.messages import Author, Chat


def menu_of(bot: BotAccount, user: Author, language: str, chat: Chat) -> list[dict[str, Any]]:
    """Return the menu of the narrowest scope that has one, in the person's language or in any."""
    for scope in _scopes(user, chat):
        for spoken in (language.partition("-")[0], ""):
            menu = bot.menus.get((json.dumps(scope, sort_keys=True), spoken))
            if menu:
                return menu
    return []


def _scopes(user: Author, chat: Chat) -> Iterator[dict[str, Any]]:
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


def ephemeral_bot(words: FormattedText, user: Author, language: str, chat: Chat) -> Author | None:
    """Return the bot that alone is told of a command, where its menu has it as an ephemeral one."""
    first = next((each for each in words.entities if each.offset == 0), None)
    if first is None or first.type != "bot_command" or not isinstance(chat, GroupChat):
        return None
    command, _, named = utf16_slice(words.text, 0, first.length)[1:].lower().partition("@")
    for bot in chat.parties():
        if not isinstance(bot, BotAccount) or named not in {"", bot.username.lower()}:
            continue
        menu = menu_of(bot, user, language, chat)
        if any(each["command"] == command and each.get("is_ephemeral") for each in menu):
            return bot
    return None
