"""A person with a phone: who they are, what they see, and with which bots they are at odds."""

from dataclasses import dataclass
from typing import Any

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.chats import PrivateChat, member_json
from bot.local_telegram.messages import Chat, ChatMessage
from bot.local_telegram.world import Toast, World


@dataclass(eq=False, repr=False)
class LocalPerson:
    """Somebody as everybody else knows them; what they say and press is built on this."""

    _world: World
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str = "en"
    phone: str | None = None

    is_bot = False

    def as_json(self) -> dict[str, Any]:
        told = ("first_name", "last_name", "username", "language_code")
        known = {name: getattr(self, name) for name in told if getattr(self, name)}
        return {"id": self.id, "is_bot": False, **known}

    @property
    def toasts(self) -> list[Toast]:
        """The answers to pressed buttons, oldest first; silent ones have an empty text."""
        return self._world.toasts[self.id]

    @property
    def messages(self) -> list[ChatMessage]:
        """What the person sees in the chat with the only bot now, oldest first."""
        return self.chat().messages

    def sees(self, chat: Chat) -> list[ChatMessage]:
        """Return what the person sees in a chat now, what is for them alone included."""
        return chat.seen_by(self)

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

    def speak(self, language_code: str) -> None:
        """Have Telegram in another language from now on."""
        self.language_code = language_code
        self._world.tell_of_person(self)

    def block(self, bot: BotAccount | None = None) -> None:
        self._set_blocked(blocked=True, bot=bot)

    def unblock(self, bot: BotAccount | None = None) -> None:
        self._set_blocked(blocked=False, bot=bot)

    def go_offline(self, *, offline: bool = True) -> None:
        """Miss every ephemeral message and its edits, or be there for them again."""
        (self._world.offline.add if offline else self._world.offline.discard)(self)

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

    def _must_have_phone(self) -> str:
        if self.phone is None:
            raise ValueError(f"{self.first_name} has no phone number")
        return self.phone

    def _set_blocked(self, *, blocked: bool, bot: BotAccount | None) -> None:
        account = bot or self._world.only_bot()
        chat = self._world.private_chat(self, account)
        before = member_json(chat, account)
        chat.blocked = blocked
        self._world.announce_membership(chat, account, self, before)
        self._world.tell_of_chat(chat)
