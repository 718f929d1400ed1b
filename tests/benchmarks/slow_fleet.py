"""A fleet service that takes its time to answer."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send


class SlowFleet:
    """Lets every request wait for so many `seconds` before it reaches the service."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def around(self, app: ASGIApp) -> ASGIApp:
        async def wait(scope: Scope, receive: Receive, send: Send) -> None:
            if self.seconds:
                await asyncio.sleep(self.seconds)
            await app(scope, receive, send)

        return wait
