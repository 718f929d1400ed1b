"""`handover webhook …`: a test webhook, followed to the chat, and a view of those that arrive."""

import asyncio
from datetime import timedelta

import httpx
import typer
import uvloop

from bot.actions import effect_keys
from bot.actions.tracking import webhook_trial
from bot.base.clock import Clock, SystemClock
from bot.base.database.database import Database
from bot.base.queue import backlog
from bot.base.queue.jobs import EffectKey
from bot.cli.endings import fail, refuse
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, database_of_bot, told_setup
from bot.cli.start_steps.webhooks import trusted_from_outside
from bot.cli.webhook_receiver import listen
from bot.config import Settings
from bot.fleet import sign
from bot.store.job_kind import JobKind
from bot.web.routes import fleet_path

app = typer.Typer(help="Try the way that webhooks take, or see what comes.", no_args_is_help=True)

_OK, _UNAUTHORIZED, _NOT_FOUND = 200, 401, 404
_TIMEOUT_SECONDS = 10
_FOLLOWED = timedelta(seconds=20)
_LOOK_AGAIN = timedelta(seconds=0.1)
_REASONS = {
    _UNAUTHORIZED: "The signature is refused: the bot that runs there has another fleet.api_key.",
    _NOT_FOUND: "No bot takes webhooks of this environment there.",
    503: "The bot cannot keep anything now: /readyz and its log say why.",
}
_NOBODY_WORKS = "It is kept and nobody works on it: is the bot that runs there on this store?"
_NOT_SENT = "The message about it waits: does Telegram answer? `handover check` looks."


class Stopped(Exception):
    """The test webhook got stuck; the message says why, and what to do."""


app.command()(listen)


@app.command("test")
def send_trial(config: ConfigFile = CONFIG_FILE) -> None:
    """Send the running bot a signed webhook, as the fleet service would, and follow it to the chat.

    It goes to `web.public_url`, through whatever stands before the bot. The owners get a message
    about it. Exit code 1 if it does not come all the way.

    Example: handover webhook test --config config.toml
    """
    settings = bot_settings(config)
    if settings.web.public_url is None:
        refuse("web.public_url is not set, so no webhook can come: set it to the bot's address.")
    url = f"{settings.web.public_url}{fleet_path(settings.fleet.environment)}"
    with told_setup():
        try:
            uvloop.run(_follow(settings, url))
        except Stopped as stopped:
            fail(f"❌ {stopped}")


async def _follow(settings: Settings, url: str) -> None:
    clock = SystemClock()
    raw, began = webhook_trial.make(clock.now()), clock.elapsed()
    key = effect_keys.webhook(settings.fleet.environment, raw)
    async with database_of_bot(settings, clock) as database:
        await _post(settings, url, raw)
        typer.echo(f"✅ kept: {url} has answered after {_since(clock, began)}.")
        await _until_done(database, JobKind.EVENT, key, _NOBODY_WORKS)
        typer.echo(f"✅ understood, {_since(clock, began)} after it was sent.")
        for owner in settings.telegram.owners:
            notice = effect_keys.to(effect_keys.trial(key), owner)
            await _until_done(database, JobKind.NOTICE, notice, _NOT_SENT)
        since = _since(clock, began)
        typer.echo(f"✅ told: the owners have a message, {since} after it was sent.")


async def _post(settings: Settings, url: str, raw: bytes) -> None:
    trusted = trusted_from_outside(settings)
    signature = sign(raw, settings.fleet.api_key.get_secret_value())
    headers = {"X-Service-Signature": signature, "Content-Type": "application/json"}
    try:
        async with httpx.AsyncClient(
            verify=trusted, trust_env=False, timeout=_TIMEOUT_SECONDS
        ) as http:
            answer = await http.post(url, content=raw, headers=headers)
    except httpx.HTTPError as error:
        raise Stopped(f"{url} cannot be reached: {type(error).__name__}, {error}.") from error
    if answer.status_code != _OK:
        reason = _REASONS.get(answer.status_code, "Something else stands there, or in between.")
        raise Stopped(f"{url} answers with {answer.status_code}. {reason}")


async def _until_done(database: Database, kind: JobKind, key: EffectKey, otherwise: str) -> None:
    clock = database.clock
    until = clock.elapsed() + _FOLLOWED.total_seconds()
    while (state := await database.read(backlog.state_of, kind, key)) != "done":
        if state == "dead":
            raise Stopped("It was given up: `handover jobs list` says why.")
        if clock.elapsed() > until:
            raise Stopped(otherwise)
        await clock.wait(asyncio.Event(), clock.now() + _LOOK_AGAIN)


def _since(clock: Clock, began: float) -> str:
    return f"{clock.elapsed() - began:.2f} s"
