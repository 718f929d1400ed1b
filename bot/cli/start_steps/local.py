"""Steps of a start that concern this machine: time zone, key file, database and port."""

import os
from datetime import UTC, datetime
from pathlib import Path

import httpx
from sqlalchemy.engine import make_url
from starlette.applications import Starlette

from bot.base.database.schema import DatabaseUnusable
from bot.base.settings.loader import ConfigError
from bot.base.vault import KeyFileUnusable, SealBroken, Vault, file_refused, read_key
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings, WebSettings
from bot.store import seals
from bot.store.meta import Owner, WrongDatabase
from bot.store.probe import DatabaseState, probe
from bot.web.server import make_server

_KEY, _STORE, _OWNERS = "store.key_file", "store.url", "telegram.owners"
_PORT = "web.port"
_ANSWERING_SECONDS = 2

_STATES = {
    DatabaseState.CURRENT: "The database opens and is up to date.",
    DatabaseState.OLDER: "The database opens; its tables are brought up to date at the next start.",
    DatabaseState.NEW: "There is no database yet; the bot makes it at its first start.",
}


async def time_zone(settings: Settings) -> Finding:
    """Report the business's time; note UTC, which is often a setting that was forgotten."""
    zone = settings.business.timezone
    now = f"{datetime.now(UTC).astimezone(settings.business.zone):%H:%M}"
    if zone == "UTC":
        sentence = f"The business's clock shows {now} (UTC). If that is wrong, name your time zone."
        return Finding(Sign.NOTE, "business.timezone", sentence)
    return Finding(Sign.GOOD, "business.timezone", f"It is {now} in {zone}.")


async def seal_key(settings: Settings) -> Finding:
    path = settings.store.key_file
    if not path.exists():
        if _can_write(path.parent):
            return Finding(Sign.GOOD, _KEY, f"{path} is made at the first start. Back it up then.")
        sentence = f"{path} cannot be made: let this user write in {path.parent.absolute()}."
        return Finding(Sign.BAD, _KEY, sentence)
    try:
        vault = Vault(read_key(path))
        seals.compare(vault, (await probe(settings.store.url)).bound_to)
    except OSError as error:
        return Finding(Sign.BAD, _KEY, file_refused(path, error))
    except (KeyFileUnusable, SealBroken) as error:
        return Finding(Sign.BAD, _KEY, str(error))
    except DatabaseUnusable:  # the step of the database reports it
        pass
    return Finding(Sign.GOOD, _KEY, f"{path} is there.")


async def database(settings: Settings) -> Finding:
    """Open an existing database read-only, and check that it belongs to this bot."""
    url = make_url(settings.store.url)
    file = Path(url.database or "")
    if url.get_backend_name() == "sqlite" and not _can_make(file):
        sentence = (
            f"The database cannot be kept there: let this user write in {file.parent.absolute()}."
        )
        return Finding(Sign.BAD, _STORE, sentence)
    try:
        present = await probe(settings.store.url)
        Owner.of(settings.fleet, settings.telegram.bot_id).check(present.bound_to)
    except (DatabaseUnusable, WrongDatabase) as error:
        return Finding(Sign.BAD, _STORE, str(error))
    return Finding(Sign.GOOD, _STORE, _STATES[present.state])


async def dispatchers(settings: Settings) -> Finding:
    """Tell whether the bot can write to a dispatcher about orders, problems and alarms."""
    try:
        reached = (await probe(settings.store.url)).reached
    except DatabaseUnusable:
        reached = None
    if reached is None:
        sentence = "The bot writes to each owner who has written /start to it."
        return Finding(Sign.GOOD, _OWNERS, sentence)
    if not reached:
        sentence = "The bot can write to no dispatcher: an owner must write /start to it."
        return Finding(Sign.NOTE, _OWNERS, sentence)
    return Finding(Sign.GOOD, _OWNERS, f"The bot can write to the dispatchers: {reached}.")


async def port(settings: Settings) -> Finding:
    """Try to listen on the port, and release it at once."""
    web = settings.web
    try:
        make_server(Starlette(), web).close()
    except ConfigError as error:
        if await _is_a_bot(web):
            sentence = f"A bot listens on port {web.port} already; a second one would be refused."
            return Finding(Sign.NOTE, _PORT, sentence)
        return Finding(Sign.BAD, _PORT, str(error))
    return Finding(Sign.GOOD, _PORT, f"Port {web.port} of {web.host} is free.")


async def _is_a_bot(web: WebSettings) -> bool:
    scheme = "http" if web.tls_cert is None else "https"
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(web.host, web.host)  # noqa: S104 - replaced
    url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{web.port}/healthz"
    try:
        # Any certificate will do: nothing secret is sent, and the answer only explains the error.
        async with httpx.AsyncClient(
            verify=False,  # noqa: S501 - see above
            trust_env=False,
            timeout=_ANSWERING_SECONDS,
        ) as client:
            return (await client.get(url)).text == "ok"
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        return False


def _can_make(file: Path) -> bool:
    # SQLite makes files next to the database, so this user must be able to write the folder.
    return _can_write(file.parent) and (not file.exists() or os.access(file, os.W_OK))


def _can_write(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
