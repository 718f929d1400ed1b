"""The fleet service refuses to show a delivery of which its own webhook has just told."""

import pytest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder


class ForgetfulDoor(Recorder):
    """Answers so many questions for one delivery with `answer`, and passes on all else."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0
        self.answer = Response()

    def around(self, app: ASGIApp) -> ASGIApp:
        async def forget(scope: Scope, receive: Receive, send: Send) -> None:
            is_asked = scope["type"] == "http" and "/deliveries/get/" in scope["path"]
            if is_asked and self.times:
                self.times -= 1
                await self.answer(scope, receive, send)
            else:
                await app(scope, receive, send)

        return super().around(forget)


@pytest.fixture
def fleet_door() -> ForgetfulDoor:
    return ForgetfulDoor()


INVALID = JSONResponse({"status": "error", "message": "The selected uuid is invalid."}, 422)
UNKNOWN = JSONResponse({"status": "error", "message": "Not found."}, 404)
PAGE = HTMLResponse("<h1>404 Not Found</h1>", 404)


@pytest.mark.parametrize("answer", [INVALID, UNKNOWN, PAGE], ids=["422", "404", "a proxy's 404"])
@pytest.mark.parametrize("times", [1, 3])
async def test_a_rider_is_told_of_a_job_that_was_not_shown_at_first(
    business: Business, fleet_door: ForgetfulDoor, answer: Response, times: int
):
    delivery = await business.order()
    fleet_door.answer, fleet_door.times = answer, times
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    assert fleet_door.times < times
    for _ in range(10):
        await business.later(seconds=15)
    assert fleet_door.times == 0
    assert heard(business.musa, "A new job") == 1


async def test_of_a_delivery_that_is_never_shown_people_are_told_what_its_webhook_tells(
    business: Business, fleet_door: ForgetfulDoor
):
    fleet_door.answer, fleet_door.times = INVALID, 10**6
    delivery = await business.order()
    assert not sees(business.owner, delivery.order_number)
    for _ in range(10):
        await business.later(seconds=15)
    assert sees(business.owner, delivery.order_number)
