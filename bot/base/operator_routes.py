"""What operators and their tools ask of a program: whether it lives, is ready, and its figures."""

from collections.abc import Awaitable, Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.metrics import CONTENT_TYPE, bears
from bot.base.queue.writable import Writable


def operator_routes(
    database: Database, page: Callable[[], Awaitable[bytes]], token: str
) -> Sequence[Route]:
    """Return the routes; with a `token` the `page` of metrics is for those who show it."""

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
