"""Protection from other pages: only the same origin, under a local host name, may ask."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_NEAR = frozenset({"same-origin", "none"})
_ADDED = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class OwnOrigin:
    """Middleware that refuses requests of other pages, and adds security headers.

    Another page could have its own host name resolve to this machine (DNS rebinding); its requests
    then have that name as their host. With `any_name`, every host name is allowed.
    """

    def __init__(self, app: ASGIApp, *, any_name: bool = False) -> None:
        self._app = app
        self._any_name = any_name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = _refusal(scope["method"], Headers(scope=scope), any_name=self._any_name)
        app = JSONResponse({"error": refusal}, status_code=403) if refusal else self._app

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_ADDED)
            await send(message)

        await app(scope, receive, with_headers)


def _refusal(method: str, headers: Headers, *, any_name: bool) -> str | None:
    host = headers.get("host", "")
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        name = None
    if not any_name and name not in _LOOPBACK:
        return "Open this by the address that the program has printed, such as http://127.0.0.1."
    if method in _SAFE:
        return None
    # Browsers send at least one of the two; a request with neither comes from a program.
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    is_ours = origin is None or origin == f"http://{host}"
    return None if is_ours and site in _NEAR else "Only the page of this address may ask for that."
