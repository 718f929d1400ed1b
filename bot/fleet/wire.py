"""One request to the fleet service, and what became of it."""

import asyncio
import ipaddress
from collections.abc import Callable
from copy import copy
from pathlib import Path
from time import perf_counter

import httpx

from bot.fleet.endpoints import Body, Encoding, Endpoint, as_form, as_json, bracketed
from bot.fleet.errors import FleetError, NotSent, Unknown, Unreadable
from bot.fleet.responses import data_of
from bot.fleet.transport import KeyedTransport, KeyHeader, network

MAX_ANSWER = 8 * 1024 * 1024
"""Bytes of an answer that are read before it counts as unreadable."""

_TIMED_STEPS = 4  # waiting for a connection, connecting, writing, reading
_NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
)
_CONTENT_TYPES = {
    Encoding.JSON: "application/json",
    Encoding.FORM: "application/x-www-form-urlencoded",
    Encoding.JPEG: "image/jpeg",
}
_ENCODERS = {Encoding.JSON: as_json, Encoding.FORM: as_form}


AnswerObserver = Callable[[str, str, float], None]
"""Is told of each request: its endpoint, "ok" or the kind of error, and the seconds it took."""


def nobody_observes(_endpoint: str, _outcome: str, _seconds: float) -> None:
    """Nothing is counted."""


class Wire:
    """Speaks HTTP with one fleet service under one key, and with nobody else.

    `base_url` ends with the path prefix, such as `https://fleet.example/api/v1`; plain http is
    for this machine only, unless `allow_http` says that the way is private. `timeout` bounds, in
    seconds, each step of a request; four times that bounds all of it. `ca_file` replaces the usual
    roots.
    The key travels in `key_header`. All goes through `proxy`, if one is named. `observe` hears how
    each went. Raises `ValueError` for a base URL or a key that cannot be used.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        key_header: KeyHeader = KeyHeader.API_KEY,
        ca_file: Path | None = None,
        proxy: str = "",
        allow_http: bool = False,
        timeout: float = 10.0,
        observe: AnswerObserver = nobody_observes,
    ) -> None:
        self._base = _checked_base(base_url, allow_http=allow_http)
        self._address = str(self._base).rstrip("/")
        self._deadline = timeout * _TIMED_STEPS
        self._http = httpx.AsyncClient(
            transport=KeyedTransport(
                network(ca_file, proxy), self._base, _checked_key(key), key_header
            ),
            headers={"accept": "application/json", "user-agent": "handover"},
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,
        )
        self._check: Callable[[], None] | None = None
        self._observe = observe

    def guarded(self, check: Callable[[], None]) -> "Wire":
        """Return this for somebody who may lose the right to ask: `check` then raises."""
        guarded = copy(self)
        guarded._check = check
        return guarded

    async def ask(
        self,
        endpoint: Endpoint,
        parameter: str = "",
        body: Body | bytes | None = None,
        *,
        secrets: tuple[str, ...] = (),
    ) -> object:
        """Make one request and return the `data` of its answer; bytes are sent as they are.

        `secrets` are texts within the body that no error may repeat. Raises `FleetError`.
        """
        if self._check is not None:
            self._check()
        request = self._request(endpoint, endpoint.path(parameter), body or {})
        began = perf_counter()
        try:
            answer = await self._answer(request, secrets)
        except FleetError as error:
            self._observe(endpoint.template, type(error).__name__, perf_counter() - began)
            raise
        self._observe(endpoint.template, "ok", perf_counter() - began)
        return answer

    async def _answer(self, request: httpx.Request, secrets: tuple[str, ...]) -> object:
        try:
            async with asyncio.timeout(self._deadline):
                return await self._exchange(request, secrets)
        except TimeoutError:
            failure: FleetError = Unknown("The fleet service took too long to answer.")
        except httpx.HTTPError as error:
            failure = _failure(error)
        # Raised here, outside, so that it does not drag httpx's error and its request along.
        raise failure

    async def aclose(self) -> None:
        await self._http.aclose()

    def _request(self, endpoint: Endpoint, path: str, body: Body | bytes) -> httpx.Request:
        encode, url = _ENCODERS.get(endpoint.encoding), f"{self._address}{path}"
        if isinstance(body, bytes):
            content = body
        elif encode is None:
            return self._http.build_request(endpoint.method, url, params=tuple(bracketed(body)))
        else:
            content = encode(body)
        return self._http.build_request(
            endpoint.method,
            url,
            content=content,
            headers={"content-type": _CONTENT_TYPES[endpoint.encoding]},
        )

    async def _exchange(self, request: httpx.Request, secrets: tuple[str, ...]) -> object:
        response = await self._http.send(request, stream=True)
        try:
            return data_of(response, await _read(response), secrets)
        finally:
            await response.aclose()


async def _read(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_ANSWER:
            raise Unreadable(
                f"The answer of the fleet service is longer than {MAX_ANSWER // 1024**2} MiB, which"
                " is all that is read of one; ask for fewer records per page."
            )
    return bytes(body)


def _failure(error: httpx.HTTPError) -> FleetError:
    if isinstance(error, _NEVER_SENT):
        return NotSent(f"The fleet service could not be reached ({type(error).__name__}: {error}).")
    if isinstance(error, httpx.DecodingError):
        return Unreadable("The answer of the fleet service could not be unpacked.")
    return Unknown(f"The fleet service did not answer ({type(error).__name__}).")


def _checked_base(base_url: str, *, allow_http: bool) -> httpx.URL:
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        raise ValueError("the base URL of the fleet service is not a URL") from None
    if url.userinfo or url.query or url.fragment or not url.host:
        raise ValueError("the base URL of the fleet service is a host and a path, nothing more")
    may_be_plain = allow_http or _is_loopback(url.host)
    if url.scheme != "https" and not (url.scheme == "http" and may_be_plain):
        raise ValueError("the fleet service is spoken to over https only")
    return url


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _checked_key(key: str) -> str:
    if not key or not all("!" <= char <= "~" for char in key):
        raise ValueError("the API key is empty or holds characters that no header can carry")
    return key
