"""Requests of httpx over aiohttp, which carries many at once for a tenth of the work.

`httpx-aiohttp` does the same, but tells a connection that broke off as one that was never made: a
change that the fleet service may have carried out would be asked for again.
"""

import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import aiohttp
import httpx
from yarl import URL

from bot.base.http.proxies import through_proxy
from bot.base.http.renewed_files import RenewedFiles

CONNECTIONS = 64
_BY_AIOHTTP = frozenset({b"content-length", b"transfer-encoding"})
_NOTHING_ELSE = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")


class AiohttpTransport(httpx.AsyncBaseTransport):
    """Up to so many requests at once; others wait for as long as httpx's pool time-out says.

    Whom the context trusts goes along with what is `renewed` on disk.
    """

    def __init__(
        self, context: ssl.SSLContext, proxy: str = "", renewed: RenewedFiles | None = None
    ) -> None:
        self._context = context
        self._renewed = renewed
        self._through = through_proxy(proxy)
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._renewed is not None:
            self._renewed.look()
        body = b"".join([chunk async for chunk in _stream_of(request)])
        headers = [
            (name.decode("ascii"), value.decode("latin-1"))
            for name, value in request.headers.raw
            if name.lower() not in _BY_AIOHTTP
        ]
        with _told_as_httpx_does():
            response = await self._opened().request(
                request.method,
                URL(str(request.url), encoded=True),
                data=body or None,
                headers=headers,
                skip_auto_headers=_NOTHING_ELSE,
                allow_redirects=False,
                timeout=_timeout(request.extensions.get("timeout", {})),
                **self._through,
            )
        if httpx.codes.is_informational(response.status):  # no answer, and nothing comes after it
            response.close()
            raise httpx.RemoteProtocolError(f"status {response.status}")
        return httpx.Response(
            response.status, headers=list(response.raw_headers), stream=_Answer(response)
        )

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=CONNECTIONS, ssl=self._context),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            )
            # What is asked again is decided by the client, and counted there; there is no public
            # word for it.
            self._session._retry_connection = False
        return self._session


class _Answer(httpx.AsyncByteStream):
    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _told_as_httpx_does():
            async for chunk in self._response.content.iter_any():
                yield chunk

    async def aclose(self) -> None:
        self._response.close()


def _stream_of(request: httpx.Request) -> httpx.AsyncByteStream:
    if not isinstance(request.stream, httpx.AsyncByteStream):
        raise TypeError("a request that can only be read without asyncio")
    return request.stream


def _timeout(seconds: dict[str, float | None]) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(
        total=None,
        connect=seconds.get("pool"),
        sock_connect=seconds.get("connect"),
        sock_read=seconds.get("read"),
    )


@contextmanager
def _told_as_httpx_does() -> Iterator[None]:
    """Tell what was surely never sent apart from what nobody knows."""
    try:
        yield
    except aiohttp.ConnectionTimeoutError:
        raise httpx.ConnectTimeout("no connection in time") from None
    except aiohttp.ClientConnectorError as error:
        raise httpx.ConnectError(str(error)) from None
    except aiohttp.ClientHttpProxyError as error:  # its own words name the password
        raise httpx.ConnectError(f"the proxy answers with {error.status}") from None
    except TimeoutError:
        raise httpx.ReadTimeout("no answer in time") from None
    except aiohttp.ClientError as error:
        raise httpx.ReadError(type(error).__name__) from None
    except (ValueError, OSError, RuntimeError, EOFError) as error:  # of none of its families
        raise httpx.ReadError(type(error).__name__) from None
