"""A call's arguments: read from HTTP, and converted to the types of the Bot API."""

import json
import math
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from pydantic_core import from_json
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from bot.local_telegram.refusals import ApiError, Refusal, bad_request

_TRUE = frozenset({"true", "yes", "1"})
_ATTACHED = "attach://"

MAX_BODY = 50 * 1024 * 1024
"""Bytes of one request's body, uploads included."""


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Arguments:
    """Everything that was sent with one call, from query string and body alike."""

    fields: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)

    @staticmethod
    def written(value: Any) -> str:  # noqa: ANN401 - whatever JSON holds
        """Return a value as the text of an argument: a string as it is, any other as JSON."""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Arguments":
        """Return values as arguments; null counts as missing."""
        return cls({name: cls.written(v) for name, v in values.items() if v is not None})

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.files

    def without(self, name: str) -> "Arguments":
        """Return the arguments without one of them."""
        return replace(self, fields={n: v for n, v in self.fields.items() if n != name})

    def text(self, name: str) -> str:
        return self.fields.get(name, "")

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number, or the default if it is missing or unreadable."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def bounded(self, name: str, default: int, low: int, high: int) -> int:
        """Return a whole number, clamped to the range from `low` to `high`."""
        return min(max(self.integer(name, default), low), high)

    def decimal(self, name: str) -> float | None:
        """Return a finite number, or None if it is missing or unreadable."""
        try:
            number = float(self.text(name))
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def flag(self, name: str) -> bool:
        """Return whether the argument is true, in any spelling that Telegram accepts."""
        return self.text(name).strip().lower() in _TRUE

    def json(self, name: str) -> Any:  # noqa: ANN401 - whatever the JSON text holds
        """Return the parsed value, None if it is missing; raise `ValueError` if unreadable."""
        text = self.text(name)
        return from_json(text, allow_inf_nan=False) if text else None

    def parsed(self, name: str, missing: Any = None) -> Any:  # noqa: ANN401 - likewise
        """Return the parsed value, `missing` if it is missing or null; refuse unreadable JSON."""
        try:
            value = self.json(name)
        except ValueError as error:
            raise Refusal.UNREADABLE_LIST.error(name) from error
        return missing if value is None else value

    def objects(self, name: str) -> list[dict[str, Any]]:
        """Return an array of objects, empty if it is missing; refuse any other value."""
        items = self.parsed(name, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise Refusal.UNREADABLE_LIST.error(name)
        return items

    def object(self, name: str) -> dict[str, Any]:
        """Return an object, empty if it is missing; refuse any other value."""
        value = self.parsed(name, {})
        if not isinstance(value, dict):
            raise Refusal.UNREADABLE_LIST.error(name)
        return value

    def upload(self, name: str) -> Upload | None:
        """Return the file of an argument, sent under its name or referenced by `attach://`."""
        return self.files.get(name) or self.attached(self.text(name))

    def attached(self, reference: str) -> Upload | None:
        """Return the file of an `attach://` reference, None if there is none."""
        if not reference.startswith(_ATTACHED):
            return None
        return self.files.get(reference.removeprefix(_ATTACHED))


async def read_request(request: Request) -> Arguments:
    """Return the arguments of an API call; those in the query string win over the body's."""
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > MAX_BODY:
            raise Refusal.TOO_LARGE.error()
    sent = await read_body(request.headers.get("content-type", ""), bytes(received))
    fields = {**sent.fields, **_urlencoded(request.scope["query_string"])}
    try:
        "".join([*fields, *fields.values()]).encode()
    except UnicodeEncodeError as error:
        raise bad_request("strings must be encoded in UTF-8") from error
    return Arguments(fields, sent.files)


async def read_body(content_type: str, body: bytes) -> Arguments:
    """Return the arguments in a body: urlencoded, JSON or multipart; other types hold none."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return Arguments(_urlencoded(body))
    if kind == "multipart/form-data":
        return await _multipart(content_type, body)
    if kind != "application/json" or not body.strip():
        return Arguments()
    try:
        values = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise _unreadable("JSON object") from error
    if not isinstance(values, dict):
        raise _unreadable("JSON object")
    return Arguments.of(values)


def _urlencoded(data: bytes) -> dict[str, str]:
    # Bytes that are not UTF-8 become lone surrogates, which `read_request` refuses.
    pairs = parse_qsl(data.decode("latin-1"), keep_blank_values=True, errors="surrogateescape")
    return _first_wins(pairs)


def _first_wins(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, value in pairs:
        fields.setdefault(name, value)
    return fields


async def _multipart(content_type: str, body: bytes) -> Arguments:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    headers = Headers({"content-type": content_type})
    try:
        form = await MultiPartParser(headers, stream(), max_part_size=MAX_BODY).parse()
    except (MultiPartException, KeyError) as error:
        raise _unreadable("multipart form") from error
    parts = form.multi_items()
    files = {
        name: Upload(part.filename or name, await part.read())
        for name, part in parts
        if isinstance(part, UploadFile)
    }
    await form.close()
    return Arguments(_first_wins((n, v) for n, v in parts if isinstance(v, str)), files)


def _unreadable(what: str) -> ApiError:
    return ApiError(400, f"Bad Request: can't parse request: {what} expected")
