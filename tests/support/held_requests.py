"""A fleet service that takes its time."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from tests.support.recorder import Recorder


class HeldRequests(Recorder):
    """Lets requests wait between `hold` and `let_go`; `waiting` is how many do."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0
        self._open = asyncio.Event()
        self._open.set()

    def hold(self) -> None:
        self._open.clear()

    def let_go(self) -> None:
        self._open.set()

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def hold(scope: Scope, receive: Receive, send: Send) -> None:
            self.waiting += 1
            await self._open.wait()
            self.waiting -= 1
            await recorded(scope, receive, send)

        return hold
