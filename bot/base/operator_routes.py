"""The routes for operators and their tools: whether a program lives and is ready, its metrics."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.metrics import CONTENT_TYPE, bears
from bot.base.queue import known_time

_WRITES_EVERY = 10.0
"""Seconds for which the last trial write counts: within them, no request makes another one."""


class Writable:
    """Writes one row now and then, to find out whether the program can work.

    A full disk can still be read, so only a write tells.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asking = asyncio.Lock()
        self._tried_at: float | None = None
        self._failure: DatabaseFailed | None = None

    async def check(self) -> None:
        """Make sure that a row could be written a moment ago.

        Raises:
            DatabaseFailed: it could not, or the file was removed or replaced.
        """
        self._database.ensure_its_file()
        async with self._asking:
            now = self._database.clock.elapsed()
            if self._tried_at is None or now - self._tried_at >= _WRITES_EVERY:
                self._failure = None
                try:
                    await self._database.write(known_time.rewrite)
                except DatabaseFailed as error:
                    self._failure = error
                self._tried_at = now
            await self._database.read(known_time.looked_up)
        if self._failure is not None:
            raise self._failure


def operator_routes(
    database: Database, page: Callable[[], Awaitable[bytes]], token: str
) -> Sequence[Route]:
    """Return the routes; with a `token`, only requests that carry it get the `page` of metrics."""

    async def alive(_request: Request) -> Response:
        return PlainTextResponse("ok")

    writable = Writable(database)

    async def ready(_request: Request) -> Response:
        try:
            await writable.check()
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return PlainTextResponse("ok")

    async def shown(request: Request) -> Response:
        if token and not bears(request, token):
            raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
        try:
            return Response(await page(), media_type=CONTENT_TYPE)
        except DatabaseFailed as error:
            raise HTTPException(503) from error

    return [Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", shown)]
