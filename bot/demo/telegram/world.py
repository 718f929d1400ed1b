"""Everything that exists in the local Telegram, how it changes, and what can be watched of it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.base.clock import Clock
from bot.demo.telegram.attachments import FileStore
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.chats import GroupChat, PrivateChat, member_json
from bot.demo.telegram.markup import InlineKeyboard
from bot.demo.telegram.messages import Author, Chat, ChatMessage, Content, Posting
from bot.demo.telegram.queries import CallbackQuery, InlineQuery, OpenQueries
from bot.demo.telegram.refusals import ApiError, Refusal

ChatEventKind = Literal["sent", "edited", "deleted", "reacted", "toast", "pressed"]


@dataclass(frozen=True)
class Toast:
    """The answer to a pressed button; silent answers have an empty text."""

    text: str
    show_alert: bool = False
    url: str | None = None


@dataclass(frozen=True)
class ChatEvent:
    """Something that people in a chat see happen.

    `user` is who wrote, pressed or is told; `label` names the button that was pressed.
    """

    kind: ChatEventKind
    chat: Chat
    user: Author
    message: ChatMessage
    at: datetime
    toast: Toast | None = None
    label: str | None = None


@dataclass
class ApiCall:
    """One call that a bot made, without its token; `error` is set where it was refused."""

    bot: Author
    method: str
    arguments: Mapping[str, str]
    at: datetime
    error: ApiError | None = None


class World:
    """People, bots, chats and files. Changes reach bots as updates and watchers as events."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.bots: dict[str, BotAccount] = {}
        self.people: dict[int, Author] = {}
        self.toasts: defaultdict[int, list[Toast]] = defaultdict(list)
        self.groups: dict[int, GroupChat] = {}
        self.private_chats: dict[tuple[int, int], PrivateChat] = {}
        self.files = FileStore()
        self.queries = OpenQueries(clock)
        self.listeners: list[Callable[[ChatEvent], None]] = []
        self.chat_listeners: list[Callable[[Chat], None]] = []
        """Called with a chat whose keyboard, pins, menu or members have changed."""
        self.people_listeners: list[Callable[[Author], None]] = []
        """Called with a person who is new, or has changed."""
        self.bot_listeners: list[Callable[[BotAccount], None]] = []
        """Called with a bot that is new."""
        self.calls: list[ApiCall] = []
        self.call_listeners: list[Callable[[ApiCall], None]] = []
        """Called with a call of a bot's once it is answered."""

    def private_chat(self, person: Author, bot: BotAccount) -> PrivateChat:
        """Return the chat of a person with a bot; it begins to exist with this."""
        key = (person.id, bot.id)
        if key not in self.private_chats:
            self.private_chats[key] = PrivateChat(person, bot)
        return self.private_chats[key]

    def find_chat(self, bot: BotAccount, chat_id: int) -> Chat:
        """Return a chat that the bot knows; refuse every other as Telegram does."""
        chat: Chat | None = self.private_chats.get((chat_id, bot.id)) or self.groups.get(chat_id)
        if isinstance(chat, GroupChat) and bot not in chat.members:
            chat = None
        if chat is not None:
            return chat
        raise (
            Refusal.NOT_STARTED if self._has_met(bot, chat_id) else Refusal.CHAT_NOT_FOUND
        ).error()

    def only_bot(self) -> BotAccount:
        """Return the bot, where there is exactly one; raise `LookupError` otherwise."""
        if len(self.bots) != 1:
            raise LookupError(f"there are {len(self.bots)} bots: say which one is meant")
        return next(iter(self.bots.values()))

    def bot_named(self, username: str) -> BotAccount | None:
        wanted = username.lower()
        return next((b for b in self.bots.values() if b.username.lower() == wanted), None)

    def party(self, party_id: int) -> Author | None:
        bots: Iterable[Author] = self.bots.values()
        return self.people.get(party_id) or next((b for b in bots if b.id == party_id), None)

    def post(
        self, chat: Chat, sender: Author, body: Content, posting: Posting | None = None
    ) -> ChatMessage:
        """Put a message into a chat: everyone sees it, bots get an update."""
        message = chat.add(sender, body, posting or Posting(), self.clock.now())
        self.tell(message, "sent")
        self.inform(chat, "message", message.as_json(), sender)
        return message

    def change(
        self, message: ChatMessage, body: Content, inline: InlineKeyboard | None = None
    ) -> ChatMessage:
        message.change(body, inline, self.clock.now())
        self.tell(message, "edited")
        self.inform(message.chat, "edited_message", message.as_json(), message.sender)
        return message

    def react(self, message: ChatMessage, pictures: tuple[str, ...]) -> None:
        """Put pictures under a message in place of those that are there."""
        message.reactions = pictures
        self.tell(message, "reacted")

    def remove(self, message: ChatMessage) -> None:
        """Take a message out of its chat; bots are not told."""
        message.chat.remove(message)
        self.tell(message, "deleted")

    def press(self, user: Author, bot: BotAccount, message: ChatMessage, data: str) -> None:
        query = CallbackQuery(user, bot, message, data, self.clock.now())
        self.queries.add(query)
        bot.queue.add("callback_query", message.chat.id, query.as_json())

    def search(self, user: Author, bot: BotAccount, text: str) -> InlineQuery:
        query = InlineQuery(user, bot, text, "", self.clock.now())
        self.queries.add(query)
        bot.queue.add("inline_query", user.id, query.as_json())
        return query

    def announce_membership(
        self, chat: Chat, bot: BotAccount, by: Author, old: dict[str, Any]
    ) -> None:
        """Tell a bot that its place in a chat changed; `old` is its former `ChatMember`."""
        update = {
            "chat": chat.as_json(),
            "from": by.as_json(),
            "date": int(self.clock.now().timestamp()),
            "old_chat_member": old,
            "new_chat_member": member_json(chat, bot),
        }
        bot.queue.add("my_chat_member", chat.id, update)

    def inform(self, chat: Chat, kind: str, content: dict[str, Any], source: Author) -> None:
        """Queue an update for every bot in the chat, except the one that caused it."""
        for party in chat.parties():
            if isinstance(party, BotAccount) and party is not source:
                party.queue.add(kind, chat.id, content)

    def tell(
        self,
        message: ChatMessage,
        kind: ChatEventKind,
        user: Author | None = None,
        toast: Toast | None = None,
        label: str | None = None,
    ) -> None:
        """Tell the listeners what was seen to happen."""
        chat = message.chat
        reader = chat.person if isinstance(chat, PrivateChat) else message.sender
        event = ChatEvent(kind, chat, user or reader, message, self.clock.now(), toast, label)
        for listener in list(self.listeners):
            listener(event)

    def tell_of_chat(self, chat: Chat) -> None:
        """Tell whoever listens that something about a chat itself has changed."""
        for listener in list(self.chat_listeners):
            listener(chat)

    def tell_of_menus(self, bot: BotAccount) -> None:
        """Tell of all chats in which a bot's menu of commands can be seen."""
        private = [chat for chat in self.private_chats.values() if chat.bot is bot]
        groups = [group for group in self.groups.values() if bot in group.members]
        for chat in [*private, *groups]:
            self.tell_of_chat(chat)

    def tell_of_person(self, person: Author) -> None:
        for listener in list(self.people_listeners):
            listener(person)

    def tell_of_bot(self, bot: BotAccount) -> None:
        for listener in list(self.bot_listeners):
            listener(bot)

    def tell_of_call(self, call: ApiCall) -> None:
        for listener in list(self.call_listeners):
            listener(call)

    def _has_met(self, bot: BotAccount, person_id: int) -> bool:
        person = self.people.get(person_id)
        return person is not None and any(
            person in group.members and bot in group.members for group in self.groups.values()
        )
