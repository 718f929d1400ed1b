"""A recorder at the fleet service's door."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Recorder:
    """Writes down the path of every request that reaches an app; in `requests`, with its method."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.requests: list[str] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return an app that writes down what it passes on."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http":
                self.paths.append(scope["path"])
                self.requests.append(f"{scope['method']} {scope['path']}")
            await app(scope, receive, send)

        return record

    def count(self, end: str) -> int:
        """How many requests had a path that ends so."""
        return sum(path.endswith(end) for path in self.paths)
