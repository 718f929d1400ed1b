"""The ASGI app of the control interface and its page."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from bot.local_telegram.control.administration import Administering, BotLog
from bot.local_telegram.control.bodies import Nothing
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.message_json import MessageForms
from bot.local_telegram.control.own_origin import OwnOrigin
from bot.local_telegram.control.reads import Extension, Looking
from bot.local_telegram.control.recorder import Watcher
from bot.local_telegram.control.requests import HANDLERS, posted
from bot.local_telegram.control.user_actions import Acting
from bot.local_telegram.telegram import LocalTelegram

PAGE = Path(__file__).parent.parent / "page"
_ASK_AGAIN = {"Cache-Control": "no-cache"}


class ControlSite:
    """The control interface of a local Telegram, with the page.

    `asgi` is the app. `log` has the events for readers; a caller can add its own, and must close
    the log before it stops the server, because open streams delay the stop. `any_name` is that of
    `OwnOrigin`. `forget` answers `/api/reset`, which does not exist without it.
    """

    def __init__(
        self,
        telegram: LocalTelegram,
        log: EventLog | None = None,
        extension: Extension | None = None,
        *,
        any_name: bool = False,
        forget: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.log = log = log or EventLog()
        forms = MessageForms()
        self._watcher = Watcher(telegram, log, forms)
        routes: list[BaseRoute] = [
            Route("/", _page),
            *Looking(telegram, log, forms, extension).routes(),
            *Administering(telegram).routes(),
            *Acting(telegram, forms).routes(),
            *BotLog(telegram).routes(),
            *(extension.routes() if extension else ()),
            Mount("/static", _Static(directory=PAGE)),
        ]
        if forget is not None:
            routes.append(posted("/api/reset", Nothing, lambda *_: forget()))
        app = Starlette(routes=routes, exception_handlers=HANDLERS)
        self.asgi: ASGIApp = OwnOrigin(app, any_name=any_name)


async def _page(_: Request) -> Response:
    return FileResponse(PAGE / "index.html", headers=_ASK_AGAIN)


class _Static(StaticFiles):
    """Files that a browser revalidates each time by their ETag, since they change with versions."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(_ASK_AGAIN)
        return response
