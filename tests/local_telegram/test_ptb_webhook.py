"""python-telegram-bot behind a webhook, as its own web server would feed it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Update
from telegram.ext import Application

from bot.base.http.server import Server
from tests.local_telegram.programs import ptb
from tests.local_telegram.town import TOKEN, Town
from tests.support.patience import PATIENCE


@asynccontextmanager
async def _serving(app: Application) -> AsyncIterator[str]:
    async def take(request: Request) -> Response:
        if request.headers.get("x-telegram-bot-api-secret-token") != "s3cret":
            return Response(status_code=403)
        await app.process_update(Update.de_json(await request.json(), app.bot))
        return Response(media_type="application/json")

    routes = [Route("/telegram", take, methods=["POST"])]
    async with Server(Starlette(routes=routes)) as server:
        yield f"{server.url}/telegram"


async def test_the_same_program_runs_behind_a_webhook(busy_town: Town):
    ada, telegram = busy_town.ada, busy_town.telegram
    app = ptb.application(TOKEN, busy_town.url)
    async with app, _serving(app) as url:
        await app.bot.set_webhook(url, max_connections=40, secret_token="s3cret")
        ada.write("/start door-7")
        await telegram.idle()
        ada.press("More")
        ada.write("hello")
        ada.write("secret 1234")
        await telegram.idle()
        assert [message.text for message in ada.messages] == [
            "/start door-7", "Here is more", "hello", "You said: hello", "Forgotten",
        ]  # fmt: skip
        assert (await app.bot.get_webhook_info()).pending_update_count == 0
        await app.bot.delete_webhook()


async def test_a_wrong_secret_keeps_the_update_waiting(busy_town: Town):
    app = ptb.application(TOKEN, busy_town.url)
    async with app, _serving(app) as url:
        await app.bot.set_webhook(url, secret_token="wrong")
        busy_town.ada.write("hello")
        async with asyncio.timeout(PATIENCE):
            while (await app.bot.get_webhook_info()).last_error_message is None:
                pass
        info = await app.bot.get_webhook_info()
    assert info.pending_update_count == 1
    assert info.last_error_message == "Wrong response from the webhook: 403 Forbidden"
