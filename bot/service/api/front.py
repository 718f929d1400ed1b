"""What stands before everything that the service answers: under which name, and with which headers.

A browser trusts a name. A stranger could point a name of theirs at this machine and show our pages
under it, and an operator who forgets `public_url` would send passwords over plain http.
"""

import logging
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.base.http.page_headers import complete
from bot.base.log import OccasionalWarning
from bot.service.addresses import LOOPBACK

_PROGRAMS = "/healthz|/readyz|/[a-z]+/(?:api|operator)/v1/(?!docs|redoc).*"
_FOR_PROGRAMS = re.compile(_PROGRAMS, re.DOTALL)
"""Where programs ask, by whatever name: with a key, or for nothing that is anybody's."""

_GUARDED = re.compile(f"/metrics|{_PROGRAMS}", re.DOTALL)
"""The same where metrics have a token."""

_MISDIRECTED = 421
_ELSEWHERE = (
    "The fleet service has no pages under this name. Open them under its public address, which the"
    " setting web.public_url says."
)
# The pages that describe the API, which run what their library writes into them.
_DESCRIPTION = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; frame-ancestors 'none'"
)

_log = logging.getLogger(__name__)


class Front:
    """Refuses what is asked for under another name, and adds headers that no answer has set.

    Names are those of `public_url` and of this machine itself.
    """

    def __init__(
        self, app: ASGIApp, public_url: Callable[[], str], *, metrics_are_guarded: bool
    ) -> None:
        self._app = app
        self._programs = _GUARDED if metrics_are_guarded else _FOR_PROGRAMS
        self._public_url = public_url
        self._untrusted = OccasionalWarning(
            _log,
            "%d requests said for whom they are passed on (X-Forwarded-For) and came from no proxy"
            " that web.trusted_proxies names, the last one from %s",
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # uvicorn has put in the address that a proxy has said, without its port, if it is trusted.
        host, port = scope.get("client") or ("", 0)
        if port and "x-forwarded-for" in Headers(scope=scope):
            self._untrusted.add(host)
        public = urlsplit(self._public_url())

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.setdefault("Content-Security-Policy", _DESCRIPTION)
                complete(headers, is_public=public.scheme == "https")
            await send(message)

        names = Headers(scope=scope).getlist("host")
        # A request is for one name; one that gives none, or two, is for nobody.
        try:
            name = urlsplit(f"//{names[0]}").hostname if len(names) == 1 else None
        except ValueError:
            name = None
        may_pass = self._programs.fullmatch(scope["path"]) or name in {*LOOPBACK, public.hostname}
        app = self._app if may_pass else PlainTextResponse(_ELSEWHERE, _MISDIRECTED)
        await app(scope, receive, sent)
