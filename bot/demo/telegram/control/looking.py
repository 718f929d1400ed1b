"""What there is to read: everything at once, the earlier part of a chat, and files."""

import mimetypes
from collections.abc import Sequence
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.demo.telegram.control.chat_json import bot_json, header_json, user_json
from bot.demo.telegram.control.event_log import EventLog
from bot.demo.telegram.control.finding import Finder, chats_of, number_of
from bot.demo.telegram.control.message_json import MessageForms
from bot.demo.telegram.control.moments import moment
from bot.demo.telegram.control.refused import NotDone
from bot.demo.telegram.messages import Chat
from bot.demo.telegram.refusals import ApiError
from bot.demo.telegram.telegram import LocalTelegram
from bot.demo.telegram.users import LocalUser

_AT_ONCE = 100
_SHOWN_AS_THEY_ARE = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


class Extension(Protocol):
    """What somebody shows beside the chats: their part of the state, and addresses of their own."""

    def state(self) -> dict[str, Any]: ...

    def routes(self) -> Sequence[Route]: ...


class Looking:
    """Answers whoever only looks."""

    def __init__(
        self,
        telegram: LocalTelegram,
        log: EventLog,
        forms: MessageForms,
        extension: Extension | None,
    ) -> None:
        self._telegram = telegram
        self._finder = Finder(telegram)
        self._log = log
        self._forms = forms
        self._extension = extension

    def routes(self) -> list[Route]:
        return [
            Route("/api/state", self._state),
            Route("/api/users/{user_id}/chats/{chat_id}/messages", self._earlier),
            Route("/api/files/{file_id}", self._file),
        ]

    async def _state(self, _: Request) -> Response:
        # Nothing may happen between the chats and the number of the last event: no await here.
        world = self._telegram.world
        users = [user for user in world.people.values() if isinstance(user, LocalUser)]
        chats = [(user, chat) for user in users for chat in chats_of(self._telegram, user)]
        state = {
            "now": moment(world.clock.now()),
            "users": [user_json(user) for user in users],
            "bots": [bot_json(bot) for bot in world.bots.values()],
            "chats": [header_json(u, chat) | self._messages(chat, None) for u, chat in chats],
            "town": self._extension.state() if self._extension else None,
            "last_event": self._log.last,
        }
        return JSONResponse(state, headers={"Cache-Control": "no-store"})

    async def _earlier(self, request: Request) -> Response:
        place = self._finder.place(request)
        before = request.query_params.get("before")
        number = None if before is None else number_of(before, "before")
        return JSONResponse(self._messages(place.chat, number))

    def _messages(self, chat: Chat, before: int | None) -> dict[str, Any]:
        latest = chat.latest(_AT_ONCE + 1, before)
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
        # What somebody has sent must not run as a page of this origin.
        headers = {"Content-Disposition": "attachment"}
        return Response(file.content, media_type="application/octet-stream", headers=headers)
