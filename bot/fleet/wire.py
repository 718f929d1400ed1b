"""One request to the fleet service, and its outcome."""

import asyncio
from collections.abc import Callable
from copy import copy
from enum import Enum
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

from bot.fleet.endpoints import Body, Encoding, Endpoint, as_form, as_json, bracketed
from bot.fleet.errors import FleetError, Unknown
from bot.fleet.responses import data_of

_TIMED_STEPS = 4  # waiting for a connection, connecting, writing, reading
_CONTENT_TYPES = {
    Encoding.JSON: "application/json",
    Encoding.FORM: "application/x-www-form-urlencoded",
    Encoding.JPEG: "image/jpeg",
}
_ENCODERS = {Encoding.JSON: as_json, Encoding.FORM: as_form}


AnswerObserver = Callable[[str, str, float], None]
"""Called after each request: with its endpoint, "ok" or the kind of error, and the seconds."""


def nobody_observes(_endpoint: str, _outcome: str, _seconds: float) -> None:
    """Nothing is counted."""


class KeyHeader(Enum):
    """The header in which a service takes its key, and what stands before the key there."""

    API_KEY = ("x-api-key", "")
    BEARER = ("authorization", "Bearer ")

    def carrying(self, key: str) -> tuple[str, str]:
        name, before = self.value
        return name, f"{before}{key}"


class Wire:
    """Speaks HTTP with one fleet service under one key, and with no other host.

    `base_url` ends with the path prefix, such as `https://fleet.example/api/v1`; plain http is
    for this machine only, unless `allow_http` says that the way is private. `timeout` bounds, in
    seconds, each step of a request; four times that bounds all of it. `ca_file` replaces the usual
    roots.
    The key travels in `key_header`. All requests go through `proxy`, if one is named. `observe` is
    called after each. Raises `ValueError` for a base URL or a key that cannot be used.
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
        if not key or not all("!" <= char <= "~" for char in key):
            raise ValueError("the API key is empty or holds characters that no header can carry")
        # Only here: it brings aiohttp along, three times as much as all the rest of this room.
        from bot.fleet.transport import Transport  # noqa: PLC0415

        self._transport = Transport(
            base_url,
            key_header.carrying(key),
            ca_file=ca_file,
            proxy=proxy,
            allow_http=allow_http,
            timeout=timeout,
        )
        self._deadline = timeout * _TIMED_STEPS
        self._check: Callable[[], None] | None = None
        self._observe = observe

    def guarded(self, check: Callable[[], None]) -> "Wire":
        """Return a copy for a caller who may lose the right to ask: `check` then raises."""
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
        target, content = endpoint.path(parameter), None
        encode = _ENCODERS.get(endpoint.encoding)
        if isinstance(body, bytes):
            content = body
        elif encode is not None:
            content = encode(body or {})
        elif query := urlencode(bracketed(body or {})):
            target = f"{target}?{query}"
        began = perf_counter()
        try:
            answer = await self._data(endpoint, target, content, secrets)
        except FleetError as error:
            self._observe(endpoint.template, type(error).__name__, perf_counter() - began)
            raise
        self._observe(endpoint.template, "ok", perf_counter() - began)
        return answer

    async def _data(
        self, endpoint: Endpoint, target: str, content: bytes | None, secrets: tuple[str, ...]
    ) -> object:
        content_type = _CONTENT_TYPES.get(endpoint.encoding, "")
        try:
            async with asyncio.timeout(self._deadline):
                answer = await self._transport.ask(endpoint.method, target, content, content_type)
        except TimeoutError:
            failure = Unknown("The fleet service took too long to answer.")
        else:
            try:
                return data_of(answer.status, answer.headers, answer.body, secrets)
            except FleetError as error:
                # The service may repeat a code from the request.
                error.status, error.body = answer.status, b"" if secrets else answer.body
                raise
        raise failure  # outside `except`: without the other error as context

    async def aclose(self) -> None:
        await self._transport.aclose()
