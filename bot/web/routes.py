"""The bot's ASGI app: the two webhooks, and what operators look at."""

from collections.abc import Mapping

from sqlalchemy import literal, select
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.base.database import Database
from bot.base.refusal_brake import RefusalBrake
from bot.base.statements import Query, as_value
from bot.base.transaction import DatabaseFailed, Transaction
from bot.web.fleet_webhook import FleetWebhook
from bot.web.metrics import Metrics
from bot.web.telegram_webhook import TelegramWebhook
from bot.web.webhook_route import WebhookRoute

TELEGRAM_PATH = "/telegram/updates"

_ANYTHING = Query(select(literal(1).label("one")), as_value)


def fleet_path(environment: str) -> str:
    return f"/fleet/{environment}/events"


def make_app(
    database: Database,
    environment: str,
    fleet: FleetWebhook,
    telegram: TelegramWebhook | None,
) -> ASGIApp:
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

    brake = RefusalBrake(database.clock, "a wrong signature or secret")
    webhooks = {fleet_path(environment): WebhookRoute(fleet, "fleet", counters.webhooks, brake)}
    if telegram is not None:
        route = WebhookRoute(telegram, "telegram", counters.webhooks, brake)
        webhooks[TELEGRAM_PATH] = route
    routes = [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/metrics", metrics),
        *(Route(path, webhook, methods=["POST"]) for path, webhook in webhooks.items()),
    ]
    return _past_the_framework(webhooks, Starlette(routes=routes))


def _past_the_framework(webhooks: Mapping[str, ASGIApp], framework: ASGIApp) -> ASGIApp:
    """Lead posts straight to their webhook; all else, as another method, is the framework's."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        webhook = webhooks.get(scope["path"]) if is_post else None
        await (webhook or framework)(scope, receive, send)

    return app


def _answers(tx: Transaction) -> None:
    tx.one(_ANYTHING)
