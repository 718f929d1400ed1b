"""The menu of commands that a person sees in a chat, and the ephemeral commands in it."""

import json
from typing import Any

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import GroupChat
from bot.local_telegram.formatting.entities import FormattedText, utf16_slice
from bot.local_telegram.messages import Author, Chat


def menu_of(bot: BotAccount, user: Author, language: str, chat: Chat) -> list[dict[str, Any]]:
    """Return the menu of the narrowest scope that has one, in this language or the default."""
    here = {"chat_id": str(chat.id)}
    leads = isinstance(chat, GroupChat) and chat.leads(user)
    # Each scope with whether it holds here, the narrowest first, as Telegram looks for a menu.
    scopes: list[tuple[dict[str, Any], bool]] = [
        ({"type": "chat_member", **here, "user_id": user.id}, not chat.private),
        ({"type": "chat_administrators", **here}, leads),
        ({"type": "chat", **here}, True),
        ({"type": "all_chat_administrators"}, leads),
        ({"type": "all_private_chats" if chat.private else "all_group_chats"}, True),
        ({"type": "default"}, True),
    ]
    keys = [json.dumps(scope, sort_keys=True) for scope, holds in scopes if holds]
    languages = (language.partition("-")[0], "")
    menus = (bot.menus.get((key, spoken)) for key in keys for spoken in languages)
    return next(filter(None, menus), [])


def ephemeral_bot(words: FormattedText, user: Author, language: str, chat: Chat) -> Author | None:
    """Return the bot whose menu has the command of these words as an ephemeral one, or None."""
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
