"""`handover webhook listen`: webhooks of the fleet service, printed as they arrive."""

import asyncio
import json
from datetime import datetime

import typer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.base.http.server import Server
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_certificate, refused_listening
from bot.cli.endings import run_until_stopped
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup
from bot.config import Settings
from bot.fleet import WebhookRefused, construct_event
from bot.web.fleet_webhook import LIMIT
from bot.web.routes import fleet_path


def listen(config: ConfigFile = CONFIG_FILE) -> None:
    """Show the fleet service's webhooks as they come, in the place of the bot.

    It listens where the bot does, with its certificate and its key, so stop the bot first. It keeps
    nothing, so the bot never gets the webhooks that it answers. Its output holds the names and
    numbers of people. Ctrl-C ends it.

    Example: handover webhook listen --config config.toml
    """
    settings = bot_settings(config)
    with told_setup():
        run_until_stopped(_listen(settings), forever=True)


async def _listen(settings: Settings) -> None:
    web, path = settings.web, fleet_path(settings.fleet.environment)
    check_certificate(web.tls_cert, web.tls_key, "web.tls_cert", "web.tls_key")

    async def take(request: Request) -> Response:
        return PlainTextResponse("", await _shown(request, settings.fleet.webhook_keys))

    app = Starlette(routes=[Route(path, take, methods=["POST"])])
    try:
        server = Server(
            app, host=web.host, port=web.port, certfile=web.tls_cert, keyfile=web.tls_key
        )
    except (OSError, UnicodeError) as error:
        raise ConfigError(refused_listening(web.host, web.port, error)) from error
    async with server:
        typer.echo(f"Webhooks to {server.url}{path} are shown here; Ctrl-C ends it.")
        await asyncio.Event().wait()


async def _shown(request: Request, keys: list[str]) -> int:
    """Print a webhook, and return the HTTP status of the answer."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LIMIT:
            return 413
    at = f"{datetime.now():%H:%M:%S}"  # noqa: DTZ005 - in the reader's time zone
    try:
        event = construct_event(bytes(body), request.headers, keys)
    except WebhookRefused as refused:
        typer.echo(f"{at} ❌ {refused.status}: {refused}")
        return refused.status
    order = event.delivery.order_number
    typer.echo(f"{at} ✅ {event.kind_text} · order {order} · {event.status_text}")
    typer.echo(json.dumps(json.loads(body), indent=2, ensure_ascii=False))
    return 200
