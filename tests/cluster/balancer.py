"""A balancer as one stands before replicas: round robin, past those that do not answer."""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_LEFT_OUT_SECONDS = 5.0
_CONNECTION_HEADERS = frozenset({"connection", "keep-alive", "transfer-encoding", "host"})
_COMPUTED_HEADERS = frozenset({"content-length", "content-encoding", *_CONNECTION_HEADERS})


class Balancer:
    """Hands each request to the next of `origins`.

    Who does not answer within `patience` seconds is left out for a while. The request goes to the
    next one, if the first never had it, or if `repeats` says that it may have been done twice.
    """

    def __init__(self, origins: Sequence[str], *, patience: float, repeats: bool) -> None:
        self._origins = list(origins)
        self._repeats = repeats
        self._next = 0
        self._left_out_until: dict[str, float] = defaultdict(float)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        self._http = httpx.AsyncClient(timeout=patience, limits=limits, trust_env=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        answer = await self._answer(request, await request.body())
        await answer(scope, receive, send)

    async def close(self) -> None:
        await self._http.aclose()

    async def _answer(self, request: Request, body: bytes) -> Response:
        for origin in self._order():
            try:
                return await self._forward(origin, request, body)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                self._leave_out(origin)
            except httpx.HTTPError:
                self._leave_out(origin)
                if not self._repeats:
                    return Response(status_code=502)
        return Response(status_code=503)

    async def _forward(self, origin: str, request: Request, body: bytes) -> Response:
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        found = await self._http.request(
            request.method,
            f"{origin}{path}",
            headers=[
                (name, value)
                for name, value in request.headers.items()
                if name not in _CONNECTION_HEADERS
            ],
            content=body,
        )
        headers = {
            name: value for name, value in found.headers.items() if name not in _COMPUTED_HEADERS
        }
        return Response(found.content, found.status_code, headers)

    def _order(self) -> Iterator[str]:
        """Return all of them, those last that are left out."""
        self._next = (self._next + 1) % len(self._origins)
        turned = self._origins[self._next :] + self._origins[: self._next]
        now = time.monotonic()
        yield from sorted(turned, key=lambda origin: self._left_out_until[origin] > now)

    def _leave_out(self, origin: str) -> None:
        self._left_out_until[origin] = time.monotonic() + _LEFT_OUT_SECONDS
