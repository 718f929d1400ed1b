"""Somebody who is a moment faster at the fleet service."""

from collections.abc import Awaitable, Callable

from starlette.types import ASGIApp, Receive, Scope, Send


class Interloper:
    """Acts once, after the next status update was sent and before the fleet service gets it."""

    def __init__(self) -> None:
        self.act: Callable[[], Awaitable[object]] | None = None

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return the app to be served in place of the fleet service's own."""

        async def interlope(scope: Scope, receive: Receive, send: Send) -> None:
            act = self.act
            if act is not None and scope["type"] == "http" and "update_status" in scope["path"]:
                self.act = None
                await act()
            await app(scope, receive, send)

        return interlope
