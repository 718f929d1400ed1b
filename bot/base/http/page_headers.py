"""The headers of every answer that a browser may show, where the answer has not set its own."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders

_ANSWER: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_YEAR = "max-age=31536000"


def complete(headers: MutableHeaders, *, is_public: bool) -> None:
    """Add missing headers; if others come by https (`is_public`), browsers must keep to it."""
    for name, value in _ANSWER.items():
        headers.setdefault(name, value)
    if is_public:
        headers.setdefault("Strict-Transport-Security", _YEAR)
