"""A person: their account, what they see, and the messages they send, edit and delete."""

from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

from bot.local_telegram.attachments import (
    Attachment,
    Contact,
    Location,
    Media,
    Notice,
    Photo,
    Venue,
)
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import LEADING, GroupChat, MessageDraft, PrivateChat, member_json
from bot.local_telegram.formatting.detect import detected
from bot.local_telegram.formatting.entities import FormattedText
from bot.local_telegram.menus import ephemeral_bot
from bot.local_telegram.messages import Chat, ChatMessage, Content, Posting
from bot.local_telegram.world import Toast, World


class Where(TypedDict, total=False):
    """The chat, or the bot of a private chat; by default the private chat with the only bot."""

    chat: Chat | None
    bot: BotAccount | None


@dataclass(eq=False, repr=False)
class LocalPerson:
    """A person who sends messages, by default in the chat with the only bot."""

    _world: World
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str = "en"
    phone: str | None = None

    is_bot = False

    def as_json(self) -> dict[str, Any]:
        names = ("first_name", "last_name", "username", "language_code")
        given = {name: getattr(self, name) for name in names if getattr(self, name)}
        return {"id": self.id, "is_bot": False, **given}

    @property
    def toasts(self) -> list[Toast]:
        """The answers to pressed buttons, oldest first; silent answers have an empty text."""
        return self._world.toasts[self.id]

    @property
    def messages(self) -> list[ChatMessage]:
        """The messages in the chat with the only bot now, oldest first."""
        return self.chat().messages

    def sees(self, chat: Chat) -> list[ChatMessage]:
        """Return the messages that the person sees in a chat now, ephemeral ones included."""
        return chat.seen_by(self)

    @property
    def last(self) -> ChatMessage:
        """The newest message of the only bot; raises `LookupError` if there is none."""
        for message in reversed(self.messages):
            if message.from_bot:
                return message
        raise LookupError(f"the bot has not written to {self.first_name}")

    def chat(self, bot: BotAccount | None = None) -> PrivateChat:
        bot = bot or self._world.only_bot()
        return self._world.private_chats.get((self.id, bot.id)) or PrivateChat(self, bot)

    @property
    def draft(self) -> MessageDraft | None:
        """The draft that the only bot shows to the person, or None."""
        return self.chat().draft_at(self._world.clock.now())

    def stop_draft(self, bot: BotAccount | None = None) -> None:
        """Press the button that stops a bot's writing; raise `ValueError` if there is none."""
        chat = self.chat(bot)
        draft = chat.draft_at(self._world.clock.now())
        if draft is None or not draft.can_stop:
            raise ValueError("there is no draft that can be stopped")
        topic = draft.message.posting.thread_id
        thread = {"message_thread_id": topic} if topic else {}
        stopped = {"chat": chat.as_json(), "draft_id": draft.draft_id, **thread}
        chat.bot.queue.add("stopped_message_generation", chat.id, stopped)
        if not draft.keep_on_stop:
            chat.draft = None
        self._world.chat_listeners.tell(chat)

    def speak(self, language_code: str) -> None:
        """Use Telegram in another language from now on."""
        self.language_code = language_code
        self._world.people_listeners.tell(self)

    def block(self, bot: BotAccount | None = None, *, blocked: bool = True) -> None:
        """Block a bot, or unblock it."""
        account = bot or self._world.only_bot()
        chat = self._world.private_chat(self, account)
        before = member_json(chat, account)
        chat.blocked = blocked
        self._world.announce_membership(chat, account, self, before)
        self._world.chat_listeners.tell(chat)

    def unblock(self, bot: BotAccount | None = None) -> None:
        self.block(bot, blocked=False)

    def go_offline(self, *, offline: bool = True) -> None:
        """Go offline, which misses all ephemeral messages and their edits, or come online."""
        (self._world.offline.add if offline else self._world.offline.discard)(self)

    def deactivate(self) -> None:
        """Delete the account; every bot is refused from now on."""
        for (person_id, _), chat in self._world.private_chats.items():
            if person_id == self.id:
                chat.deactivated = True

    def _place(self, chat: Chat | None = None, bot: BotAccount | None = None) -> Chat:
        if chat is not None and not chat.private:
            return chat
        account = bot or self._world.only_bot()
        private = chat if chat is not None else self._world.private_chat(self, account)
        if isinstance(private, PrivateChat) and private.blocked:
            self.unblock(account)
        return private

    def _must_have_phone(self) -> str:
        if self.phone is None:
            raise ValueError(f"{self.first_name} has no phone number")
        return self.phone

    def write(
        self,
        text: str,
        *,
        reply_to: ChatMessage | None = None,
        topic: int | None = None,
        via: str | None = None,
        anonymous: bool = False,
        **where: Unpack[Where],
    ) -> ChatMessage:
        """Write a message; if the newest message forces a reply, reply to that by default.

        `via` is the username of a bot whose inline result was chosen. Only administrators can be
        `anonymous`; for others it raises `ValueError`. Only the bot sees a command that its menu
        marks as ephemeral, and a reply to its ephemeral message.
        """
        place = self._place(**where)
        if anonymous and place.status(self) not in LEADING:
            raise ValueError(f"{self.first_name} is not an administrator there")
        reply_to = reply_to or place.forcing_reply
        words = _words(text)
        receiver = ephemeral_bot(words, self, self.language_code, place)
        if reply_to is not None and reply_to.only_for is not None:
            receiver = reply_to.sender if reply_to.from_bot else reply_to.posting.receiver
        posting = Posting(
            reply_to=reply_to, thread_id=topic, via=via, anonymous=anonymous, receiver=receiver
        )
        return self._post(place, Content(words), posting)

    def edit(self, message: ChatMessage, text: str) -> None:
        self._must_own(message)
        self._world.change(message, message.with_words(_words(text)))

    def delete(self, message: ChatMessage) -> None:
        """Delete a message of the person's own; raise `ValueError` for any other."""
        self._must_own(message)
        self._world.remove(message)

    def share_contact(
        self,
        *,
        of: "LocalPerson | None" = None,
        forwarded: bool = False,
        via: str | None = None,
        reply_to: ChatMessage | None = None,
        **where: Unpack[Where],
    ) -> ChatMessage:
        """Send the phone number of the person, or `of` another, as a new or forwarded contact.

        Raises `ValueError` if that person has none.
        """
        owner = of or self
        contact = Contact(owner._must_have_phone(), owner.first_name, owner.last_name, owner.id)
        now = int(self._world.clock.now().timestamp())
        origin = {"type": "user", "sender_user": owner.as_json(), "date": now}
        posting = Posting(reply_to=reply_to, origin=origin if forwarded else None, via=via)
        return self._send(contact, posting=posting, **where)

    def share_location(
        self,
        latitude: float,
        longitude: float,
        live_period: int | None = None,
        *,
        via: str | None = None,
        **where: Unpack[Where],
    ) -> ChatMessage:
        """Send a location; with `live_period` (seconds) a live one, which `move` changes."""
        place = Location(latitude, longitude, live_period)
        return self._send(place, posting=Posting(via=via), **where)

    def move(self, message: ChatMessage, latitude: float, longitude: float) -> None:
        """Change the live location of a message."""
        location = self._live_location(message)
        self._relocate(message, replace(location, latitude=latitude, longitude=longitude))

    def stop_sharing(self, message: ChatMessage) -> None:
        self._relocate(message, replace(self._live_location(message), live_period=None))

    def send_photo(
        self,
        content: bytes = b"\xff\xd8\xff\xd9",
        *,
        caption: str = "",
        album: str | None = None,
        **where: Unpack[Where],
    ) -> ChatMessage:
        """Send a photo; photos with the same `album` name are one album."""
        files = self._world.files
        picture = Photo.of(files, files.add("photo", "photo.jpg", content))
        posting = Posting(album=album)
        return self._send(picture, caption=caption, posting=posting, **where)

    def send_document(
        self, content: bytes, name: str, *, caption: str = "", **where: Unpack[Where]
    ) -> ChatMessage:
        file = self._world.files.add("document", name, content)
        return self._send(Media("document", file), caption=caption, **where)

    def share_venue(
        self, latitude: float, longitude: float, title: str, address: str, **where: Unpack[Where]
    ) -> ChatMessage:
        """Send a location with a name and an address."""
        venue = Venue(Location(latitude, longitude), title, address)
        return self._send(venue, **where)

    def send_voice(self, *, seconds: int = 2, **where: Unpack[Where]) -> ChatMessage:
        file = self._world.files.add("voice", "voice.ogg", b"OggS")
        return self._send(Media("voice", file, {"duration": seconds}), **where)

    def send_sticker(self, emoji: str = "👍", **where: Unpack[Where]) -> ChatMessage:
        file = self._world.files.add("sticker", "sticker.webp", b"RIFF")
        return self._send(Media("sticker", file, {"emoji": emoji}), **where)

    def send_media(
        self,
        kind: str,
        content: bytes = b"\0\0\0\x18ftyp",
        name: str = "media.mp4",
        *,
        caption: str = "",
        **where: Unpack[Where],
    ) -> ChatMessage:
        """Send a "video", an "animation", an "audio" or a "video_note"."""
        file = self._world.files.add(kind, name, content)
        return self._send(Media(kind, file), caption=caption, **where)

    def forward(self, message: ChatMessage, **where: Unpack[Where]) -> ChatMessage:
        if message.only_for is not None:
            raise ValueError("an ephemeral message cannot be forwarded")
        posting = Posting(origin=message.as_origin())
        return self._post(self._place(**where), message.body, posting)

    def share_chat(
        self,
        request_id: int,
        chat: Chat,
        *,
        with_title: bool = False,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Share a chat with the bot under any `request_id`, even if it has not asked."""
        title = {"title": getattr(chat, "title", "")} if with_title else {}
        shared = {"request_id": request_id, "chat_id": chat.id, **title}
        return self._send(Notice({"chat_shared": shared}), bot=bot)

    def share_people(
        self,
        request_id: int,
        *people: "LocalPerson",
        with_name: bool = False,
        bot: BotAccount | None = None,
    ) -> ChatMessage:
        """Share people with the bot under any `request_id`, even if it has not asked."""
        users = [
            {"user_id": one.id, **({"first_name": one.first_name} if with_name else {})}
            for one in people
        ]
        shared = {"users_shared": {"request_id": request_id, "users": users}}
        return self._send(Notice(shared), bot=bot)

    def _send(
        self,
        attachment: Attachment,
        *,
        caption: str = "",
        posting: Posting | None = None,
        **where: Unpack[Where],
    ) -> ChatMessage:
        body = Content(_words(caption), attachment)
        return self._post(self._place(**where), body, posting or Posting())

    def _post(self, place: Chat, body: Content, posting: Posting) -> ChatMessage:
        if isinstance(place, GroupChat) and self in place.anonymous:
            posting = replace(posting, anonymous=True)
        return self._world.post(place, self, body, posting)

    def _must_own(self, message: ChatMessage) -> None:
        if message.sender is not self:
            raise ValueError(f"{self.first_name} did not write this message")

    def _live_location(self, message: ChatMessage) -> Location:
        self._must_own(message)
        if message.location is None or message.location.live_period is None:
            raise ValueError("this message is not a live location")
        return message.location

    def _relocate(self, message: ChatMessage, location: Location) -> None:
        self._world.change(message, replace(message.body, attachment=location))


def _words(text: str) -> FormattedText:
    return detected(FormattedText(text).trimmed())
