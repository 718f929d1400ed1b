"""What each method's error says of the change: it was surely not made, or it may have been."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import pytest

from bot.demo.town import free_port
from bot.fleet import (
    FleetClient,
    FleetError,
    KeyRefused,
    NotFound,
    NotSent,
    Objected,
    Refused,
    Unavailable,
    Unknown,
    Unreadable,
    Wire,
)
from tests.fleet.methods import METHODS, READS, WRITES
from tests.fleet.stand_in import CLOSE, HANG, KEY, Answer, StandIn, answer, as_json
from tests.support.patience import PATIENCE

Ask = Callable[[FleetClient], Awaitable[object]]


@dataclass(frozen=True)
class Failure:
    """One way in which a request ends badly."""

    answer: Answer
    error: type[FleetError]
    may_be_done: bool


NAMED_BY_PATH = frozenset({"get_delivery", "get_rider", "get_booking_link"})
"""Their path is all that is asked: a 422 can only be about the id in it."""

HALF = b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"
FAILURES: Mapping[str, Failure] = {
    "401": Failure(answer(401), KeyRefused, may_be_done=False),
    "404": Failure(answer(404), NotFound, may_be_done=False),
    "422": Failure(answer(422), Refused, may_be_done=False),
    "429": Failure(answer(429, retry_after="9"), Unavailable, may_be_done=False),
    "500": Failure(answer(500), Unavailable, may_be_done=True),
    "503": Failure(answer(503), Unavailable, may_be_done=True),
    "no answer": Failure(CLOSE, Unknown, may_be_done=True),
    "silence": Failure(HANG, Unknown, may_be_done=True),
    "half an answer": Failure(HALF, Unknown, may_be_done=True),
    "403": Failure(answer(403), Objected, may_be_done=True),
    "a redirect": Failure(answer(307, location="/x"), Unreadable, may_be_done=True),
    "nonsense": Failure(answer(200, b"<html>"), Unreadable, may_be_done=True),
    "200 and an error": Failure(as_json({"status": "error"}), Unreadable, may_be_done=True),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES.keys())
@pytest.mark.parametrize("name", METHODS)
async def test_an_error_says_whether_the_change_may_be_done(name: str, failure: Failure) -> None:
    refused_id = failure.error is Refused and name in NAMED_BY_PATH
    error = NotFound if refused_id else failure.error
    async with StandIn(failure.answer) as service:
        # The whole of it passes where nothing is answered: it is short while it is long enough.
        seconds = 0.5 if failure.answer in {HANG, HALF} else PATIENCE
        while not service.asked:
            fleet = FleetClient(Wire(service.url, KEY, timeout=seconds), read_attempts=1)
            async with fleet:
                with pytest.raises(FleetError) as caught:
                    await METHODS[name](fleet)
            seconds *= 4
    assert type(caught.value) is error
    assert caught.value.may_be_done is failure.may_be_done


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("ask", METHODS.values(), ids=METHODS.keys())
async def test_a_change_that_was_never_sent_is_surely_not_done(ask: Ask, scheme: str) -> None:
    async with FleetClient(
        Wire(f"{scheme}://127.0.0.1:{free_port()}/api/v1", KEY), read_attempts=1
    ) as fleet:
        with pytest.raises(NotSent) as caught:
            await ask(fleet)
    assert caught.value.may_be_done is False


@pytest.mark.parametrize("ask", WRITES.values(), ids=WRITES.keys())
async def test_nothing_is_sent_to_a_service_without_tls(ask: Ask) -> None:
    async with StandIn(CLOSE) as service:
        url = service.url.replace("http:", "https:")
        async with FleetClient(Wire(url, KEY, timeout=1), read_attempts=1) as fleet:
            with pytest.raises(NotSent):
                await ask(fleet)
        assert service.asked == []


@pytest.mark.parametrize("name", METHODS)
async def test_reads_are_asked_again_and_changes_never(name: str) -> None:
    async with StandIn(CLOSE) as service:
        async with FleetClient(Wire(service.url, KEY), read_attempts=2) as fleet:
            with pytest.raises(Unknown):
                await METHODS[name](fleet)
        assert len(service.asked) == {**dict.fromkeys(READS, 2), **dict.fromkeys(WRITES, 1)}[name]
