"""The app: the page, what it reads, and what it can ask for."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from bot.demo.telegram.control.acting import Acting
from bot.demo.telegram.control.administering import Administering
from bot.demo.telegram.control.event_log import EventLog
from bot.demo.telegram.control.event_stream import EventStream
from bot.demo.telegram.control.looking import Extension, Looking
from bot.demo.telegram.control.message_json import MessageForms
from bot.demo.telegram.control.own_origin import OwnOrigin
from bot.demo.telegram.control.refused import HANDLERS
from bot.demo.telegram.control.watching import Watcher
from bot.demo.telegram.telegram import LocalTelegram

PAGE = Path(__file__).parent.parent / "page"
_ASK_AGAIN = {"Cache-Control": "no-cache"}


class ControlSite:
    """A local Telegram's people and chats over HTTP, with the page that shows them.

    `asgi` is the app. `log` is what its readers are told; whoever has more to tell adds it there,
    and closes it before the server is stopped, or readers hold that up.
    """

    def __init__(
        self,
        telegram: LocalTelegram,
        log: EventLog | None = None,
        extension: Extension | None = None,
    ) -> None:
        self.log = log = log or EventLog()
        forms = MessageForms()
        self._watcher = Watcher(telegram, log, forms)
        routes = [
            Route("/", _page),
            Route("/api/events", EventStream(log, telegram.world.clock).answer),
            *Looking(telegram, log, forms, extension).routes(),
            *Administering(telegram).routes(),
            *Acting(telegram, forms).routes(),
            *(extension.routes() if extension else ()),
            Mount("/static", _Static(directory=PAGE)),
        ]
        self.asgi: ASGIApp = OwnOrigin(Starlette(routes=routes, exception_handlers=HANDLERS))


async def _page(_: Request) -> Response:
    return FileResponse(PAGE / "index.html", headers=_ASK_AGAIN)


class _Static(StaticFiles):
    """Files that may change with the next version: a browser asks each time, by their ETag."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(_ASK_AGAIN)
        return response
