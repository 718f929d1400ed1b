"""The fleet service does what it was asked, and its answer never arrives."""

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.business import Business, heard
from tests.support.recorder import Recorder

ASSIGN = "/deliveries/assign/"


class LosesAnswer(Recorder):
    """Passes requests on; the answer to the first assignment gets lost."""

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def lose(scope: Scope, receive: Receive, send: Send) -> None:
            if self.assignments or ASSIGN not in scope["path"]:
                await recorded(scope, receive, send)
                return
            await recorded(scope, receive, swallow)
            await Response(status_code=502)(scope, receive, send)

        async def swallow(_message: Message) -> None:
            """Nobody hears it."""

        return lose

    @property
    def assignments(self) -> int:
        return sum(ASSIGN in path for path in self.paths)


@pytest.fixture
def fleet_door() -> LosesAnswer:
    return LosesAnswer()


async def test_several_deliveries_are_not_given_twice(business: Business, fleet_door: LosesAnswer):
    for _ in range(2):
        await business.order()
    await business.says(business.owner, "/board")
    board = business.owner.last
    for label in ("Choose several", "1001", "1002", "Choose the rider", "Musa Bello"):
        await business.presses(business.owner, label, message=board)
    await business.later(minutes=1)
    assert fleet_door.assignments == 1
    assert heard(business.owner, "2 deliveries are Musa Bello’s now") == 1
    assert heard(business.musa, "A new job for you") == 2
