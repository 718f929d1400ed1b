"""The bot's ASGI app: the two webhooks, the pages of parcels, and the operators' routes."""

from collections.abc import Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.base.database.database import Database
from bot.base.http.auth_throttle import RefusalBrake
from bot.base.operator_routes import operator_routes
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
    pages: Sequence[Route] = (),
) -> ASGIApp:
    """Put the app together; without `telegram` the bot polls, and updates have no route.

    With a `metrics_token` only a request that shows it gets the metrics. `pages` are for people.
    """
    brake = RefusalBrake(database.clock, "a wrong signature or secret")
    webhooks = {fleet_path(environment): WebhookRoute(fleet, "fleet", metrics, brake)}
    if telegram is not None:
        webhooks[TELEGRAM_PATH] = WebhookRoute(telegram, "telegram", metrics, brake)
    routes = [
        *operator_routes(database, partial(metrics.page, database), metrics_token),
        *pages,
        *(Route(path, webhook, methods=["POST"]) for path, webhook in webhooks.items()),
    ]
    framework = Starlette(routes=routes)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # A post goes straight to its webhook, past the layers of the framework. An address with a
        # slash at its end works, too: the framework would redirect, and most senders do not follow.
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        webhook = webhooks.get(scope["path"].rstrip("/")) if is_post else None
        await (webhook or framework)(scope, receive, send)

    return app
