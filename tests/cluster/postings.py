"""What was posted to somebody: when it came, and whether it was acknowledged."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.faults.kill_log import KillLog

_ON_THE_WIRE = timedelta(seconds=2)
_OK = 200


@dataclass
class Posting:
    """One post. It is answered at `answered_at` with `status`, unless who posted was gone."""

    path: str
    body: bytes
    asked_at: datetime
    answered_at: datetime | None = None
    status: int | None = None

    @property
    def acknowledged(self) -> bool:
        """Whether whoever posted it was told that it was taken."""
        return self.status == _OK


class Postings:
    """Stands before an app and writes down each post; every `nth` answer takes so long."""

    def __init__(self, nth: int, seconds: float) -> None:
        self._nth = nth
        self._seconds = seconds
        self.all: list[Posting] = []
        self.listeners: list[Callable[[Posting], None]] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return the app to be served in place of the other."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http":
                await self._record(app, scope, receive, send)
            else:
                await app(scope, receive, send)

        return record

    def at(self, beginning: str) -> list[Posting]:
        """Return what was posted to paths that begin so, oldest first."""
        return [posting for posting in self.all if posting.path.startswith(beginning)]

    async def _record(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        posting = Posting(scope["path"], b"", datetime.now(UTC))
        self.all.append(posting)
        slow = len(self.all) % self._nth == 0

        async def read() -> Message:
            message = await receive()
            posting.body += message.get("body", b"")
            return message

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                posting.status = message["status"]
                if slow:
                    await asyncio.sleep(self._seconds)
                posting.answered_at = datetime.now(UTC)
                self._tell(posting)
            await send(message)

        await app(scope, read, answer)

    def _tell(self, posting: Posting) -> None:
        for listener in self.listeners:
            listener(posting)


@dataclass(frozen=True, slots=True)
class Doubled:
    """A post that came again after it was taken, and whether a fault explains that."""

    what: str
    explained: bool


def doubled(postings: list[Posting], faults: KillLog) -> Iterator[Doubled]:
    """Return what was posted once more although it had been acknowledged, or was just being so.

    That is explained where a fault fell between the first one and a moment after its answer: who
    posted it may not have been able to write down that it was taken.
    """
    first: dict[bytes, Posting] = {}
    for posting in postings:
        before = first.get(posting.body)
        if before is not None and before.acknowledged:
            said = posting.body.decode(errors="replace")[:160]
            yield Doubled(f"posted to {posting.path} again: {said}", _was_on_wire(before, faults))
        elif posting.acknowledged:
            first[posting.body] = posting


def _was_on_wire(posting: Posting, faults: KillLog) -> bool:
    answered = posting.answered_at or posting.asked_at
    return faults.between(posting.asked_at, answered + _ON_THE_WIRE)
