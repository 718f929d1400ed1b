"""The JSON of people, bots, and chats as one person sees them."""

from typing import Any

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import DRAFT_LIFETIME, MessageDraft, PrivateChat
from bot.local_telegram.choices import ChatChoice, PeopleChoice
from bot.local_telegram.control.message_json import message_json, moment
from bot.local_telegram.markup import ReplyKey, ReplyKeyboard
from bot.local_telegram.menus import menu_of
from bot.local_telegram.messages import Chat
from bot.local_telegram.users import LocalUser


def user_json(user: LocalUser) -> dict[str, Any]:
    shown = ("id", "first_name", "last_name", "username", "language_code", "phone")
    return {name: getattr(user, name) for name in shown}


def bot_json(bot: BotAccount) -> dict[str, Any]:
    return {"id": bot.id, "username": bot.username, "first_name": bot.first_name}


def account_json(bot: BotAccount) -> dict[str, Any]:
    """Return the JSON of a bot for its developer, with the token."""
    privacy = not bot.can_read_all_group_messages
    return {**bot_json(bot), "token": bot.token, "privacy": privacy, "topics": bot.has_topics}


def header_json(user: LocalUser, chat: Chat) -> dict[str, Any]:
    """Return the JSON of a chat as a person sees it, without its messages."""
    private = chat if isinstance(chat, PrivateChat) else None
    bots = [party for party in chat.parties() if isinstance(party, BotAccount)]
    menus = [menu_of(bot, user, user.language_code, chat) for bot in bots]
    with_keys, keys = chat.keyboard_message, None
    markup = with_keys.posting.markup if with_keys else None
    if with_keys and isinstance(markup, ReplyKeyboard):
        keys = {
            "message_id": with_keys.message_id,
            "one_time": markup.one_time,
            "placeholder": markup.placeholder,
            "rows": [
                [{"label": key.label, "kind": _kind_of(key)} for key in row] for row in markup.rows
            ],
        }
    forcing, forced = chat.forcing_reply, None
    if forcing and forcing.posting.markup:
        placeholder = forcing.posting.markup.placeholder
        forced = {"message_id": forcing.message_id, "placeholder": placeholder}
    return {
        "user_id": user.id,
        "id": id_for_people(chat),
        "kind": chat.kind,
        "title": private.bot.first_name if private else getattr(chat, "title", ""),
        "bot": bot_json(private.bot) if private else None,
        "blocked": private.blocked if private else False,
        "pinned": [message.message_id for message in chat.pinned],
        "commands": [command for menu in menus for command in menu],
        "keyboard": keys,
        "forces_reply": forced,
        "draft": _draft_json(private.draft) if private and private.draft else None,
    }


def _draft_json(draft: MessageDraft) -> dict[str, Any]:
    until = moment(draft.message.date + DRAFT_LIFETIME)
    return {**message_json(draft.message), "until": until, "can_stop": draft.can_stop}


def id_for_people(chat: Chat) -> int:
    """Return the id of a chat for people: that of the bot for a private chat."""
    return chat.bot.id if isinstance(chat, PrivateChat) else chat.id


def _kind_of(key: ReplyKey) -> str:
    if key.request_contact:
        return "contact"
    if key.request_location:
        return "location"
    if isinstance(key.choice, ChatChoice):
        return "group"
    return "person" if isinstance(key.choice, PeopleChoice) else "text"
