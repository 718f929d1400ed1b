"""The proxy as a reason why the bot cannot reach a server."""

import asyncio
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

_TIMEOUT_SECONDS = 5


async def trouble_of(proxy: SecretStr, setting: str, url: str) -> str | None:
    """Return what is wrong with a proxy, without its password; `None` if nothing is.

    `url` is the server that cannot be reached through it. An empty `proxy` stands for none.
    """
    address = proxy.get_secret_value()
    if not address:
        return None
    parts = urlsplit(address)
    place = f"The proxy {parts.hostname}:{parts.port} of {setting}"
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.close()
    except (OSError, TimeoutError, UnicodeError):
        return f"{place} does not answer."
    try:
        async with httpx.AsyncClient(
            proxy=address, trust_env=False, timeout=_TIMEOUT_SECONDS
        ) as client:
            answer = await client.head(url)
    # For https, which needs a tunnel, a refused password is an error; for http, an answer.
    except httpx.ProxyError as error:
        wants_name = str(error).startswith("407")
    except httpx.HTTPError:  # the step of the server reports it
        return None
    else:
        if answer.status_code != httpx.codes.PROXY_AUTHENTICATION_REQUIRED:
            return None
        wants_name = True
    if wants_name:
        return f"{place} refuses its name and password."
    return f"{place} does not lead to {urlsplit(url).hostname}."
