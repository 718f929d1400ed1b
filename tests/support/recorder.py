"""A recorder at the fleet service's door."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Recorder:
    """Writes down the path of every request that reaches an app, and the status of its answer.

    In `requests` a path has its method before it.
    """

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.requests: list[str] = []
        self.answered: list[int] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an app that writes down what it passes on."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self.answered.append(message["status"])
                await send(message)

            if scope["type"] == "http":
                self.paths.append(scope["path"])
                self.requests.append(f"{scope['method']} {scope['path']}")
            await app(scope, receive, answer)

        return record

    def count(self, end: str) -> int:
        """How many requests had a path that ends so."""
        return sum(path.endswith(end) for path in self.paths)
