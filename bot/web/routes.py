"""The bot's ASGI app: the two webhooks, and what operators look at."""

from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.http.auth_throttle import RefusalBrake
from bot.base.metrics import CONTENT_TYPE, bears
from bot.base.queue.writable import Writable
from bot.metrics import Metrics
from bot.web.fleet_webhook import FleetWebhook
from bot.web.telegram_webhook import TelegramWebhook
from bot.web.webhook_route import WebhookRoute

TELEGRAM_PATH = "/telegram/updates"


def fleet_path(environment: str) -> str:
    return f"/fleet/{environment}/events"


def make_app(
    database: Database,
    environment: str,
    fleet: FleetWebhook,
    telegram: TelegramWebhook | None,
    metrics: Metrics,
    metrics_token: str = "",
) -> ASGIApp:
    """Put the app together; without `telegram` the bot polls, and updates have no route.

    With `metrics_token` only who shows it may look at the metrics.
    """

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
        if metrics_token and not bears(request, metrics_token):
            raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
        try:
            page = await metrics.page(database)
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return Response(page, media_type=CONTENT_TYPE)

    brake = RefusalBrake(database.clock, "a wrong signature or secret")
    webhooks = {fleet_path(environment): WebhookRoute(fleet, "fleet", metrics, brake)}
    if telegram is not None:
        route = WebhookRoute(telegram, "telegram", metrics, brake)
        webhooks[TELEGRAM_PATH] = route
    routes = [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/metrics", shown),
        *(Route(path, webhook, methods=["POST"]) for path, webhook in webhooks.items()),
    ]
    return _past_the_framework(webhooks, Starlette(routes=routes))


def _past_the_framework(webhooks: Mapping[str, ASGIApp], framework: ASGIApp) -> ASGIApp:
    """Lead posts straight to their webhook; all else, as another method, is the framework's.

    An address that was entered with a slash at its end is the same one: the framework would send
    elsewhere, and most senders do not go there.
    """

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        webhook = webhooks.get(scope["path"].rstrip("/")) if is_post else None
        await (webhook or framework)(scope, receive, send)

    return app
