"""The Bot API over HTTP, and the answer to one call from HTTP or from a webhook's answer."""

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.local_telegram import gaps
from bot.local_telegram.arguments import Arguments, read_request
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.call import Call, Described
from bot.local_telegram.faults import Faults, FloodGate, FloodLimits
from bot.local_telegram.methods import METHODS
from bot.local_telegram.methods.edits import EPHEMERAL
from bot.local_telegram.refusals import ApiError, Refusal, bad_request
from bot.local_telegram.world import ApiCall, World

_BY_LOWER_NAME = {name.lower(): name for name in (*METHODS, *gaps.METHODS)}

_log = logging.getLogger(__name__)


class Api:
    """The methods of the Bot API, with a log of calls and failures on demand.

    `asgi` serves them.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        """Everything that exists in this Telegram, for the pages that show it."""
        self.limits: FloodLimits | None = None
        """How fast bots may send; None, the initial value, means no limit."""
        self.refuses_calls = False
        """Whether calls are answered with 502 while webhooks are still sent."""
        self.knows_rich = True
        """Whether it knows rich messages; servers before Bot API 10.1 do not."""
        self._gate = FloodGate()
        self._faults = Faults()
        self._down = False
        endpoints: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/bot{token}/{method}": self._method,
            "/bot{token}/test/{method}": self._method,
            "/file/bot{token}/{path:path}": self._file,
        }
        self.asgi: ASGIApp = Starlette(
            routes=[Route(path, do, methods=["GET", "POST"]) for path, do in endpoints.items()],
            exception_handlers={
                ApiError: _refuse,
                HTTPException: _refuse,
                ClientDisconnect: nobody_there,
            },
        )

    @property
    def down(self) -> bool:
        """Whether calls are answered with 502 and webhooks are held back."""
        return self._down

    @down.setter
    def down(self, down: bool) -> None:
        self._down = down
        for bot in self.world.bots.values():
            if down:
                bot.polling.end(Refusal.DOWN)
            bot.queue.changes.notify()

    def fail(
        self,
        method: str,
        error_code: int,
        description: str,
        times: int = 1,
        retry_after: int | None = None,
        chat_id: int | None = None,
    ) -> None:
        """Make the next `times` calls of a method fail, for one chat or for all."""
        error = ApiError(error_code, description, retry_after=retry_after)
        self._faults.add(method, chat_id, error, times)

    async def call(self, bot: BotAccount, method: str, arguments: Arguments) -> dict[str, Any]:
        """Run a method and return the envelope of its result.

        Raises:
            ApiError: the call is refused.
        """
        name = _BY_LOWER_NAME.get(method.lower(), method)
        # Recorded before it runs, so that calls stay in the order of their arrival; listeners
        # hear of a call after it is answered.
        entry = ApiCall(bot, name, dict(arguments.fields), self.world.clock.now())
        self.world.record(entry)
        try:
            return await self._run(bot, name, arguments)
        except ApiError as error:
            entry.error = error
            raise
        finally:
            self.world.call_listeners.tell(entry)

    async def _run(self, bot: BotAccount, name: str, arguments: Arguments) -> dict[str, Any]:
        handler = METHODS.get(name)
        # An older server does not know the method, and ignores arguments that it does not know.
        if not self.knows_rich:
            handler = None if name == "sendRichMessage" else handler
            arguments = arguments.without("rich_message")
        if name in EPHEMERAL and not self.world.knows_ephemeral:
            handler = None
        if handler is None:
            _log.warning("%s: the local Telegram has no method %r", bot.username, name)
            if name in gaps.METHODS:
                raise bad_request(f"the local Telegram does not do {name}: {gaps.METHODS[name]}")
            raise Refusal.METHOD_NOT_FOUND.error()
        # A call that fails on demand does not count against the limits.
        self._faults.check(name, arguments)
        if self.limits is not None:
            now, chat_id = self.world.clock.now(), arguments.text("chat_id")
            self._gate.check(self.limits, bot.id, name, chat_id, now)
        result = handler(Call(self.world, bot, arguments))
        if inspect.isawaitable(result):
            result = await result
        if isinstance(result, Described):
            return {"ok": True, "result": True, "description": result.description}
        return {"ok": True, "result": result}

    async def _method(self, request: Request) -> Response:
        bot = self._bot(request)
        arguments = await read_request(request)
        return JSONResponse(await self.call(bot, request.path_params["method"], arguments))

    async def _file(self, request: Request) -> Response:
        self._bot(request)
        file = self.world.files.by_path(request.path_params["path"])
        if file is None:
            raise Refusal.NOT_FOUND.error()
        return Response(file.content, media_type="application/octet-stream")

    def _bot(self, request: Request) -> BotAccount:
        if self.down or self.refuses_calls:
            raise Refusal.DOWN.error()
        token = request.path_params["token"]
        number, colon, secret = token.partition(":")
        if not (number.isdecimal() and colon and secret):
            raise Refusal.TOKEN_MALFORMED.error()
        bot = self.world.bots.get(token) or self.newcomer(token)
        if bot is None:
            raise Refusal.TOKEN_UNKNOWN.error()
        return bot

    def newcomer(self, _token: str) -> BotAccount | None:
        """Return a new bot for an unknown token, or None where the token is refused."""
        return None


async def _refuse(_: Request, error: Exception) -> Response:
    """Answer with the error's code as the HTTP status too: some clients read only one of them."""
    # An unknown address or another HTTP method arrives as an exception of the framework.
    refusal = error if isinstance(error, ApiError) else Refusal.NOT_FOUND.error()
    wait = refusal.retry_after
    headers = {"Retry-After": str(wait)} if wait is not None else None
    return JSONResponse(refusal.as_json(), status_code=refusal.error_code, headers=headers)


async def nobody_there(_request: Request, _error: Exception) -> Response:
    """Answer a client that disconnected in mid-request, which is no error of the server."""
    return Response(status_code=400)
