"""The state of the local Telegram, its changes, and the events that listeners get."""

import copy
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypeVar

from bot.base.clock import Clock
from bot.local_telegram.attachments import FileStore, Invoice, Notice
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import ADMINISTRATOR, GroupChat, PrivateChat, member_json
from bot.local_telegram.formatting.entities import utf16_slice
from bot.local_telegram.markup import InlineKeyboard
from bot.local_telegram.messages import Author, Chat, ChatMessage, Content, Posting
from bot.local_telegram.polls import Poll
from bot.local_telegram.queries import CallbackQuery, InlineQuery, OpenQueries, PreCheckoutQuery
from bot.local_telegram.refusals import ApiError, Refusal

T = TypeVar("T")

ChatEventKind = Literal["sent", "edited", "deleted", "reacted", "toast", "pressed"]


@dataclass(frozen=True)
class Keeping:
    """How many of each thing are kept at most, so that a server can run for weeks."""

    calls: int = 100_000
    messages: int = 10_000
    """In each chat."""
    toasts: int = 1_000
    """Of each person."""
    files: int = 20_000
    file_bytes: int = 1024 * 1024 * 1024
    """Of all files together; a dropped file cannot be fetched or sent again."""


@dataclass(frozen=True)
class Toast:
    """The answer to a pressed button; silent answers have an empty text."""

    text: str
    show_alert: bool = False
    url: str | None = None


@dataclass(frozen=True)
class ChatEvent:
    """An event that people in a chat see.

    `user` is the person who wrote, pressed or gets the toast; `label` is the pressed button's.
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
    """One call of a bot, without its token; `error` is set if it was refused."""

    bot: Author
    method: str
    arguments: Mapping[str, str]
    at: datetime
    error: ApiError | None = None


class Listeners(list[Callable[[T], None]]):
    """Functions that are called with each piece of news of one kind."""

    def tell(self, news: T) -> None:
        # A copy: a listener may remove itself when it is called.
        for listener in list(self):
            listener(news)


class World:
    """People, bots, chats and files. Changes reach bots as updates and watchers as events."""

    def __init__(self, clock: Clock, *, local: bool = True, keeping: Keeping | None = None) -> None:
        self.clock = clock
        self.keeping = keeping or Keeping()
        self.local = local
        self.bots: dict[str, BotAccount] = {}
        self.people: dict[int, Author] = {}
        self.toasts: defaultdict[int, list[Toast]] = defaultdict(list)
        self.groups: dict[int, GroupChat] = {}
        self.private_chats: dict[tuple[int, int], PrivateChat] = {}
        self.files = FileStore(self.keeping.files, self.keeping.file_bytes)
        self.queries = OpenQueries(clock)
        self.offline: set[Author] = set()
        """The people whom ephemeral messages do not reach."""
        self.knows_ephemeral = True
        """Whether the server is as new as Bot API 10.3; an older one ignores the arguments for
        ephemeral messages, and shows these to everybody."""
        self.listeners = Listeners[ChatEvent]()
        self.chat_listeners = Listeners[Chat]()
        """Called with a chat when its keyboard, pins, menu, draft, title or members change."""
        self.people_listeners = Listeners[Author]()
        """Called with a person who is new or has changed."""
        self.bot_listeners = Listeners[BotAccount]()
        """Called with a new bot."""
        self.calls: list[ApiCall] = []
        self.call_listeners = Listeners[ApiCall]()
        """Called with a bot's call after it is answered."""

    def copy(self, clock: Clock) -> "World":
        """Return a copy with the same people, bots, chats and calls that uses `clock`."""
        # The memo of deepcopy puts the new clock wherever the old one was referenced.
        return copy.deepcopy(self, {id(self.clock): clock})

    def record(self, call: ApiCall) -> None:
        """Add a call to the log of calls."""
        self.calls.append(call)
        _trim(self.calls, self.keeping.calls)

    def show(self, toast: Toast, person: Author, message: ChatMessage) -> None:
        """Show a person the answer to the button that they have pressed under a message."""
        self.toasts[person.id].append(toast)
        _trim(self.toasts[person.id], self.keeping.toasts)
        if toast.text:
            self.tell(message, "toast", person, toast)

    def private_chat(self, person: Author, bot: BotAccount) -> PrivateChat:
        """Return the chat of a person with a bot; create it if there is none."""
        key = (person.id, bot.id)
        if key not in self.private_chats:
            self.private_chats[key] = PrivateChat(person, bot)
        return self.private_chats[key]

    def find_chat(self, bot: BotAccount, chat_id: int) -> Chat:
        """Return a chat that the bot knows; refuse any other as Telegram does."""
        private = self.private_chats.get((chat_id, bot.id))
        if private is not None:
            return private
        group = self.groups.get(chat_id)
        if group is not None and bot in group.members:
            return group
        if any(each.id == chat_id for each in self.bots.values()):
            raise Refusal.TO_A_BOT.error()
        # A bot that shares a group with a person knows them, but may not write to them first.
        person = self.people.get(chat_id)
        for group in self.groups.values():
            if person in group.members and bot in group.members:
                raise Refusal.NOT_STARTED.error()
        raise Refusal.CHAT_NOT_FOUND.error()

    def only_bot(self) -> BotAccount:
        """Return the only bot; raise `LookupError` unless there is exactly one."""
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
        """Add a message to a chat; listeners get an event, and bots an update."""
        message = chat.add(sender, body, posting or Posting(), self.clock.now())
        chat.forget_beyond(self.keeping.messages)
        # A bot does not learn that its message reaches nobody: it can still edit and delete it.
        if self._reaches(message):
            self.tell(message, "sent")
        elif isinstance(chat, GroupChat):
            chat.ephemeral.hide(message)
        self.inform(message, "message")
        return message

    def _reaches(self, message: ChatMessage) -> bool:
        return message.only_for not in self.offline

    def change(
        self, message: ChatMessage, body: Content, inline: InlineKeyboard | None = None
    ) -> ChatMessage:
        # A person who is offline misses the edit too, while the bot gets the usual answer.
        if not self._reaches(message):
            return message
        message.change(body, inline, self.clock.now())
        self.tell(message, "edited")
        self.inform(message, "edited_message")
        return message

    def react(self, message: ChatMessage, pictures: tuple[str, ...], by: Author) -> None:
        """Set the reaction emojis that a person or bot has under a message."""
        before = message.reacted.get(by, ())
        message.reacted[by] = pictures
        self.tell(message, "reacted")
        if pictures == before:
            return
        chat = message.chat
        update = {
            "message_id": message.message_id,
            "user": by.as_json(),
            "old_reaction": [{"type": "emoji", "emoji": each} for each in before],
            "new_reaction": [{"type": "emoji", "emoji": each} for each in pictures],
        }
        for bot in self.bots.values():
            sees = isinstance(chat, PrivateChat) and chat.bot is bot
            if bot is not by and (sees or chat.status(bot) == ADMINISTRATOR):
                self._queue_change(bot, "message_reaction", chat, update)

    def vote(self, voter: Author, message: ChatMessage, chosen: tuple[int, ...]) -> None:
        """Vote in a poll, and tell its sender; raise `ValueError` if the vote is not allowed."""
        if not isinstance(message.body.attachment, Poll):
            raise TypeError("this message is not a poll")
        poll = message.body.attachment.voted(voter.id, chosen)
        self.put_poll(message, poll)
        # The bot of an anonymous poll gets the counts alone, by a `poll` update.
        if isinstance(message.sender, BotAccount) and not poll.is_anonymous:
            answer = {
                "poll_id": poll.poll_id,
                "user": voter.as_json(),
                "option_ids": list(chosen),
                "option_persistent_ids": [str(option) for option in chosen],
            }
            message.sender.queue.add("poll_answer", message.chat.id, answer)

    def put_poll(self, message: ChatMessage, poll: Poll) -> None:
        """Replace the poll of a message by its new state, and tell the bot that sent it."""
        message.body = replace(message.body, attachment=poll)
        self.tell(message, "edited")
        if isinstance(message.sender, BotAccount):
            message.sender.queue.add("poll", message.chat.id, poll.poll_json())

    def remove(self, message: ChatMessage) -> None:
        """Remove a message from its chat; bots get no update."""
        chat = message.chat
        if message.only_for and isinstance(chat, GroupChat):
            # Its id is free immediately, but the phone of an offline person still shows it.
            chat.ephemeral.remove(message)
            if not self._reaches(message):
                return
            chat.ephemeral.hide(message)
        else:
            chat.remove(message)
        self.tell(message, "deleted")

    def press(self, user: Author, bot: BotAccount, message: ChatMessage, data: str) -> None:
        query = CallbackQuery(user, bot, self.clock.now(), message, data)
        self.queries.add(query)
        bot.queue.add("callback_query", message.chat.id, query.as_json())

    def check_out(self, user: Author, bot: BotAccount, message: ChatMessage) -> None:
        """Ask a bot whether a person may pay the invoice that it sent."""
        invoice = message.body.attachment
        if not isinstance(invoice, Invoice):
            raise TypeError("this message is not an invoice")
        query = PreCheckoutQuery(user, bot, self.clock.now(), message, invoice)
        self.queries.add(query)
        bot.queue.add("pre_checkout_query", message.chat.id, query.as_json())

    def search(self, user: Author, bot: BotAccount, text: str) -> InlineQuery:
        query = InlineQuery(user, bot, self.clock.now(), text)
        self.queries.add(query)
        bot.queue.add("inline_query", user.id, query.as_json())
        return query

    def announce_membership(
        self, chat: Chat, party: Author, by: Author, old: dict[str, Any]
    ) -> None:
        """Tell bots that a member's status in a chat changed; `old` is the former `ChatMember`.

        A bot always gets updates about itself. About others it gets them as an administrator, if
        it allows `chat_member`.
        """
        members = {"old_chat_member": old, "new_chat_member": member_json(chat, party)}
        update = {"from": by.as_json(), **members}
        for bot in self.bots.values():
            if bot is party or chat.status(bot) == ADMINISTRATOR:
                kind = "my_chat_member" if bot is party else "chat_member"
                self._queue_change(bot, kind, chat, update)

    def tell_of_request(self, group: GroupChat, person: Author) -> None:
        """Tell the bots that may approve join requests that a person wants to join."""
        request = {"from": person.as_json(), "user_chat_id": person.id}
        for bot in self.bots.values():
            if group.leads(bot) and group.may(bot, "can_invite_users"):
                self._queue_change(bot, "chat_join_request", group, request)

    def _queue_change(
        self, bot: BotAccount, kind: str, chat: Chat, change: Mapping[str, object]
    ) -> None:
        """Queue an update about a change in a chat, with the chat and the time."""
        now = int(self.clock.now().timestamp())
        bot.queue.add(kind, chat.id, {"chat": chat.as_json(), "date": now, **change})

    def inform(self, message: ChatMessage, kind: str) -> None:
        """Queue an update about a message for every bot that gets it, except its sender."""
        # Built once, since all bots get the same JSON.
        content = message.as_json()
        bots = [party for party in message.chat.parties() if isinstance(party, BotAccount)]
        for bot in bots:
            if bot is not message.sender and _hears(bot, message):
                bot.queue.add(kind, message.chat.id, content)

    def tell(
        self,
        message: ChatMessage,
        kind: ChatEventKind,
        user: Author | None = None,
        toast: Toast | None = None,
        label: str | None = None,
    ) -> None:
        """Tell the listeners of an event in a chat."""
        chat = message.chat
        # In a private chat the event belongs to the person, even if the bot acts.
        reader = chat.person if isinstance(chat, PrivateChat) else message.sender
        whose = user or message.only_for or reader
        event = ChatEvent(kind, chat, whose, message, self.clock.now(), toast, label)
        self.listeners.tell(event)

    def tell_of_menus(self, bot: BotAccount) -> None:
        """Tell the listeners of all chats that show a bot's menu of commands."""
        private = [chat for chat in self.private_chats.values() if chat.bot is bot]
        groups = [group for group in self.groups.values() if bot in group.members]
        for chat in [*private, *groups]:
            self.chat_listeners.tell(chat)


def _trim(kept: list[T], most: int) -> None:
    """Drop the oldest items of a list that is too long, and a tenth of `most` with them.

    Dropping several at a time makes the moves of the list rare.
    """
    if len(kept) > most:
        del kept[: len(kept) - most + most // 10]


def _hears(bot: BotAccount, message: ChatMessage) -> bool:
    """Return whether a bot in the chat gets an update about a message of another sender.

    Only the bot that an ephemeral message is for gets it. Bots never get messages of other bots.
    With privacy mode, the default of @BotFather, a bot that is not an administrator gets only the
    group messages that concern it.
    """
    chat, replied = message.chat, message.reply_to
    if message.posting.receiver is not None:
        return message.posting.receiver is bot
    if chat.private or isinstance(message.body.attachment, Notice):
        return True
    if message.sender.is_bot:
        return False
    if bot.can_read_all_group_messages or chat.status(bot) == ADMINISTRATOR:
        return True
    if replied is not None and replied.sender is bot:
        return True
    return message.posting.via == bot.username or _names(bot, message)


def _names(bot: BotAccount, message: ChatMessage) -> bool:
    """Return whether a command or a mention in a message is for the bot."""
    own = f"@{bot.username}".lower()
    for entity in message.entities:
        words = utf16_slice(message.body.words.text, entity.offset, entity.length).lower()
        if entity.type == "mention" and words == own:
            return True
        if entity.type == "text_mention" and (entity.user or {}).get("id") == bot.id:
            return True
        if entity.type == "bot_command":
            if words.endswith(own):
                return True
            # A command without a bot's name is for the bot that spoke last.
            speakers = (each.sender for each in reversed(message.chat.messages) if each.from_bot)
            if "@" not in words and next(speakers, bot) is bot:
                return True
    return False
