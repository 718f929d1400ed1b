"""The people, chats, messages and buttons that a request names."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import Request

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import PRESENT, GroupChat, PrivateChat
from bot.local_telegram.control.requests import NotDone, path_number
from bot.local_telegram.messages import Chat, ChatMessage
from bot.local_telegram.person import Where
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.users import LocalUser

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChatPlace:
    """A chat of one person; `bot` is set for a private chat."""

    user: LocalUser
    chat: Chat
    bot: BotAccount | None
    message_id: int | None = None
    """The message in the path of the request, None if there is none."""

    @property
    def where(self) -> Where:
        """The chat in the form that people's actions take.

        A private chat is given by its bot, since the chat may not exist yet.
        """
        return {"bot": self.bot} if self.bot else {"chat": self.chat}

    def message(self, message_id: int) -> ChatMessage:
        message = self.chat.message_for(self.user, message_id)
        if message is None:
            raise NotDone(404, f"There is no message {message_id} in this chat: read it again.")
        return message

    def own_message(self) -> ChatMessage:
        """Return the message in the path of the request; refuse one of another sender."""
        message = self.message(self.message_id or 0)
        if message.sender is not self.user:
            raise NotDone(400, f"Choose a message that {self.user.first_name} has written.")
        return message


class Finder:
    """Finds what requests name; raises `NotDone` if it does not exist."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._world = telegram.world

    def user(self, request: Request) -> LocalUser:
        return self.user_by_id(path_number(request, "user_id"))

    def user_by_id(self, user_id: int) -> LocalUser:
        user = self._world.people.get(user_id)
        if not isinstance(user, LocalUser):
            raise NotDone(404, f"There is no user {user_id}: choose one of /api/state.")
        return user

    def place(self, request: Request) -> ChatPlace:
        """Return a person's private chat, whose id is the bot's, or a group that they are in."""
        user, chat_id = self.user(request), path_number(request, "chat_id")
        names_message = "message_id" in request.path_params
        message_id = path_number(request, "message_id") if names_message else None
        bot = self._world.party(chat_id)
        if isinstance(bot, BotAccount):
            return ChatPlace(user, user.chat(bot), bot, message_id)
        return ChatPlace(user, self.group(user, chat_id), None, message_id)

    def group(self, user: LocalUser, chat_id: int) -> GroupChat:
        group = self._world.groups.get(chat_id)
        if group is None or group.status(user) not in PRESENT:
            name = user.first_name
            raise NotDone(404, f"{name} has no chat {chat_id}: choose one of /api/state.")
        return group

    def bot_named(self, username: str) -> BotAccount:
        bot = self._world.bot_named(username.removeprefix("@"))
        if bot is None:
            raise NotDone(404, f"There is no bot {username!r}: choose one of /api/state.")
        return bot

    def refuse_taken(self, username: str | None) -> None:
        """Refuse a username that a person or a bot already has."""
        world = self._world
        names = [getattr(each, "username", None) for each in world.people.values()]
        names += [bot.username for bot in world.bots.values()]
        if username and username.lower() in {name.lower() for name in names if name}:
            raise NotDone(409, f"Choose another username: somebody is called {username}.")

    def party(self, party_id: int) -> LocalUser | BotAccount:
        party = self._world.party(party_id)
        if not isinstance(party, LocalUser | BotAccount):
            raise NotDone(400, f"There is nobody with the id {party_id}: choose from /api/state.")
        return party


def at(rows: Sequence[Sequence[T]], row: int, column: int) -> T:
    """Return the button or key in a row and column; refuse a place without one."""
    if row >= len(rows) or column >= len(rows[row]):
        place = f"row {row}, column {column}"
        raise NotDone(404, f"There is no button in {place}: read the chat again.")
    return rows[row][column]


def chats_of(telegram: LocalTelegram, user: LocalUser) -> list[Chat]:
    """Return all chats of a person: one with each bot, even if not started, and their groups."""
    world = telegram.world
    private: list[Chat] = [user.chat(bot) for bot in world.bots.values()]
    return [*private, *(g for g in world.groups.values() if g.status(user) in PRESENT)]


def people_who_see(message: ChatMessage) -> list[LocalUser]:
    person = message.only_for
    return [person] if isinstance(person, LocalUser) else people_in(message.chat)


def people_in(chat: Chat) -> list[LocalUser]:
    """Return the people who see a chat."""
    if isinstance(chat, PrivateChat):
        return [chat.person] if isinstance(chat.person, LocalUser) else []
    return [party for party in chat.parties() if isinstance(party, LocalUser)]
