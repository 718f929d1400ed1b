"""What every route does before its own function: check the key, then read the body."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from bot.service.api.reading import read_body
from bot.service.environment import Environment
from bot.service.errors import UnauthenticatedError

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ServiceRoute(APIRoute):
    """A route that needs the account's key and takes bodies as JSON or as form fields.

    FastAPI by itself reads a body before any dependency could look at the key, and reads either
    JSON or forms, never both.
    """

    def get_route_handler(self) -> Handler:
        """Wrap FastAPI's own handler."""
        handle = super().get_route_handler()

        async def handle_known(request: Request) -> Response:
            await check_key(request)
            return await handle(await _decoded(request) if self.body_field else request)

        return handle_known


async def check_key(request: Request) -> None:
    """Raise `UnauthenticatedError` unless the key is valid (contract: Authentication)."""
    environment: Environment = request.app.state.environment
    given = request.headers.get("x-api-key", "")
    if not await environment.keyring.opens(environment.name, given):
        raise UnauthenticatedError


async def _decoded(request: Request) -> Request:
    decoded = _DecodedRequest(request.scope, request.receive)
    decoded.data = await read_body(request)
    return decoded


class _DecodedRequest(Request):
    """A request whose body has been read; it looks like JSON to FastAPI."""

    data: object

    @property
    def headers(self) -> Headers:
        headers = super().headers.mutablecopy()
        headers["content-type"] = "application/json"
        return headers

    async def body(self) -> bytes:
        return b"decoded"

    async def json(self) -> object:
        return self.data
