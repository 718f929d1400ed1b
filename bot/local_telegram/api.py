"""Answering one call, from whichever side it came, and the Bot API over HTTP."""

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.local_telegram.arguments import Arguments, read_request
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.call import Call, Described
from bot.local_telegram.faults import Faults, FloodGate, FloodLimits
from bot.local_telegram.methods import METHODS
from bot.local_telegram.methods.edits import EPHEMERAL
from bot.local_telegram.refusals import ApiError, Refusal
from bot.local_telegram.world import ApiCall, World

_BY_LOWER_NAME = {name.lower(): name for name in METHODS}
_VERBS = ["GET", "POST"]

_log = logging.getLogger(__name__)


class Api:
    """The methods, with a log of calls and what is to go wrong with them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gate = FloodGate()
        self.faults = Faults()
        self.limits: FloodLimits | None = None
        self.down = False
        self.refuses_calls = False
        self.knows_rich = True

    async def call(self, bot: BotAccount, method: str, arguments: Arguments) -> dict[str, Any]:
        """Run a method and return the envelope of its result; raises `ApiError`."""
        name = _BY_LOWER_NAME.get(method.lower(), method)
        entry = ApiCall(bot, name, dict(arguments.fields), self._world.clock.now())
        self._world.record(entry)
        try:
            return await self._run(bot, name, arguments)
        except ApiError as error:
            entry.error = error
            raise
        finally:
            self._world.tell_of_call(entry)

    async def _run(self, bot: BotAccount, name: str, arguments: Arguments) -> dict[str, Any]:
        handler = METHODS.get(name)
        if not self.knows_rich:
            handler = None if name == "sendRichMessage" else handler
            arguments = arguments.without("rich_message")
        if name in EPHEMERAL and not self._world.knows_ephemeral:
            handler = None
        if handler is None:
            _log.warning("%s: the local Telegram has no method %r", bot.username, name)
            raise Refusal.METHOD_NOT_FOUND.error()
        self.faults.check(name, arguments)
        if self.limits is not None:
            now, chat_id = self._world.clock.now(), arguments.text("chat_id")
            self._gate.check(self.limits, bot.id, name, chat_id, now)
        result = handler(Call(self._world, bot, arguments))
        if inspect.isawaitable(result):
            result = await result
        if isinstance(result, Described):
            return {"ok": True, "result": result.result, "description": result.description}
        return {"ok": True, "result": result}


class Routes:
    """Knows the paths and the envelopes, and closes when nobody is to get through."""

    def __init__(
        self, world: World, api: Api, newcomer: Callable[[str], BotAccount | None] | None = None
    ) -> None:
        self._world = world
        self._api = api
        self._newcomer = newcomer
        routes: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/bot{token}/{method}": self._method,
            "/bot{token}/test/{method}": self._method,
            "/file/bot{token}/{path:path}": self._file,
        }
        self.app = Starlette(
            routes=[Route(path, endpoint, methods=_VERBS) for path, endpoint in routes.items()],
            exception_handlers={
                ApiError: _refusal,
                HTTPException: _not_found,
                ClientDisconnect: _nobody_there,
            },
        )

    async def _method(self, request: Request) -> Response:
        bot = self._bot(request)
        arguments = await read_request(request)
        method = request.path_params["method"]
        return JSONResponse(await self._api.call(bot, method, arguments))

    async def _file(self, request: Request) -> Response:
        self._bot(request)
        file = self._world.files.by_path(request.path_params["path"])
        if file is None:
            raise Refusal.NOT_FOUND.error()
        return Response(file.content, media_type="application/octet-stream")

    def _bot(self, request: Request) -> BotAccount:
        if self._api.down or self._api.refuses_calls:
            raise Refusal.DOWN.error()
        token = request.path_params["token"]
        number, colon, secret = token.partition(":")
        if not (number.isdecimal() and colon and secret):
            raise Refusal.TOKEN_MALFORMED.error()
        bot = self._world.bots.get(token)
        if bot is None and self._newcomer is not None:
            bot = self._newcomer(token)
        if bot is None:
            raise Refusal.TOKEN_UNKNOWN.error()
        return bot


async def _refusal(_: Request, error: Exception) -> Response:
    """Answer with the status that the error has; clients look at either."""
    refusal = error if isinstance(error, ApiError) else Refusal.RESTART.error()
    wait = refusal.retry_after
    headers = {"Retry-After": str(wait)} if wait is not None else None
    return JSONResponse(refusal.as_json(), status_code=refusal.error_code, headers=headers)


async def _not_found(_request: Request, _error: Exception) -> Response:
    envelope = Refusal.NOT_FOUND.error()
    return JSONResponse(envelope.as_json(), status_code=envelope.error_code)


async def _nobody_there(_request: Request, _error: Exception) -> Response:
    """A bot that was killed while it spoke reads no answer; that is not a fault of this server."""
    return Response(status_code=400)
