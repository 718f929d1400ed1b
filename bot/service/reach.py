"""The addresses that webhooks may go to: the internet's, and our own network's when permitted.

An address is looked up, judged and connected to in one step, so that no name can mean another
address between the two (DNS rebinding).
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import httpcore
import httpx

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
SocketOption = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)

OUT_OF_REACH = "this address is not within reach of webhooks: see allow_private in [webhooks]"

_OWN = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    )
)
_NOBODYS = tuple(
    map(
        ipaddress.ip_network,
        ("168.63.129.16/32", "100.100.100.200/32", "fd00:ec2::/32", "192.88.99.0/24", "3fff::/20"),
    )
)
"""Addresses where Azure, Alibaba and Amazon give their machines secrets; and those of 6to4 relays
and documentation, which not every version of Python knows."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_LOOKED_UP_WITHIN = 3.0
"""Seconds for the check when a URL is set: a slower name is checked when it is connected to."""

_OTHERS_PORTS = frozenset(
    {22, 23, 25, 110, 143, 465, 512, 513, 514, 587, 993, 995, 2525, 3389, 5900, 5985, 5986}
)
"""Ports of mail and of shells, where no receiver of webhooks listens."""

_NOT_OF_WEB_SERVER = "port {port} is not one of a web server"


@dataclass(frozen=True, slots=True)
class WebhookReach:
    """The networks that webhooks may go to, in addition to the internet.

    `own` permits private networks and this machine, `loopback` this machine alone. Link-local
    and other addresses where clouds keep their secrets are never permitted.
    """

    own: bool = False
    loopback: bool = False

    def permits(self, address: Address) -> bool:
        # Some IPv6 addresses stand for an IPv4 address, which is the one to judge.
        meant = address
        if isinstance(address, ipaddress.IPv6Address):
            if address.ipv4_mapped is not None:
                meant = address.ipv4_mapped
            elif address in _NAT64:
                meant = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if meant.is_loopback:
            return self.own or self.loopback
        if any(meant in network for network in _NOBODYS):
            return False
        if any(meant in network for network in _OWN):
            return self.own
        if isinstance(meant, ipaddress.IPv6Address) and (meant.is_site_local or meant.sixtofour):
            return False
        return meant.is_global and not (meant.is_multicast or meant.is_reserved)


async def check_webhook_url(url: str, reach: WebhookReach) -> None:
    """Refuse a URL that no webhook may go to; a name that cannot be resolved yet is accepted.

    Raises:
        ValueError: it is not an address, has a user or another's port in it, or is out of reach.
    """
    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError("a webhook URL is the address of a receiver") from error
    if parts.userinfo:
        raise ValueError("a webhook URL has no user and no password in it")
    if parts.port in _OTHERS_PORTS:
        raise ValueError(_NOT_OF_WEB_SERVER.format(port=parts.port))
    try:
        async with asyncio.timeout(_LOOKED_UP_WITHIN):
            found = await _look_up(parts.raw_host.decode("ascii"), parts.port or 443)
    except (OSError, UnicodeError):  # a time-out is one, too
        return
    if not any(reach.permits(each.address) for each in found):
        raise ValueError(OUT_OF_REACH)


class _LookedUp(NamedTuple):
    host: str
    address: Address


async def _look_up(host: str, port: int) -> list[_LookedUp]:
    """Return the addresses of a name, or of a number however it is written (decimal, octal)."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    hosts = dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found)
    return [_LookedUp(each, ipaddress.ip_address(each)) for each in hosts]


class _WithinReach(httpcore.AsyncNetworkBackend):
    """Connects to those addresses of a name that are within reach, one after the other."""

    def __init__(self, reach: WebhookReach) -> None:
        self._reach = reach
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        if port in _OTHERS_PORTS:
            raise httpcore.ConnectError(_NOT_OF_WEB_SERVER.format(port=port))
        try:
            found = await _look_up(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        permitted = [each.host for each in found if self._reach.permits(each.address)]
        failed: Exception = httpcore.ConnectError(OUT_OF_REACH)
        for each in permitted:
            # An address that does not answer leaves time for the others.
            share = None if timeout is None else timeout / len(permitted)
            try:
                return await self._network.connect_tcp(
                    each, port, share, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


_ERRORS: Mapping[type[Exception], type[httpx.TransportError]] = {
    httpcore.ConnectTimeout: httpx.ConnectTimeout,
    httpcore.ReadTimeout: httpx.ReadTimeout,
    httpcore.WriteTimeout: httpx.WriteTimeout,
    httpcore.PoolTimeout: httpx.PoolTimeout,
    httpcore.ConnectError: httpx.ConnectError,
    httpcore.ReadError: httpx.ReadError,
    httpcore.WriteError: httpx.WriteError,
    httpcore.LocalProtocolError: httpx.LocalProtocolError,
    httpcore.RemoteProtocolError: httpx.RemoteProtocolError,
    httpcore.UnsupportedProtocol: httpx.UnsupportedProtocol,
}


@contextmanager
def _told_by_httpx() -> Iterator[None]:
    """Turn the errors of a connection into those of httpx."""
    try:
        yield
    except tuple(_ERRORS) as error:
        raise _ERRORS[type(error)](str(error)) from error


class _Body(httpx.AsyncByteStream):
    """The body of an answer, bit by bit."""

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _told_by_httpx():
            async for part in self._answer.aiter_stream():
                yield part

    async def aclose(self) -> None:
        await self._answer.aclose()


class ReachTransport(httpx.AsyncBaseTransport):
    """Carries requests over connections to addresses within reach only."""

    def __init__(self, context: ssl.SSLContext, reach: WebhookReach) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=100,
            max_keepalive_connections=20,
            keepalive_expiry=5.0,
            network_backend=_WithinReach(reach),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        asked = httpcore.Request(
            request.method,
            httpcore.URL(
                scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _told_by_httpx():
            answer = await self._pool.handle_async_request(asked)
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()
