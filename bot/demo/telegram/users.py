"""People with a phone: what they write, press and share, and what they see."""

from dataclasses import replace
from typing import Any, TypeVar

from bot.demo.telegram.attachments import (
    Attachment,
    Contact,
    Document,
    Location,
    Notice,
    Photo,
    Sticker,
    Venue,
    Voice,
)
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.chats import (
    ADMINISTRATOR,
    OWNER,
    PRESENT,
    GroupChat,
    PrivateChat,
    member_json,
)
from bot.demo.telegram.choices import ChatChoice, PeopleChoice
from bot.demo.telegram.formatting.detect import detected
from bot.demo.telegram.formatting.entities import FormattedText
from bot.demo.telegram.markup import InlineButton, ReplyKey, ReplyKeyboard
from bot.demo.telegram.messages import Chat, ChatMessage, Content, Posting
from bot.demo.telegram.pressing import deep_link, find_button
from bot.demo.telegram.queries import InlineQuery
from bot.demo.telegram.world import Toast, World

ChoiceT = TypeVar("ChoiceT", ChatChoice, PeopleChoice)


class LocalUser:
    """A person. Everything happens in the chat with the only bot, unless told otherwise."""

    def __init__(
        self,
        world: World,
        *,
        user_id: int,
        first_name: str,
        last_name: str | None = None,
        username: str | None = None,
        language_code: str = "en",
        phone: str | None = None,
    ) -> None:
        self._world = world
        self.id = user_id
        self.first_name = first_name
        self.last_name = last_name
        self.username = username
        self.language_code = language_code
        self.phone = phone

    @property
    def is_bot(self) -> bool:
        return False

    def as_json(self) -> dict[str, Any]:
        names = {
            "first_name": self.first_name,
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language_code,
        }
        known = {name: value for name, value in names.items() if value}
        return {"id": self.id, "is_bot": False, **known}

    @property
    def toasts(self) -> list[Toast]:
        """The answers to pressed buttons, oldest first; silent ones have an empty text."""
        return self._world.toasts[self.id]

    @property
    def messages(self) -> list[ChatMessage]:
        """What the person sees in the chat with the only bot now, oldest first."""
        return self.chat().messages

    @property
    def last(self) -> ChatMessage:
        """The newest message from the only bot; raises `LookupError` where there is none."""
        for message in reversed(self.messages):
            if message.from_bot:
                return message
        raise LookupError(f"the bot has not written to {self.first_name}")

    def chat(self, bot: BotAccount | None = None) -> PrivateChat:
        bot = bot or self._world.only_bot()
        return self._world.private_chats.get((self.id, bot.id)) or PrivateChat(self, bot)

    def write(
        self,
        text: str,
        *,
        reply_to: ChatMessage | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
        topic: int | None = None,
        via: str | None = None,
        anonymous: bool = False,
    ) -> ChatMessage:
        """Write a message; after a forced reply it answers that message.

        `via` is the name of a bot whose inline answer was chosen. Only administrators can be
        `anonymous`.
        """
        place = self._place(chat, bot)
        if anonymous and place.status(self) not in {OWNER, ADMINISTRATOR}:
            raise ValueError(f"{self.first_name} is no administrator there")
        reply_to = reply_to or place.forcing_reply
        return self._world.post(
            place,
            self,
            Content(_words(text)),
            Posting(reply_to=reply_to, thread_id=topic, via=via, anonymous=anonymous),
        )

    def edit(self, message: ChatMessage, text: str) -> None:
        self._must_own(message)
        self._world.change(message, message.with_words(_words(text)))

    def delete(self, message: ChatMessage) -> None:
        """Take back a message of one's own."""
        self._must_own(message)
        self._world.remove(message)

    def speak(self, language_code: str) -> None:
        """Have Telegram in another language from now on."""
        self.language_code = language_code
        self._world.tell_of_person(self)

    def press(
        self,
        label: str,
        *,
        message: ChatMessage | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> None:
        """Press the newest button whose label equals or contains `label`.

        Links that start the bot start it; other links and copied texts only show as an event.
        Raises `NoSuchButton`, which lists the buttons that are there.
        """
        found = find_button(message.chat if message else self._place(chat, bot), label, message)
        if isinstance(found.button, ReplyKey):
            self.press_key(found.message, found.button)
        else:
            self.press_button(found.message, found.button)

    def press_button(self, message: ChatMessage, button: InlineButton) -> None:
        """Press this very button under a message."""
        self._world.tell(message, "pressed", self, label=button.label)
        self._press_inline(message, button)

    def press_key(
        self, message: ChatMessage, key: ReplyKey, place: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        """Press this very key of the keyboard that came with a message; `place` is where one is.

        Raises `TypeError` where the key asks for a choice, `ValueError` where one has no number.
        """
        if key.choice is not None:
            raise TypeError(f"{key.label!r} asks for a choice")
        if key.request_contact:
            self._must_have_phone()
        self._world.tell(message, "pressed", self, label=key.label)
        self._put_away(message)
        if key.request_contact:
            self.share_contact(reply_to=message, chat=message.chat, bot=self._author(message))
        elif key.request_location:
            self.share_location(*place, chat=message.chat, bot=self._author(message))
        else:
            self.write(key.label, chat=message.chat, bot=self._author(message))

    def press_data(self, data: str, *, message: ChatMessage) -> None:
        """Send a callback that no button of the message holds."""
        self._world.press(self, self._author(message), message, data)

    def choose_group(self, label: str, group: GroupChat) -> ChatMessage:
        """Press a key that asks for a group, and choose this one.

        Raises `ValueError` where Telegram would not offer it: somebody chooses among the groups
        that they are in, and of these among those that fit.
        """
        return self._give_group(*self._press_choice(label, ChatChoice), group)

    def give_group(self, message: ChatMessage, key: ReplyKey, group: GroupChat) -> ChatMessage:
        """Press this very key, which asks for a group, and choose this one."""
        return self._give_group(message, self._choice_of(message, key, ChatChoice), group)

    def _give_group(
        self, message: ChatMessage, choice: ChatChoice, group: GroupChat
    ) -> ChatMessage:
        bot = self._author(message)
        if group.status(self) not in PRESENT:
            raise ValueError(f"{self.first_name} is not in {group.title}")
        if choice.bot_is_member and group.status(bot) not in PRESENT:
            raise ValueError(f"the bot is not in {group.title}")
        if choice.adds_bot:
            before = member_json(group, bot)
            group.members[bot] = ADMINISTRATOR
            self._world.announce_membership(group, bot, self, before)
        return self.share_chat(choice.request_id, group, with_title=choice.with_title, bot=bot)

    def choose_person(self, label: str, *people: "LocalUser") -> ChatMessage:
        """Press a key that asks for people, and choose these."""
        return self._give_people(*self._press_choice(label, PeopleChoice), *people)

    def give_people(self, message: ChatMessage, key: ReplyKey, *people: "LocalUser") -> ChatMessage:
        """Press this very key, which asks for people, and choose these."""
        return self._give_people(message, self._choice_of(message, key, PeopleChoice), *people)

    def _give_people(
        self, message: ChatMessage, choice: PeopleChoice, *people: "LocalUser"
    ) -> ChatMessage:
        if not 0 < len(people) <= choice.most:
            raise ValueError(f"{choice.most} can be chosen")
        bot = self._author(message)
        return self.share_people(choice.request_id, *people, with_name=choice.with_name, bot=bot)

    def share_chat(
        self,
        request_id: int,
        chat: Chat,
        *,
        with_title: bool = False,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Tell the bot of a group under any number, whatever it has asked for."""
        title = {"title": getattr(chat, "title", "")} if with_title else {}
        shared = {"request_id": request_id, "chat_id": chat.id, **title}
        return self._send(Notice({"chat_shared": shared}), bot=bot)

    def share_people(
        self,
        request_id: int,
        *people: "LocalUser",
        with_name: bool = False,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Tell the bot of people under any number, whatever it has asked for."""
        users = [
            {"user_id": one.id, **({"first_name": one.first_name} if with_name else {})}
            for one in people
        ]
        shared = {"users_shared": {"request_id": request_id, "users": users}}
        return self._send(Notice(shared), bot=bot)

    def share_contact(
        self,
        *,
        of: "LocalUser | None" = None,
        forwarded: bool = False,
        via: str | None = None,
        reply_to: ChatMessage | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Send a phone number, the own one or someone else's: new, forwarded or via a bot."""
        owner = of or self
        contact = Contact(owner._must_have_phone(), owner.first_name, owner.last_name, owner.id)
        message = {"type": "user", "sender_user": owner.as_json(), "date": self._seconds()}
        posting = Posting(reply_to=reply_to, origin=message if forwarded else None, via=via)
        return self._send(contact, posting=posting, chat=chat, bot=bot)

    def share_location(
        self,
        latitude: float,
        longitude: float,
        live_period: int | None = None,
        *,
        via: str | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Send a place; with `live_period` (seconds) one that `move` moves on."""
        place = Location(latitude, longitude, live_period)
        return self._send(place, posting=Posting(via=via), chat=chat, bot=bot)

    def move(self, message: ChatMessage, latitude: float, longitude: float) -> None:
        """Be somewhere else while a live location is shared."""
        location = self._live_location(message)
        self._relocate(message, replace(location, latitude=latitude, longitude=longitude))

    def stop_sharing(self, message: ChatMessage) -> None:
        self._relocate(message, replace(self._live_location(message), live_period=None))

    def send_photo(
        self,
        content: bytes = b"\xff\xd8\xff\xd9",
        *,
        caption: str = "",
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        files = self._world.files
        picture = Photo.of(files, files.add("photo", "photo.jpg", content))
        return self._send(picture, caption=caption, chat=chat, bot=bot)

    def send_document(
        self,
        content: bytes,
        name: str,
        *,
        caption: str = "",
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        file = self._world.files.add("document", name, content)
        return self._send(Document(file), caption=caption, chat=chat, bot=bot)

    def share_venue(
        self,
        latitude: float,
        longitude: float,
        title: str,
        address: str,
        *,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Send a place that has a name and an address."""
        venue = Venue(Location(latitude, longitude), title, address)
        return self._send(venue, chat=chat, bot=bot)

    def send_voice(
        self, *, seconds: int = 2, chat: Chat | None = None, bot: BotAccount | None = None
    ) -> ChatMessage:
        file = self._world.files.add("voice", "voice.ogg", b"OggS")
        return self._send(Voice(file, seconds), chat=chat, bot=bot)

    def send_sticker(
        self, emoji: str = "👍", *, chat: Chat | None = None, bot: BotAccount | None = None
    ) -> ChatMessage:
        file = self._world.files.add("sticker", "sticker.webp", b"RIFF")
        return self._send(Sticker(file, emoji), chat=chat, bot=bot)

    def search(self, text: str, *, bot: BotAccount | None = None) -> InlineQuery:
        """Type behind the bot's name; the answer appears as the query's `results`."""
        return self._world.search(self, bot or self._world.only_bot(), text)

    def forward(
        self, message: ChatMessage, *, chat: Chat | None = None, bot: BotAccount | None = None
    ) -> ChatMessage:
        return self._world.post(
            self._place(chat, bot), self, message.body, Posting(origin=message.as_origin())
        )

    def block(self, bot: BotAccount | None = None) -> None:
        self._set_blocked(blocked=True, bot=bot)

    def unblock(self, bot: BotAccount | None = None) -> None:
        self._set_blocked(blocked=False, bot=bot)

    def deactivate(self) -> None:
        """Delete the account; every bot is refused from now on."""
        for (person_id, _), chat in self._world.private_chats.items():
            if person_id == self.id:
                chat.deactivated = True

    def _place(self, chat: Chat | None, bot: BotAccount | None) -> Chat:
        if chat is not None and not chat.private:
            return chat
        account = bot or self._world.only_bot()
        private = chat if chat is not None else self._world.private_chat(self, account)
        if isinstance(private, PrivateChat) and private.blocked:
            self.unblock(account)
        return private

    def _send(
        self,
        attachment: Attachment,
        *,
        caption: str = "",
        posting: Posting | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        body = Content(_words(caption), attachment)
        return self._world.post(self._place(chat, bot), self, body, posting)

    def _press_inline(self, message: ChatMessage, button: InlineButton) -> None:
        if button.data is not None:
            self._world.press(self, self._author(message), message, button.data)
            return
        start = deep_link(button.url or "")
        bot = self._world.bot_named(start[0]) if start else None
        if start and bot:
            self.write(f"/start {start[1]}".rstrip(), bot=bot)

    def _press_choice(self, label: str, kind: type[ChoiceT]) -> tuple[ChatMessage, ChoiceT]:
        found = find_button(self.chat(), label)
        return found.message, self._choice_of(found.message, found.button, kind)

    def _choice_of(
        self, message: ChatMessage, key: ReplyKey | InlineButton, kind: type[ChoiceT]
    ) -> ChoiceT:
        """Press a key that asks for a choice, and return what it asks for."""
        if not isinstance(key, ReplyKey) or not isinstance(key.choice, kind):
            raise TypeError(f"{key.label!r} asks for something else")
        self._world.tell(message, "pressed", self, label=key.label)
        self._put_away(message)
        return key.choice

    def _must_have_phone(self) -> str:
        if self.phone is None:
            raise ValueError(f"{self.first_name} has no phone number")
        return self.phone

    def _put_away(self, message: ChatMessage) -> None:
        """Let keys go that are there for once."""
        markup = message.posting.markup
        if isinstance(markup, ReplyKeyboard) and markup.one_time:
            message.chat.keyboard_message = None
            self._world.tell_of_chat(message.chat)

    def _author(self, message: ChatMessage) -> BotAccount:
        if not isinstance(message.sender, BotAccount):
            raise TypeError("only messages from bots have buttons")
        return message.sender

    def _must_own(self, message: ChatMessage) -> None:
        if message.sender is not self:
            raise ValueError(f"{self.first_name} did not write this message")

    def _live_location(self, message: ChatMessage) -> Location:
        self._must_own(message)
        if message.location is None or message.location.live_period is None:
            raise ValueError("this message is no live location")
        return message.location

    def _relocate(self, message: ChatMessage, location: Location) -> None:
        self._world.change(message, replace(message.body, attachment=location))

    def _set_blocked(self, *, blocked: bool, bot: BotAccount | None) -> None:
        account = bot or self._world.only_bot()
        chat = self._world.private_chat(self, account)
        before = member_json(chat, account)
        chat.blocked = blocked
        self._world.announce_membership(chat, account, self, before)
        self._world.tell_of_chat(chat)

    def _seconds(self) -> int:
        return int(self._world.clock.now().timestamp())


def _words(text: str) -> FormattedText:
    return detected(FormattedText(text).trimmed())
