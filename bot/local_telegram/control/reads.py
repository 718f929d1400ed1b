"""Requests that read: the whole state, the messages of a chat, toasts, files and events."""

import mimetypes
from collections.abc import Sequence
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.local_telegram.control.chat_json import bot_json, header_json, user_json
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.lookup import Finder, chats_of
from bot.local_telegram.control.message_json import MessageForms, moment, toast_json
from bot.local_telegram.control.requests import NotDone, awaited, fetched, number_of
from bot.local_telegram.messages import Chat
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.users import LocalUser

_AT_ONCE = 100
_SHOWN_AS_THEY_ARE = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp",
                                "video/mp4", "audio/mpeg"})  # fmt: skip


class Extension(Protocol):
    """An addition to the control interface: its part of the state, and its routes."""

    def state(self) -> dict[str, Any]: ...

    def routes(self) -> Sequence[Route]: ...


class Looking:
    """The routes of requests that only read."""

    def __init__(
        self,
        telegram: LocalTelegram,
        log: EventLog,
        forms: MessageForms,
        extension: Extension | None,
    ) -> None:
        self._telegram = telegram
        self._clock = telegram.world.clock
        self._finder = Finder(telegram)
        self._log = log
        self._forms = forms
        self._extension = extension

    def routes(self) -> list[Route]:
        return [
            fetched("/api/state", self._state),
            fetched("/api/users/{user_id}/chats/{chat_id}/messages", self._read),
            fetched("/api/users/{user_id}/toasts", self._toasts),
            Route("/api/files/{file_id}", self._file),
            Route("/api/events", self._events),
        ]

    async def _state(self, _: Request) -> object:
        # No await here: the number of the last event must be that of this state.
        world = self._telegram.world
        users = [user for user in world.people.values() if isinstance(user, LocalUser)]
        chats = [(user, chat) for user in users for chat in chats_of(self._telegram, user)]
        return {
            "now": moment(world.clock.now()),
            "users": [user_json(user) for user in users],
            "bots": [bot_json(bot) for bot in world.bots.values()],
            "chats": [header_json(u, chat) | self._messages(u, chat, None) for u, chat in chats],
            "town": self._extension.state() if self._extension else None,
            "last_event": self._log.last,
        }

    async def _read(self, request: Request) -> object:
        """Return the latest messages of a chat, those before one, or the new ones.

        New ones, for which it can wait, have a number above `after`, and were sent or edited after
        the event `since`.
        """
        wish = request.query_params
        if "after" not in wish and "since" not in wish:
            before = number_of(wish["before"], "before") if "before" in wish else None
            place = self._finder.place(request)
            shown = self._messages(place.user, place.chat, before)
            return {**shown, "last_event": self._log.last}
        after = number_of(wish.get("after", "0"), "after")
        since = number_of(wish.get("since", "-1"), "since")

        # Looked up each time: a chat with a bot may start while this waits.
        def newer() -> list[dict[str, Any]]:
            place = self._finder.place(request)
            return [
                self._forms.of(message)
                for message in place.chat.latest(place.user, _AT_ONCE)
                if message.message_id > after and self._forms.told(message) > since
            ]

        messages = await awaited(request, self._clock, self._log.changes.next, newer)
        return {"messages": messages, "has_earlier": False, "last_event": self._log.last}

    async def _toasts(self, request: Request) -> object:
        """Return the toasts of a person after a number, for which it can wait."""
        user = self._finder.user(request)
        after = number_of(request.query_params.get("after", "0"), "after")

        def newer() -> list[dict[str, Any]]:
            numbered = enumerate(user.toasts, start=1)
            return [{"n": n, **toast_json(toast)} for n, toast in numbered if n > after]

        return {"toasts": await awaited(request, self._clock, self._log.changes.next, newer)}

    def _messages(self, user: LocalUser, chat: Chat, before: int | None) -> dict[str, Any]:
        latest = chat.latest(user, _AT_ONCE + 1, before)
        shown = [self._forms.of(message) for message in latest[-_AT_ONCE:]]
        return {"messages": shown, "has_earlier": len(latest) > _AT_ONCE}

    async def _file(self, request: Request) -> Response:
        try:
            file = self._telegram.world.files.by_id(request.path_params["file_id"])
        except ApiError as error:
            raise NotDone(404, "There is no such file: take an address from a message.") from error
        kind = mimetypes.guess_type(file.name)[0] or ""
        if kind in _SHOWN_AS_THEY_ARE:
            return Response(file.content, media_type=kind)
        # Other types are only downloaded: a sent file must not run as a page of this origin.
        headers = {"Content-Disposition": "attachment"}
        return Response(file.content, media_type="application/octet-stream", headers=headers)

    async def _events(self, request: Request) -> Response:
        return self._log.stream(request, self._clock)
