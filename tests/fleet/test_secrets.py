"""Neither the key nor a code is in anything that could be logged."""

import logging
import traceback

import pytest

from bot.fleet import FleetClient, FleetError, NotFound, Refused, StatusToken, Wire
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import (
    CLOSE,
    DELIVERY,
    HANG,
    KEY,
    StandIn,
    answer,
    as_json,
)

CODE = "canary-4711"


def everything(error: BaseException) -> str:
    """Return all that a log could show of an error: its text, its causes, its whole self."""
    told = "".join(traceback.format_exception(error, chain=True))
    return told + repr(error) + repr(vars(error)) + repr(error.__context__)


@pytest.mark.parametrize(
    "given_answer",
    [answer(401), answer(422), answer(500), answer(302), answer(200, b"x"), CLOSE, HANG, b"x\r\n"],
)
async def test_an_error_holds_no_key_no_code_and_nothing_of_the_transport(
    given_answer: bytes, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with StandIn(given_answer) as service:
        fleet = connect(service, timeout=2)
        with pytest.raises(FleetError) as caught:
            await fleet.update_status(DELIVERY, StatusToken.IN_TRANSIT, pickup_code=CODE)
        await fleet.aclose()
        assert service.asked[0].headers["x-api-key"] == KEY
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert KEY not in everything(caught.value)
    assert CODE not in everything(caught.value)
    assert CODE not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        {"message": f"{CODE} is wrong"},
        {"errors": {"pickup_otp": [f"The code {CODE} is wrong", CODE]}},
        {"errors": {CODE: ["wrong"]}},
        {"message": CODE[:5] + "\x00" + CODE[5:]},
        {"message": "x" * 295 + CODE},
    ],
)
@pytest.mark.parametrize("status", [422, 404])
async def test_a_code_that_the_service_repeats_is_masked(
    body: object, status: int, connect: Connect
) -> None:
    async with StandIn(as_json(body, status)) as service:
        with pytest.raises(Refused) as caught:
            await connect(service).update_status(DELIVERY, StatusToken.DELIVERED, dropoff_code=CODE)
    assert "canar" not in everything(caught.value)


def test_nothing_shows_the_key_when_it_is_printed() -> None:
    wire = Wire("https://fleet.example/api/v1", KEY)
    parts = [wire, FleetClient(wire), wire._transport]
    assert KEY not in "".join(f"{part!r}{part!s}" for part in parts)


async def test_a_crafted_id_is_not_repeated_in_its_error() -> None:
    async with FleetClient(Wire("https://fleet.example/api/v1", KEY)) as fleet:
        with pytest.raises(NotFound) as caught:
            await fleet.get_delivery("../canary")
    assert "canary" not in str(caught.value)
