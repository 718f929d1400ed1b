"""The fleet service does what it was asked, and its answer never arrives."""

import math
from functools import partial

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder

ASSIGN = "/deliveries/assign/"
MOVE = "/deliveries/update_status"
SWITCH = "/riders/change_status/"
BAD_GATEWAY = Response(status_code=502)


class LosesAnswer(Recorder):
    """Passes requests on; the answers to the first of these get lost."""

    def __init__(self, path: str, instead: Response = BAD_GATEWAY, lost: float = 1) -> None:
        super().__init__()
        self.lost = lost
        self._path = path
        self._instead = instead

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def lose(scope: Scope, receive: Receive, send: Send) -> None:
            if self.asked >= self.lost or self._path not in scope["path"]:
                await recorded(scope, receive, send)
                return
            await recorded(scope, receive, swallow)
            await self._instead(scope, receive, send)

        async def swallow(_message: Message) -> None:
            """Nobody hears it."""

        return lose

    @property
    def asked(self) -> int:
        return sum(self._path in path for path in self.paths)


@pytest.fixture
def fleet_door(request: pytest.FixtureRequest) -> LosesAnswer:
    return request.param()


@pytest.mark.parametrize("fleet_door", [partial(LosesAnswer, ASSIGN)], indirect=True)
async def test_several_deliveries_are_not_given_twice(business: Business, fleet_door: LosesAnswer):
    for _ in range(2):
        await business.order()
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    for label in ("Choose one by one", "1001", "1002", "Give ", "Musa Bello"):
        await business.presses(business.owner, label, message=choice)
    await business.later(minutes=1)
    assert fleet_door.asked == 1
    assert heard(business.owner, "2 deliveries are Musa Bello’s now") == 1
    assert sees(business.musa, "2 jobs")


@pytest.mark.parametrize("fleet_door", [partial(LosesAnswer, SWITCH)], indirect=True)
async def test_several_riders_are_not_turned_round_twice(
    business: Business, fleet_door: LosesAnswer
):
    await business.says(business.owner, "/rider Musa, Sani off")
    await business.presses(business.owner, "Deactivate")
    await business.later(minutes=2)
    assert fleet_door.asked == 1
    assert heard(business.owner, "Musa Bello is not active any more") == 1
    assert heard(business.owner, "Sani Ali is not active any more") == 1


@pytest.mark.parametrize("fleet_door", [partial(LosesAnswer, MOVE)], indirect=True)
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


@pytest.mark.parametrize(
    "fleet_door", [partial(LosesAnswer, MOVE, Response("<html>"), lost=math.inf)], indirect=True
)
async def test_a_code_that_nobody_has_answered_until_it_expires_was_no_guess(
    business: Business, fleet_door: LosesAnswer
):
    await business.accepted()
    wrong = business.pickup_code[::-1] + "1"
    await business.says(business.musa, f"/pickup 1001 {wrong}")
    for _ in range(16):
        await business.later(minutes=2)
    assert sees(business.musa, "so I deleted the code")
    fleet_door.lost = 0
    await business.says(business.musa, f"/pickup 1001 {wrong}")
    assert sees(business.musa, "4 tries left")
