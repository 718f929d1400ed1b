"""The bot's ASGI app: the two webhooks, and what operators look at."""

from collections.abc import Awaitable, Callable

from sqlalchemy import literal, select
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.base.database import Database
from bot.base.statements import Query, as_value
from bot.base.transaction import DatabaseFailed, Transaction
from bot.web.fleet_webhook import FleetWebhook
from bot.web.metrics import Metrics
from bot.web.telegram_webhook import TelegramWebhook

TELEGRAM_PATH = "/telegram/updates"

_ANYTHING = Query(select(literal(1).label("one")), as_value)

_Endpoint = Callable[[Request], Awaitable[Response]]


def fleet_path(environment: str) -> str:
    return f"/fleet/{environment}/events"


def make_app(
    database: Database,
    environment: str,
    fleet: FleetWebhook,
    telegram: TelegramWebhook | None,
) -> Starlette:
    """Put the app together; without `telegram` the bot polls, and updates have no route."""
    counters = Metrics()

    async def alive(_request: Request) -> Response:
        return PlainTextResponse("ok")

    async def ready(_request: Request) -> Response:
        try:
            await database.read(_answers)
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return PlainTextResponse("ok")

    async def metrics(_request: Request) -> Response:
        try:
            page = await counters.page(database)
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return Response(page, media_type="text/plain; version=0.0.4")

    routes = [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/metrics", metrics),
        Route(fleet_path(environment), _counted(counters, "fleet", fleet), methods=["POST"]),
    ]
    if telegram is not None:
        counted = _counted(counters, "telegram", telegram)
        routes.append(Route(TELEGRAM_PATH, counted, methods=["POST"]))
    return Starlette(routes=routes)


def _answers(tx: Transaction) -> None:
    tx.one(_ANYTHING)


def _counted(counters: Metrics, sender: str, endpoint: _Endpoint) -> _Endpoint:
    async def count(request: Request) -> Response:
        try:
            response = await endpoint(request)
        except HTTPException as error:
            counters.webhooks.labels(sender, str(error.status_code)).inc()
            raise
        counters.webhooks.labels(sender, str(response.status_code)).inc()
        return response

    return count
