"""Whether the bot can listen where it is to."""

import httpx
from starlette.applications import Starlette

from bot.base.settings.loader import ConfigError
from bot.cli.start_steps.finding import Finding, Sign
from bot.config import Settings, WebSettings
from bot.web.serving import make_server

_ABOUT = "web.port"
_TIMEOUT_SECONDS = 2


async def port(settings: Settings) -> Finding:
    """Take the port, and give it back at once."""
    web = settings.web
    try:
        make_server(Starlette(), web).close()
    except ConfigError as error:
        if await _is_a_bot(web):
            sentence = f"A bot listens on port {web.port} already; a second one would be refused."
            return Finding(Sign.NOTE, _ABOUT, sentence)
        return Finding(Sign.BAD, _ABOUT, str(error))
    return Finding(Sign.GOOD, _ABOUT, f"Port {web.port} of {web.host} is free.")


async def _is_a_bot(web: WebSettings) -> bool:
    scheme = "http" if web.tls_cert is None else "https"
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(web.host, web.host)  # noqa: S104 - replaced
    url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{web.port}/healthz"
    try:
        # Whose certificate it has does not matter: nothing is told to it, and little is believed.
        async with httpx.AsyncClient(
            verify=False,  # noqa: S501 - see above
            trust_env=False,
            timeout=_TIMEOUT_SECONDS,
        ) as client:
            return (await client.get(url)).text == "ok"
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        return False
