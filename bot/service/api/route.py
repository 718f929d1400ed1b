"""What every route does before its own function: check the key, read the body, know the path."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Path
from fastapi.routing import APIRoute
from pydantic import AfterValidator
from pydantic_core import from_json
from starlette.datastructures import URL, Address, Headers
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response

from bot.base.clock import Clock
from bot.base.http.auth_throttle import RefusalBrake
from bot.service.api.forms import FormError, nest
from bot.service.environment import Environment
from bot.service.errors import BodyTooLargeError, HungUpError, RefusedError, UnauthenticatedError
from bot.service.metrics import ServiceMetrics
from bot.service.operations.find import known_uuid
from bot.service.rules.requests import BODY_LIMIT


class WrongKeys:
    """What is refused in all environments."""

    def __init__(self, clock: Clock, metrics: ServiceMetrics) -> None:
        self._brake = RefusalBrake(clock, "no key or a wrong one")
        self._metrics = metrics

    async def refusal(self, environment: str, client: Address | None) -> UnauthenticatedError:
        """Return the error to raise, as soon as it may be answered."""
        self._metrics.key_was_wrong(environment)
        is_kept = await self._brake.slow_down(client.host if client else "")
        return UnauthenticatedError() if is_kept else HungUpError()


async def read_body(request: Request) -> object:
    """Return the body's data.

    Raises:
        BodyTooLargeError: it has more than `BODY_LIMIT` bytes; the rest is not read.
        RefusedError: it is not in the encoding that its `Content-Type` says, JSON without one.
    """
    raw = await read_limited(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        return await _DECODERS.get(kind, _json)(raw, request.headers)
    except FormError as error:
        raise RefusedError({"body": [f"The form cannot be read: {error}."]}) from error
    except (ValueError, MultiPartException) as error:
        words = "The body is empty." if not raw else _NOT_OF_ITS_KIND.get(kind, _NO_JSON)
        raise RefusedError({"body": [words]}) from error


async def read_limited(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """Return the body, or raise `BodyTooLargeError`; what is beyond the limit is not read."""
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > limit:
            raise BodyTooLargeError
    return bytes(chunks)


async def _json(raw: bytes, _headers: Headers) -> object:
    # The standard library's parser recurses, and lets NaN and lone surrogates through.
    data: object = from_json(raw, allow_inf_nan=False)
    if not isinstance(data, dict):
        return data
    # The contract names arrays `delivery_uuid[]`, and does not say that these are forms.
    return {
        name.removesuffix("[]") if isinstance(value, list) else name: value
        for name, value in data.items()
    }


async def _urlencoded(raw: bytes, _headers: Headers) -> object:
    return nest(parse_qsl(raw.decode(), keep_blank_values=True, errors="strict"))


async def _multipart(raw: bytes, headers: Headers) -> object:
    async def whole() -> AsyncGenerator[bytes, None]:
        yield raw
        yield b""  # that there is no more

    form = await MultiPartParser(headers, whole(), max_files=0).parse()
    return nest((name, value) for name, value in form.multi_items() if isinstance(value, str))


_NO_JSON = "The body is not JSON: a form says in its Content-Type that it is one."
_NOT_OF_ITS_KIND = {
    "application/x-www-form-urlencoded": "The body is not a form in UTF-8.",
    "multipart/form-data": "The body is not a multipart form as its Content-Type says.",
}
_DECODERS: Mapping[str, Callable[[bytes, Headers], Awaitable[object]]] = {
    "application/x-www-form-urlencoded": _urlencoded,
    "multipart/form-data": _multipart,
}


Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ServiceRequest(Request):
    """A request as the functions of routes get it.

    It gives them what they need in the place of dependencies: FastAPI would solve each of those
    again for every request, which takes longer than the database does.
    """

    @property
    def environment(self) -> Environment:
        environment: Environment = self.app.state.environment
        return environment

    @property
    def wrong_keys(self) -> WrongKeys:
        wrong_keys: WrongKeys = self.app.state.wrong_keys
        return wrong_keys

    @property
    def public_url(self) -> URL:
        """The request's URL as callers see it, whatever stands between them and us."""
        origin: str = self.app.state.public_url()
        query = f"?{self.url.query}" if self.url.query else ""
        return URL(f"{origin.rstrip('/')}{self.url.path}{query}")


class ServiceRoute(APIRoute):
    """A route that needs a key, the account's, and takes bodies as JSON or as form fields.

    FastAPI by itself reads a body before any dependency could look at the key, and reads either
    JSON or forms, never both.
    """

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_known(request: Request) -> Response:
            service_request = ServiceRequest(request.scope, request.receive)
            if not await self.opens(service_request):
                raise await service_request.wrong_keys.refusal(
                    service_request.environment.name, service_request.client
                )
            if not self.body_field:
                return await handle(service_request)
            decoded = _DecodedRequest(request.scope, request.receive)
            decoded.data = await read_body(service_request)
            return await handle(decoded)

        return handle_known

    async def opens(self, request: ServiceRequest) -> bool:
        """Tell whether the request has a valid key (contract: Authentication)."""
        environment = request.environment
        key = request.headers.get("x-api-key", "")
        return await environment.keyring.opens(environment.name, key)


class _DecodedRequest(ServiceRequest):
    """A request whose body has been read; it looks like JSON to FastAPI."""

    data: object

    @property
    def headers(self) -> Headers:
        headers = super().headers.mutablecopy()
        headers["content-type"] = "application/json"
        return headers

    async def body(self) -> bytes:
        return b"decoded"

    async def json(self) -> object:
        return self.data


KnownUuid = Annotated[str, AfterValidator(known_uuid), Path(json_schema_extra={"format": "uuid"})]
"""A uuid of the path, in its usual form; under any other text nothing is found."""
