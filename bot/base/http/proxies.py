"""Proxies: an address with a name and a password in it, as aiohttp takes them."""

from collections.abc import Mapping
from typing import TypedDict

import aiohttp
from yarl import URL


class ThroughProxy(TypedDict):
    """The arguments of an aiohttp request that set its proxy."""

    proxy: URL | None
    proxy_headers: Mapping[str, str] | None


def through_proxy(address: str) -> ThroughProxy:
    """Return the arguments for requests through a proxy, or through none without an address.

    aiohttp would encode name and password in the address as Latin-1, which lacks many letters.

    Raises:
        ValueError: the name has a colon in it, which no proxy could tell from the password.
    """
    if not address:
        return ThroughProxy(proxy=None, proxy_headers=None)
    url = URL(address)
    if url.user is None and url.password is None:
        return ThroughProxy(proxy=url, proxy_headers=None)
    # aiohttp moves this to the header in which the proxy looks for it.
    headers = {"Authorization": aiohttp.encode_basic_auth(url.user or "", url.password or "")}
    return ThroughProxy(proxy=url.with_user(None), proxy_headers=headers)
