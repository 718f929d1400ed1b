"""The body of a request as nested data, whichever of the two encodings it has."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl

from pydantic_core import from_json
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from bot.service.api.forms import FormError, nest
from bot.service.errors import BodyTooLargeError, RefusedError
from bot.service.rules import BODY_LIMIT


async def read_body(request: Request) -> object:
    """Return the body's data.

    Raises:
        BodyTooLargeError: it has more than `rules.BODY_LIMIT` bytes; the rest is not read.
        RefusedError: it is not in the encoding that its `Content-Type` says, JSON without one.
    """
    raw = await _read_limited(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        return await _DECODERS.get(kind, _json)(raw, request.headers)
    except (ValueError, FormError, MultiPartException) as error:
        raise RefusedError({"body": [f"The body cannot be read: {error}."]}) from error


async def _read_limited(request: Request) -> bytes:
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > BODY_LIMIT:
            raise BodyTooLargeError
    return bytes(chunks)


async def _json(raw: bytes, _headers: Headers) -> object:
    # The standard library's parser recurses, and lets NaN and lone surrogates through.
    data: object = from_json(raw, allow_inf_nan=False)
    return data


async def _urlencoded(raw: bytes, _headers: Headers) -> object:
    return nest(parse_qsl(raw.decode(), keep_blank_values=True, errors="strict"))


async def _multipart(raw: bytes, headers: Headers) -> object:
    form = await MultiPartParser(headers, _once(raw), max_files=0).parse()
    return nest((name, value) for name, value in form.multi_items() if isinstance(value, str))


async def _once(raw: bytes) -> AsyncGenerator[bytes, None]:
    yield raw
    yield b""


_DECODERS: Mapping[str, Callable[[bytes, Headers], Awaitable[object]]] = MappingProxyType(
    {"application/x-www-form-urlencoded": _urlencoded, "multipart/form-data": _multipart}
)
