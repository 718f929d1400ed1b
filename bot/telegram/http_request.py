"""Requests to Telegram over aiohttp, for python-telegram-bot.

The library's own transport, httpx, gets slower the more messages are in flight: httpcore goes
through all requests and connections at every change. `httpx-aiohttp` would help as much at 128 in
flight, but cost 0.2 ms more CPU per message, a fifth of the cost of a message here.
"""

import json
import ssl
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import aiohttp
import httpx
from aiohttp.abc import AbstractStreamWriter
from pydantic import BaseModel, ValidationError
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

from bot.base.http.proxies import through_proxy
from bot.base.queue.jobs import LeaseLost
from bot.telegram.update_batch import without_illegible

_READING_SECONDS = 45
"""A late answer is no refusal: a bot that gives up early sends the same message twice."""
_SENDING_SECONDS = 30
_CONNECTING_SECONDS = 15
_OF_FILES = "GET"
"""The library asks everything else by POST."""
_MOST_BYTES = 32 * 1024 * 1024
"""The bytes of an answer that are read at most: files that bots may fetch have up to 20 MB."""
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


AnswerObserver = Callable[[str, str, float], None]
"""Called after each call: with the method, the status or why there is none, and the seconds."""


def nothing_to_check() -> None:
    """Let every request pass."""


def nobody_observes(_method: str, _answer: str, _seconds: float) -> None:
    """Count nothing."""


class LostAnswer(NetworkError):
    """Telegram's answer was lost, so nobody knows whether it has done what was asked."""


_WITHOUT_ANSWER = {NetworkError: "not_reached", TimedOut: "timed_out", LostAnswer: "lost"}


class _Parameters(BaseModel):
    retry_after: int | None = None
    migrate_to_chat_id: int | None = None


class _Refusal(BaseModel):
    """The part of an answer outside of 200 to 299 that the library reads."""

    description: str = ""
    parameters: _Parameters | None = None


def _checked_by(check: Callable[[], None]) -> type[aiohttp.ClientRequest]:
    """Make a request class that calls `check` again right before a request is written."""

    class CheckedRequest(aiohttp.ClientRequest):
        async def send(self, conn: aiohttp.connector.Connection) -> aiohttp.ClientResponse:
            check()
            return await super().send(conn)

        async def write_bytes(
            self,
            writer: AbstractStreamWriter,
            conn: aiohttp.connector.Connection,
            content_length: int | None = None,
        ) -> None:
            """Write the head and the body: on Python 3.11 in a task of its own, and so later."""
            try:
                check()
            except LeaseLost as error:
                if conn.protocol is not None:  # it tells the caller that awaits it
                    conn.protocol.set_exception(error)
            else:
                await super().write_bytes(writer, conn, content_length)

    return CheckedRequest


class TelegramRequest(BaseRequest):
    """Makes a limited number of requests at once, and returns only answers the library can read.

    Connecting can take a while: `check` is called after it, right before anything is written, and
    raises `LeaseLost` if the process may ask nothing any more. `observe` is told the result of each
    call. All requests go through `proxy`, if its address is given.
    """

    def __init__(
        self,
        connections: int,
        context: ssl.SSLContext,
        check: Callable[[], None],
        observe: AnswerObserver = nobody_observes,
        proxy: str = "",
    ) -> None:
        self._connections = connections
        self._context = context
        self._check = check
        self._observe = observe
        self._through = through_proxy(proxy)
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return _READING_SECONDS

    async def initialize(self) -> None:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=self._connections, ssl=self._context),
            request_class=_checked_by(self._check),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": self.USER_AGENT},
        )

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401 - the library's own type
        *_others: object,
        **_more: object,
    ) -> tuple[int, bytes]:
        """Ask once.

        Raises:
            TimedOut, LostAnswer: nobody knows whether Telegram has done it.
            NetworkError: Telegram was not reached.
        """
        reading = read_timeout if isinstance(read_timeout, int | float) else _READING_SECONDS
        name = "file" if method == _OF_FILES else url.rpartition("/")[2]
        began = perf_counter()
        try:
            code, answer = await self._ask_or_say_why_not(url, method, request_data, reading)
        except NetworkError as error:
            self._observe(name, _WITHOUT_ANSWER[type(error)], perf_counter() - began)
            raise
        self._observe(name, str(code), perf_counter() - began)
        is_file = method == _OF_FILES and httpx.codes.is_success(code)
        return code, answer if is_file else self._legible(code, answer)

    def _legible(self, code: int, payload: bytes) -> bytes:
        """Return only what the library can read of an answer; it would log anything else whole.

        Raises:
            LostAnswer: an answer that reports success has no result that can be read.
        """
        try:
            answer = json.loads(payload.decode(errors="replace"))
        except (ValueError, RecursionError):
            answer = None
        if httpx.codes.is_success(code):
            if not isinstance(answer, dict) or "result" not in answer:
                raise LostAnswer("an answer that cannot be read")
            return payload
        try:
            return _Refusal.model_validate(answer).model_dump_json().encode()
        except ValidationError:
            return b"{}"

    async def _ask_or_say_why_not(
        self, url: str, method: str, data: RequestData | None, reading: float
    ) -> tuple[int, bytes]:
        try:
            return await self._ask(url, method, data, reading)
        except aiohttp.ConnectionTimeoutError as error:
            raise NetworkError("no connection in time") from error
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientConnectorError as error:
            raise NetworkError(str(error)) from error
        except aiohttp.ClientHttpProxyError as error:  # its own words name the password
            raise NetworkError(f"the proxy answers with {error.status}") from None
        except aiohttp.ClientError as error:
            # Not in the error's own words: some contain the address, and with it the token.
            raise LostAnswer(type(error).__name__) from None
        except ValueError as error:  # of what was to be sent, mostly an address
            raise NetworkError(type(error).__name__) from None
        except (OSError, RuntimeError, EOFError) as error:
            raise LostAnswer(type(error).__name__) from None

    async def _ask(
        self, url: str, method: str, data: RequestData | None, reading: float
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise RuntimeError("the connection to Telegram was not initialized")
        timeout = aiohttp.ClientTimeout(
            total=_CONNECTING_SECONDS + _SENDING_SECONDS + reading,
            sock_connect=_CONNECTING_SECONDS,
            sock_read=reading,
        )
        body, headers = _body(data) if data else (None, None)
        async with self._session.request(
            method,
            URL(url, encoded=True),
            data=body,
            headers=headers,
            timeout=timeout,
            allow_redirects=False,
            **self._through,
        ) as response:
            answer = bytearray()
            async for chunk in response.content.iter_any():
                answer += chunk
                if len(answer) > _MOST_BYTES:
                    break  # the beginning is enough of an answer that is far too long
            return response.status, bytes(answer)


class UpdatesRequest(TelegramRequest):
    """Asks for updates; an update that cannot be read does not spoil the others."""

    def _legible(self, code: int, payload: bytes) -> bytes:
        try:
            return super()._legible(code, payload)
        except NetworkError:
            rest = without_illegible(payload) if httpx.codes.is_success(code) else None
            if rest is None:
                raise
            return rest


def _body(data: RequestData) -> tuple[aiohttp.FormData | bytes, Mapping[str, str] | None]:
    """Return the body, and the headers that aiohttp does not set by itself.

    Without files, the body is made here: a form of aiohttp costs twice as much for the same bytes.
    """
    files = data.multipart_data
    if not files:
        return data.url_encoded_parameters().encode(), _FORM
    form = aiohttp.FormData(data.json_parameters)
    for name, (filename, content, mime_type) in files.items():
        form.add_field(name, content, filename=filename, content_type=mime_type)
    return form, None
