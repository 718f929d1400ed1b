"""The last step before the network: here, and only here, the key joins a request."""

import ssl
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path

import aiohttp
import certifi
from yarl import URL

from bot.base.http.proxies import through_proxy
from bot.base.http.renewed_files import RenewedFiles, renewed_authority
from bot.fleet.errors import FleetError, NotSent, Unknown, Unreadable

MAX_ANSWER = 8 * 1024 * 1024
"""Bytes of an answer that are read before it counts as unreadable."""
CONNECTIONS = 64
"""The requests that may be under way at once; others wait for as long as a step may take."""

_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
# The last ones belong to none of aiohttp's families of errors, but aiohttp raises them too.
_FAILURES = (aiohttp.ClientError, TimeoutError, ValueError, OSError, RuntimeError, EOFError)


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """An answer as it came, unpacked; its headers are found by name in any case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport:
    """Sends requests with one more header to one origin, and refuses to send any to another.

    Raises `ValueError` for a base URL that cannot be used. The settings are those of `Wire`.
    """

    def __init__(
        self,
        base_url: str,
        key: tuple[str, str],
        *,
        ca_file: Path | None,
        proxy: str,
        allow_http: bool,
        timeout: float,
    ) -> None:
        base = _checked_base(base_url, allow_http=allow_http)
        self._origin, self._address = base.origin(), str(base).rstrip("/")
        self._key = key
        self._context, self._renewed = _tls(ca_file)
        self._through = through_proxy(proxy)
        self._timeout = aiohttp.ClientTimeout(
            total=None, connect=timeout, sock_connect=timeout, sock_read=timeout
        )
        self._session: aiohttp.ClientSession | None = None

    async def ask(
        self, method: str, target: str, body: bytes | None = None, content_type: str = ""
    ) -> RawAnswer:
        """Make one request for a path below the base, with its query.

        Raises:
            NotSent: the request surely was not made.
            Unknown: the outcome of the request is unknown.
            Unreadable: the answer is too long, or not packed as it says.
        """
        url = URL(f"{self._address}{target}", encoded=True)
        if url.origin() != self._origin:
            raise NotSent("This is not the configured fleet service.")
        if self._renewed is not None:
            self._renewed.look()
        headers = [self._key, *([("Content-Type", content_type)] if content_type else ())]
        try:
            return await self._exchange(method, url, headers, body)
        except _FAILURES as error:
            failure = _told(error)
        raise failure  # outside `except`: without aiohttp's error and its request as context

    async def _exchange(
        self, method: str, url: URL, headers: list[tuple[str, str]], body: bytes | None
    ) -> RawAnswer:
        async with self._opened().request(
            method,
            url,
            data=body,
            headers=headers,
            # Without this, aiohttp would set a content type of its own.
            skip_auto_headers=("Content-Type",),
            # A redirect to another host would take the key along.
            allow_redirects=False,
            timeout=self._timeout,
            **self._through,
        ) as response:
            if response.status < HTTPStatus.OK:  # no answer, and nothing comes after it
                response.close()
                raise Unknown(f"The fleet service did not answer (status {response.status}).")
            packed = bytearray()
            async for chunk in response.content.iter_any():
                packed += chunk
                if len(packed) > MAX_ANSWER:
                    response.close()
                    raise _too_long()
        packing = response.headers.get("content-encoding", "")
        return RawAnswer(response.status, response.headers, _unpacked(bytes(packed), packing))

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=CONNECTIONS, ssl=self._context),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={
                    "Accept": "application/json",
                    "Accept-Encoding": "gzip, deflate",
                    "User-Agent": "handover",
                },
                auto_decompress=False,
            )
            # The client decides about retries, and counts them; aiohttp has no public option to
            # turn off its own.
            self._session._retry_connection = False
        return self._session


@cache
def _tls(ca_file: Path | None) -> tuple[ssl.SSLContext, RenewedFiles | None]:
    # Each context costs 38 ms, and all clients with the same roots can share one.
    context = ssl.create_default_context(cafile=ca_file or certifi.where())
    return context, renewed_authority(context, ca_file) if ca_file else None


def _unpacked(body: bytes, packing: str) -> bytes:
    match packing.strip().lower():
        case "" | "identity":
            return body
        case "gzip" | "x-gzip" | "deflate":
            unpacking = zlib.decompressobj(_GZIP_OR_ZLIB)
        case _:
            raise _not_unpacked()
    try:
        # Bounded: a small answer may unpack to any size. One byte more tells that it is too long.
        unpacked = unpacking.decompress(body, MAX_ANSWER + 1)
    except zlib.error:
        raise _not_unpacked() from None
    if len(unpacked) > MAX_ANSWER:
        raise _too_long()
    if not unpacking.eof:  # it was cut off
        raise _not_unpacked()
    return unpacked


def _too_long() -> Unreadable:
    return Unreadable(
        f"The answer of the fleet service is longer than {MAX_ANSWER // 1024**2} MiB, which is all"
        " that is read of one; ask for fewer records per page."
    )


def _not_unpacked() -> Unreadable:
    return Unreadable("The answer of the fleet service could not be unpacked.")


def _told(error: Exception) -> FleetError:
    """Tell requests that were surely never sent from those with an unknown outcome."""
    match error:
        case aiohttp.ConnectionTimeoutError():
            return NotSent("The fleet service could not be reached in time.")
        case aiohttp.ClientConnectorError():
            return NotSent(f"The fleet service could not be reached ({error}).")
        case aiohttp.ClientHttpProxyError():  # its message holds the password
            return NotSent(
                f"The fleet service could not be reached (the proxy answers with {error.status})."
            )
        case TimeoutError():
            return Unknown("The fleet service did not answer in time.")
        case _:
            return Unknown(f"The fleet service did not answer ({type(error).__name__}).")


def _checked_base(base_url: str, *, allow_http: bool) -> URL:
    try:
        url = URL(base_url)
    except ValueError:
        raise ValueError("the base URL of the fleet service is not a URL") from None
    if url.user or url.password or url.query_string or url.fragment or not url.host:
        raise ValueError("the base URL of the fleet service is a host and a path, nothing more")
    try:
        is_this_machine = ip_address(url.host).is_loopback
    except ValueError:
        is_this_machine = url.host == "localhost"
    may_be_plain = allow_http or is_this_machine
    if url.scheme != "https" and not (url.scheme == "http" and may_be_plain):
        raise ValueError("the fleet service is spoken to over https only")
    return url
