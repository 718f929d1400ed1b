"""Addresses that the service speaks to: checked when they are set, not when they fail."""

import httpx
from pydantic import HttpUrl, TypeAdapter, ValidationError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_HTTP: TypeAdapter[HttpUrl] = TypeAdapter(HttpUrl)

UNREACHABLE = (httpx.HTTPError, httpx.InvalidURL, TimeoutError, UnicodeError)
"""What asking an address can raise; a name that no resolver takes is the last one."""


def is_https(url: str) -> bool:
    parts = _parts(url)
    return parts is not None and parts.scheme == "https"


def is_https_or_local(url: str) -> bool:
    """Say whether what is sent there can be read by nobody on the way."""
    parts = _parts(url)
    return parts is not None and (parts.scheme == "https" or parts.host in LOOPBACK)


def is_http(url: str) -> bool:
    return _parts(url) is not None


def _parts(url: str) -> httpx.URL | None:
    try:
        # The one is strict about hosts and ports, the other about characters.
        _HTTP.validate_python(url)
        parts = httpx.URL(url)
    except (ValidationError, httpx.InvalidURL):
        return None
    return parts if parts.host else None
