"""What happens in the local Telegram, written down as the events that pages read."""

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from bot.local_telegram.chats import PrivateChat
from bot.local_telegram.control.chat_json import bot_json, header_json, id_for_people, user_json
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.finding import chats_of, people_in, people_who_see
from bot.local_telegram.control.message_json import MessageForms
from bot.local_telegram.messages import Author, Chat, ChatMessage
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.users import LocalUser
from bot.local_telegram.world import ChatEvent

_Head = tuple[ChatMessage | None, ChatMessage | None, int]
_BARE: _Head = (None, None, 0)


class Watcher:
    """Listens to a local Telegram from its making on."""

    def __init__(self, telegram: LocalTelegram, log: EventLog, forms: MessageForms) -> None:
        self._telegram = telegram
        self._log = log
        self._forms = forms
        self._heads: WeakKeyDictionary[Chat, _Head] = WeakKeyDictionary()
        self._tell: Mapping[str, Callable[[ChatEvent], None]] = {
            "sent": self._sent,
            "edited": self._changed,
            "reacted": self._changed,
            "deleted": self._deleted,
            "toast": self._toast,
            "pressed": self._pressed,
        }
        telegram.world.listeners.append(self._happened)
        telegram.world.chat_listeners.append(self._chat_changed)
        telegram.world.people_listeners.append(self._person_changed)
        telegram.world.bot_listeners.append(lambda bot: log.add("bot", bot_json(bot)))

    def _happened(self, event: ChatEvent) -> None:
        self._tell[event.kind](event)

    def _sent(self, event: ChatEvent) -> None:
        self._message(event, "sent", sound=not event.message.silent)
        self._look_at_head(event.chat)

    def _changed(self, event: ChatEvent) -> None:
        self._forms.changed(event.message)
        self._message(event, "edited", sound=False)

    def _message(self, event: ChatEvent, change: str, *, sound: bool) -> None:
        is_own = isinstance(event.chat, PrivateChat) and not event.message.from_bot
        form = self._forms.of(event.message)
        told = {"change": change, "sound": sound and not is_own, "message": form}
        self._log.add("message", _where(event.message) | told)
        self._forms.tell(event.message, self._log.last)

    def _deleted(self, event: ChatEvent) -> None:
        self._log.add("gone", _where(event.message) | {"message_id": event.message.message_id})
        self._look_at_head(event.chat)

    def _toast(self, event: ChatEvent) -> None:
        if event.toast is not None:
            told = {"text": event.toast.text, "alert": event.toast.show_alert}
            self._log.add(
                "toast", {"user_id": event.user.id, **told, "url": event.toast.url or None}
            )

    def _pressed(self, event: ChatEvent) -> None:
        told = {"message_id": event.message.message_id, "label": event.label}
        self._log.add(
            "pressed", {"user_id": event.user.id, "chat_id": id_for_people(event.chat), **told}
        )

    def _look_at_head(self, chat: Chat) -> None:
        """Tell of a chat's head if what has happened in it has changed it."""
        if self._heads.get(chat, _BARE) != _head_of(chat):
            self._chat_changed(chat)

    def _chat_changed(self, chat: Chat) -> None:
        self._heads[chat] = _head_of(chat)
        for user in people_in(chat):
            self._log.add("chat", header_json(user, chat))

    def _person_changed(self, person: Author) -> None:
        """Tell of a person, and of their chats: menus go by the language."""
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
