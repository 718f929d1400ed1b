"""The recorder of what happens in the local Telegram, as events for pages."""

from typing import Any
from weakref import WeakKeyDictionary

from bot.local_telegram.chats import PrivateChat
from bot.local_telegram.control.chat_json import bot_json, header_json, id_for_people, user_json
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.lookup import chats_of, people_in, people_who_see
from bot.local_telegram.control.message_json import MessageForms, toast_json
from bot.local_telegram.messages import Author, Chat, ChatMessage
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.users import LocalUser
from bot.local_telegram.world import ChatEvent

_Head = tuple[ChatMessage | None, ChatMessage | None, int]
_BARE: _Head = (None, None, 0)


class Watcher:
    """Listens to a local Telegram, and adds events to the log."""

    def __init__(self, telegram: LocalTelegram, log: EventLog, forms: MessageForms) -> None:
        self._telegram = telegram
        self._log = log
        self._forms = forms
        self._heads: WeakKeyDictionary[Chat, _Head] = WeakKeyDictionary()
        telegram.world.listeners.append(self._happened)
        telegram.world.chat_listeners.append(self._chat_changed)
        telegram.world.people_listeners.append(self._person_changed)
        telegram.world.bot_listeners.append(lambda bot: log.add("bot", bot_json(bot)))

    def _happened(self, event: ChatEvent) -> None:
        message, chat = event.message, event.chat
        match event.kind:
            case "sent":
                is_own = isinstance(chat, PrivateChat) and not message.from_bot
                self._tell_of(message, "sent", sound=not message.silent and not is_own)
                self._look_at_head(chat)
            case "edited" | "reacted":
                self._forms.changed(message)
                self._tell_of(message, "edited", sound=False)
            case "deleted":
                self._log.add("gone", _where(message) | {"message_id": message.message_id})
                self._look_at_head(chat)
            case "toast" if event.toast is not None:
                self._log.add("toast", {"user_id": event.user.id, **toast_json(event.toast)})
            case "pressed":
                pressed = {
                    "user_id": event.user.id,
                    "chat_id": id_for_people(chat),
                    "message_id": message.message_id,
                    "label": event.label,
                }
                self._log.add("pressed", pressed)

    def _tell_of(self, message: ChatMessage, change: str, *, sound: bool) -> None:
        change_json = {"change": change, "sound": sound, "message": self._forms.of(message)}
        self._log.add("message", _where(message) | change_json)
        self._forms.tell(message, self._log.last)

    def _look_at_head(self, chat: Chat) -> None:
        """Add an event about a chat if its keyboard, forced reply or pins have changed."""
        # Most messages change none of these, so no event is needed.
        if self._heads.get(chat, _BARE) != _head_of(chat):
            self._chat_changed(chat)

    def _chat_changed(self, chat: Chat) -> None:
        self._heads[chat] = _head_of(chat)
        for user in people_in(chat):
            self._log.add("chat", header_json(user, chat))

    def _person_changed(self, person: Author) -> None:
        """Add events about a person and their chats, since menus depend on the language."""
        if isinstance(person, LocalUser):
            self._log.add("user", user_json(person))
            for chat in chats_of(self._telegram, person):
                self._log.add("chat", header_json(person, chat))


def _head_of(chat: Chat) -> _Head:
    return chat.keyboard_message, chat.forcing_reply, len(chat.pinned)


def _where(message: ChatMessage) -> dict[str, Any]:
    chat = message.chat
    bot_id = chat.bot.id if isinstance(chat, PrivateChat) else None
    user_ids = [user.id for user in people_who_see(message)]
    return {"user_ids": user_ids, "chat_id": id_for_people(chat), "bot_id": bot_id}
