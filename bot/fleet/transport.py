"""The last step before the network: here, and only here, the key joins a request."""

import ssl
from enum import Enum
from functools import cache
from pathlib import Path

import httpx

from bot.base.http.renewed_files import RenewedFiles, renewed_authority
from bot.fleet.aiohttp_transport import AiohttpTransport


class KeyHeader(Enum):
    """The header in which a service takes its key, and what stands before the key there."""

    API_KEY = ("x-api-key", "")
    BEARER = ("authorization", "Bearer ")

    def carrying(self, key: str) -> tuple[bytes, bytes]:
        name, before = self.value
        return name.encode("ascii"), f"{before}{key}".encode("ascii")


class KeyedTransport(httpx.AsyncBaseTransport):
    """Sends requests with the key to one origin, and refuses to send any to another.

    The key is put on a copy, so that no request that an error or a log could show holds it. An
    answer that points elsewhere comes without saying where to.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        origin: httpx.URL,
        key: str,
        header: KeyHeader = KeyHeader.API_KEY,
    ) -> None:
        self._inner = inner
        self._origin = _origin(origin)
        self._key = header.carrying(key)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if _origin(request.url) != self._origin:
            raise httpx.UnsupportedProtocol("this is not the configured fleet service")
        keyed = httpx.Request(
            request.method,
            request.url,
            headers=[*request.headers.raw, self._key],
            stream=request.stream,
            extensions=request.extensions,
        )
        response = await self._inner.handle_async_request(keyed)
        # httpx parses it even where it does not follow, and raises what is no HTTPError.
        response.headers.pop("location", None)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def network(ca_file: Path | None, proxy: str = "") -> httpx.AsyncBaseTransport:
    """Return a transport that takes no proxy, key file or certificate from the environment."""
    context, renewed = _tls(ca_file)
    return AiohttpTransport(context, proxy, renewed)


@cache
def _tls(ca_file: Path | None) -> tuple[ssl.SSLContext, RenewedFiles | None]:
    # Each context costs 38 ms, and all clients with the same roots can share one.
    if ca_file is None:
        return httpx.create_ssl_context(trust_env=False), None
    context = ssl.create_default_context(cafile=ca_file)
    return context, renewed_authority(context, ca_file)


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    ports = {"http": 80, "https": 443}
    return url.scheme, url.host, url.port or ports.get(url.scheme)
