"""Whether it is the proxy that keeps the bot from a server."""

import asyncio
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

_TIMEOUT_SECONDS = 5


async def trouble_of(proxy: SecretStr, setting: str, url: str) -> str | None:
    """Say what is wrong with a proxy, without its password; `None` where there is none, or nothing.

    `url` is the server that cannot be reached through it.
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
    # In a tunnel, to https, a refused password is an error; to http it is the answer.
    except httpx.ProxyError as error:
        wants_name = str(error).startswith("407")
    except httpx.HTTPError:  # of which the line about the server tells
        return None
    else:
        if answer.status_code != httpx.codes.PROXY_AUTHENTICATION_REQUIRED:
            return None
        wants_name = True
    if wants_name:
        return f"{place} refuses its name and password."
    return f"{place} does not lead to {urlsplit(url).hostname}."
