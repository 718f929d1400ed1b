"""A fleet service that does what it is asked, and whose answer does not arrive."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeldAnswers:
    """Holds the answers of status updates back while `holding` is set, and counts the updates.

    What else is held and counted in their place says the end of its path.

    `executed` is set as soon as the service has done what a held answer would tell.
    """

    def __init__(self) -> None:
        self.path_end = "/update_status"
        self.holding = False
        self.executed = asyncio.Event()
        self.let_go = asyncio.Event()
        self.updates = 0

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return the app to be served in place of the fleet service's own."""

        async def hold(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or not scope["path"].endswith(self.path_end):
                await app(scope, receive, send)
                return
            self.updates += 1
            if not self.holding:
                await app(scope, receive, send)
                return
            answer: list[Message] = []
            await app(scope, receive, _keep_in(answer))
            self.executed.set()
            await self.let_go.wait()
            for message in answer:
                await send(message)

        return hold


def _keep_in(answer: list[Message]) -> Send:
    async def keep(message: Message) -> None:
        answer.append(message)

    return keep
