"""The fleet service does what it was asked, and its answer never arrives."""

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder

ASSIGN = "/deliveries/assign/"
MOVE = "/deliveries/update_status"


class LosesAnswer(Recorder):
    """Passes requests on; the answer to the first of these gets lost."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def lose(scope: Scope, receive: Receive, send: Send) -> None:
            if self.asked or self._path not in scope["path"]:
                await recorded(scope, receive, send)
                return
            await recorded(scope, receive, swallow)
            await Response(status_code=502)(scope, receive, send)

        async def swallow(_message: Message) -> None:
            """Nobody hears it."""

        return lose

    @property
    def asked(self) -> int:
        return sum(self._path in path for path in self.paths)


@pytest.fixture
def fleet_door(request: pytest.FixtureRequest) -> LosesAnswer:
    return LosesAnswer(request.param)


@pytest.mark.parametrize("fleet_door", [ASSIGN], indirect=True)
async def test_several_deliveries_are_not_given_twice(business: Business, fleet_door: LosesAnswer):
    for _ in range(2):
        await business.order()
    await business.says(business.owner, "/board")
    board = business.owner.last
    for label in ("Choose several", "1001", "1002", "Choose the rider", "Musa Bello"):
        await business.presses(business.owner, label, message=board)
    await business.later(minutes=1)
    assert fleet_door.asked == 1
    assert heard(business.owner, "2 deliveries are Musa Bello’s now") == 1
    assert heard(business.musa, "A new job for you") == 2


@pytest.mark.parametrize("fleet_door", [MOVE], indirect=True)
async def test_who_has_cancelled_hears_no_echo_though_the_webhook_is_faster_than_the_answer(
    business: Business, fleet_door: LosesAnswer
):
    tola = await business.hires("Tola")
    await business.order()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "It was ordered twice")
    await business.later(minutes=1)
    assert fleet_door.asked == 1
    assert sees(business.owner, "Reason: It was ordered twice")
    assert heard(business.owner, "❌ Order 1001 was cancelled") == 0
    assert heard(tola, "❌ Order 1001 was cancelled") == 1
