"""An operator's door that answers as a story wants."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.recorder import Recorder

_DOOR = "/operator/v1/"

WITHOUT_DOOR = {"operator_url": "", "operator_key": ""}
"""The settings of a bot whose fleet service is another one than ours."""


class PhotoDoor(Recorder):
    """Answers with `status` whatever comes to the door, once one is set; the API is as it was.

    With `does_it` the door does what it is asked for, and answers so all the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self.status: int | None = None
        self.does_it = False

    @property
    def brought(self) -> int:
        """How many photos have come."""
        return self.count("/photos/dropoff")

    def around(self, app: ASGIApp) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            is_closed = self.status is not None and _DOOR in scope.get("path", "")
            refusal = JSONResponse({"status": "error", "message": "Not now."}, self.status or 200)
            if is_closed and self.does_it:
                await app(scope, receive, _unheard)
            await (refusal if is_closed else app)(scope, receive, send)

        return super().around(answer)


async def _unheard(_message: Message) -> None:
    """Nobody hears the answer."""
