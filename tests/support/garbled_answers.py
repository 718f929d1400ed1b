"""A server that does what it is asked, and whose answer cannot be read by anybody."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class GarbledAnswers:
    """Garbles the answers to so many requests, `left`, whose path ends with `method`."""

    def __init__(self) -> None:
        self.method = ""
        self.left = 0

    def garble(self, method: str, times: int) -> None:
        self.method, self.left = method.lower(), times

    def around(self, app: ASGIApp) -> ASGIApp:
        async def garbled(scope: Scope, receive: Receive, send: Send) -> None:
            is_meant = bool(self.left) and scope["path"].lower().endswith(self.method)
            self.left -= is_meant

            async def answer(message: Message) -> None:
                body = message.get("body", b"")
                await send({**message, "body": b"?" * len(body)} if is_meant else message)

            await app(scope, receive, answer)

        return garbled
