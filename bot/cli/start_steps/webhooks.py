"""Steps of a start that look whether the fleet service can reach the bot."""

import secrets
import ssl
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import httpx
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot.base.http.renewed_files import ENDS_SOON, known_end
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_authority, check_certificate
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings
from bot.web.own_certificate import self_signed
from bot.web.routes import fleet_path
from bot.web.server import make_server

_ABOUT, _CERTIFICATE = "web.public_url", "web.tls_cert"
_TIMEOUT_SECONDS = 10
_SELF_SIGNED = (
    "It leads here, with a self-signed certificate. Telegram is given that in mode webhook; the"
    " fleet service must be told to trust it. There, set {url}"
)


async def address(settings: Settings) -> Finding:
    """Call the bot's public address, as a webhook would, and check that it leads to this machine.

    If no bot listens on the port, listen on it for the moment of the call.
    """
    url = settings.web.public_url
    if url is None:
        minutes = settings.fleet.reconcile_minutes
        sentence = f"None is set, so no webhook comes: changes are seen every {minutes:g} minutes."
        return Finding(Sign.NOTE, _ABOUT, sentence)
    expected = secrets.token_hex(8)
    app = Starlette(routes=[Route("/healthz", PlainTextResponse(expected))])
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(make_server(app, settings.web))
        except ConfigError:
            expected = "ok"  # a running bot listens there; this is what it says on /healthz
        answer = await _answer(settings, f"{url}/healthz")
    if answer == expected:
        events = f"{url}{fleet_path(settings.fleet.environment)}"
        if self_signed(settings.web.tls_cert):
            return Finding(Sign.NOTE, _ABOUT, _SELF_SIGNED.format(url=events))
        return Finding(Sign.GOOD, _ABOUT, f"It leads here. At the fleet service, set {events}")
    here = f"{settings.web.host}:{settings.web.port}"
    sentence = (
        f"It does not lead to {here} with a certificate that is trusted: check name and proxy."
    )
    return Finding(Sign.OUTSIDE, _ABOUT, sentence)


async def certificate(settings: Settings) -> Finding | None:
    """Tell when the bot's own certificate ends; return `None` if the bot itself speaks no TLS."""
    end = known_end(settings.web.tls_cert)
    if end is None:
        return None
    now, moment = datetime.now(UTC), f"{end:%Y-%m-%d %H:%M} UTC"
    if end <= now:
        return Finding(
            Sign.OUTSIDE, _CERTIFICATE, f"It ended {moment}: nobody trusts it. Renew it."
        )
    if end - now < ENDS_SOON:
        return Finding(Sign.NOTE, _CERTIFICATE, f"It ends {moment}: renew it before.")
    return Finding(Sign.GOOD, _CERTIFICATE, f"It ends {moment}.")


def trusted_from_outside(settings: Settings) -> ssl.SSLContext:
    """Return the certificates that a client trusts which reaches the bot from outside.

    Raises:
        ConfigError: the authority's file, or the bot's own certificate, cannot be used.
    """
    web = settings.web
    check_authority(settings.fleet.ca_file, "fleet.ca_file")
    check_certificate(web.tls_cert, web.tls_key, "web.tls_cert", "web.tls_key")
    trusted = ssl.create_default_context()
    if settings.fleet.ca_file is not None:  # the operator's own authority vouches for both
        trusted.load_verify_locations(settings.fleet.ca_file)
    if own := self_signed(web.tls_cert):
        trusted.load_verify_locations(cadata=own.decode("ascii", "ignore"))
    return trusted


async def _answer(settings: Settings, url: str) -> str | None:
    """Return the answer of an address; `None` if there is none, or no trusted certificate."""
    try:
        trusted = trusted_from_outside(settings)
        async with httpx.AsyncClient(
            verify=trusted, trust_env=False, timeout=_TIMEOUT_SECONDS
        ) as client:
            return (await client.get(url)).text
    except (ConfigError, httpx.HTTPError, httpx.InvalidURL, UnicodeError, OSError):
        return None
