"""A door of the fleet service that refuses what is asked for certain deliveries."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.recorder import Recorder


class RefusingDoor(Recorder):
    """Answers 422 to every change of status of a delivery whose uuid is among `refused`."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: set[str] = set()

    def around(self, app: ASGIApp) -> ASGIApp:
        async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
            if not (self.refused and scope.get("path", "").endswith("/update_status")):
                await app(scope, receive, send)
                return
            body, again = await _read(receive)
            answer = JSONResponse({"status": "error", "message": "Not this one."}, 422)
            is_refused = any(uuid.encode() in body for uuid in self.refused)
            await (answer if is_refused else app)(scope, again, send)

        return super().around(refuse)


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """Return a request's body, and what lets somebody else read it once more."""
    messages: list[Message] = [await receive()]
    while messages[-1].get("more_body"):
        messages.append(await receive())
    left = iter(messages)

    async def again() -> Message:
        return next(left, None) or await receive()

    return b"".join(message.get("body", b"") for message in messages), again
