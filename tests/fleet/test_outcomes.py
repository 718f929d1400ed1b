"""Every way in which a request can end, over real sockets."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.demo.town import free_port
from bot.fleet import (
    BodyTooLarge,
    FleetClient,
    KeyRefused,
    NotAccepted,
    NotFound,
    NotSent,
    OutcomeUnknown,
    Refused,
    RiderQuery,
    StatusToken,
    Temporary,
    Unavailable,
    Unknown,
    Unreadable,
    Wire,
)
from bot.fleet.errors import NOTHING_THERE, REFUSED_WITHOUT_REASON, FleetError
from bot.fleet.responses import MAX_REASON
from bot.fleet.transport import CONNECTIONS, MAX_ANSWER
from tests.fleet.conftest import Connect
from tests.fleet.malformed import HTML, OUTCOMES
from tests.fleet.stand_in import (
    DELIVERY,
    DRIP,
    HANG,
    KEY,
    RIDER,
    StandIn,
    answer,
    as_json,
)
from tests.support.patience import PATIENCE


@pytest.mark.parametrize(("given_answer", "outcome"), OUTCOMES.values(), ids=OUTCOMES.keys())
async def test_a_read_ends_in_its_outcome(given_answer, outcome, connect: Connect) -> None:
    async with StandIn(given_answer) as service:
        with pytest.raises(FleetError) as caught:
            await connect(service).list_riders(RiderQuery())
    assert type(caught.value) is outcome


async def test_an_id_that_is_refused_is_not_found_and_keeps_the_services_words(
    connect: Connect,
) -> None:
    async with StandIn(as_json({"status": "error", "message": "No such parcel."}, 422)) as service:
        with pytest.raises(NotFound, match="No such parcel"):
            await connect(service).get_delivery(DELIVERY)


@pytest.mark.parametrize("data", [None, [], {}, "given"])
async def test_an_assignment_that_names_no_delivery_says_neither_yes_nor_no(
    data: object, connect: Connect
) -> None:
    async with StandIn(as_json({"status": "success", "data": data})) as service:
        with pytest.raises(Unreadable, match="names none of the deliveries"):
            await connect(service).assign(RIDER, [DELIVERY])


@pytest.mark.parametrize(("given_answer", "outcome"), OUTCOMES.values(), ids=OUTCOMES.keys())
async def test_a_write_ends_in_the_same_outcome_and_is_sent_once(
    given_answer, outcome, connect: Connect
) -> None:
    async with StandIn(given_answer) as service:
        with pytest.raises(FleetError) as caught:
            await connect(service, attempts=5).update_status(DELIVERY, StatusToken.ACCEPTED)
        assert type(caught.value) is outcome
        assert len(service.asked) == 1


async def test_a_service_that_does_not_listen_was_not_sent_anything() -> None:
    async with FleetClient(
        Wire(f"http://127.0.0.1:{free_port()}/api/v1", KEY), read_attempts=1
    ) as fleet:
        with pytest.raises(NotSent) as caught:
            await fleet.assign(RIDER, [DELIVERY])
    assert caught.value.may_be_done is False


async def test_a_service_that_hangs_leaves_the_outcome_unknown(connect: Connect) -> None:
    async with StandIn(HANG) as service:
        fleet = connect(service, timeout=2)
        with pytest.raises(Unknown):
            async with asyncio.timeout(PATIENCE):
                await fleet.assign(RIDER, [DELIVERY])
        await fleet.aclose()
        assert len(service.asked) == 1


async def test_waiting_for_one_of_too_few_connections_means_not_sent(connect: Connect) -> None:
    async with StandIn(HANG) as service:
        fleet = connect(service, timeout=2)
        calls = [fleet.assign(RIDER, [DELIVERY]) for _ in range(CONNECTIONS + 1)]
        ends = await asyncio.gather(*calls, return_exceptions=True)
        await fleet.aclose()
        kinds = [type(end) for end in ends]
        counted = (kinds.count(Unknown), kinds.count(NotSent), len(service.asked))
        assert counted == (CONNECTIONS, 1, CONNECTIONS)


@pytest.mark.parametrize(
    ("error", "group", "may_be_done"),
    [
        (Refused("no"), NotAccepted, False),
        (NotFound(), Refused, False),
        (KeyRefused(), NotAccepted, False),
        (BodyTooLarge(), NotAccepted, False),
        (NotSent("x"), Temporary, False),
        (Unavailable(2.0, may_be_done=False), Temporary, False),
        (Unavailable(), Temporary, True),
        (Unknown("x"), OutcomeUnknown, True),
        (Unreadable("x"), OutcomeUnknown, True),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_the_tree_says_what_to_do(error: FleetError, group: type, may_be_done: bool) -> None:
    assert isinstance(error, group)
    assert error.may_be_done is may_be_done
    assert not (isinstance(error, KeyRefused) and isinstance(error, Refused))


@pytest.mark.parametrize(
    ("status", "headers", "wait", "may_be_done"),
    [
        (429, {"retry_after": "7"}, 7.0, False),
        (429, {}, None, False),
        (503, {"retry_after": "120"}, 120.0, True),
        (500, {}, None, True),
        (
            429,
            {
                "date": "Mon, 02 Mar 2026 09:00:00 GMT",
                "retry_after": "Mon, 02 Mar 2026 09:01:30 GMT",
            },
            90.0,
            False,
        ),
        (
            429,
            {
                "date": "Mon, 02 Mar 2026 09:00:00 GMT",
                "retry_after": "Mon, 02 Mar 2026 08:00:00 GMT",
            },
            0.0,
            False,
        ),
        (429, {"retry_after": "Mon, 02 Mar 2026 09:01:30 GMT"}, None, False),
        (
            429,
            {
                "date": "Mon, 02 Mar 2026 09:00:00 GMT",
                "retry_after": "Mon, 02 Mar 99999999999 09:01:30 GMT",
            },
            None,
            False,
        ),
        (429, {"retry_after": "-5"}, None, False),
        (429, {"retry_after": "1e999"}, None, False),
        (429, {"retry_after": "soon"}, None, False),
    ],
)
async def test_the_wait_that_the_service_asks_for_is_told(
    status, headers, wait, may_be_done, connect: Connect
) -> None:
    async with StandIn(answer(status, **headers)) as service:
        with pytest.raises(Unavailable) as caught:
            await connect(service).assign(RIDER, [DELIVERY])
    assert (caught.value.retry_after, caught.value.may_be_done) == (wait, may_be_done)


REFUSALS = {
    "Laravel": (
        {"message": "The code is wrong.", "errors": {"pickup_otp": ["The code is wrong."]}},
        "The code is wrong.",
        ("pickup_otp",),
    ),
    "several": (
        {"message": "Invalid.", "errors": {"a": ["One.", "Two."], "b": "Three."}},
        "Invalid. One. Two. Three.",
        ("a", "b"),
    ),
    "message only": ({"status": "error", "message": "Not now."}, "Not now.", ()),
    "error": ({"error": "Not now."}, "Not now.", ()),
    "errors as a list": ({"errors": ["One.", "Two."]}, "One. Two.", ()),
    "errors as text": ({"errors": "One."}, "One.", ()),
    "messages by field": ({"message": {"note": ["Missing."]}}, "Missing.", ()),
    "control characters": ({"message": "No\x00\x1b[31m\r\nnever"}, "No[31m  never", ()),
    "nothing": ({}, REFUSED_WITHOUT_REASON, ()),
    "blank": ({"message": " \n"}, REFUSED_WITHOUT_REASON, ()),
    "numbers": ({"message": 7, "errors": [1, None, True]}, REFUSED_WITHOUT_REASON, ()),
    "a list": (["no"], REFUSED_WITHOUT_REASON, ()),
    "null": (None, REFUSED_WITHOUT_REASON, ()),
}


@pytest.mark.parametrize(("body", "message", "fields"), REFUSALS.values(), ids=REFUSALS.keys())
async def test_a_refusal_shows_the_words_of_the_service(
    body, message, fields, connect: Connect
) -> None:
    async with StandIn(as_json(body, 422)) as service:
        with pytest.raises(Refused) as caught:
            await connect(service).assign(RIDER, [DELIVERY])
    assert (caught.value.message, str(caught.value), caught.value.fields) == (
        message,
        message,
        fields,
    )


@pytest.mark.parametrize("body", [HTML, b"", b"\xff\xfe", b"{"])
async def test_a_refusal_without_json_has_a_plain_sentence(body, connect: Connect) -> None:
    async with StandIn(answer(422, body)) as service:
        with pytest.raises(Refused, match=REFUSED_WITHOUT_REASON):
            await connect(service).assign(RIDER, [DELIVERY])


async def test_not_found_has_its_own_plain_sentence(connect: Connect) -> None:
    async with StandIn(answer(404, b"{}")) as service:
        with pytest.raises(NotFound, match=NOTHING_THERE):
            await connect(service).get_delivery(DELIVERY)


async def test_a_page_of_a_proxy_is_no_answer_about_what_was_asked_for(connect: Connect) -> None:
    async with StandIn(answer(404, HTML)) as service:
        with pytest.raises(Unavailable):
            await connect(service).get_delivery(DELIVERY)


async def test_a_long_refusal_is_cut(connect: Connect) -> None:
    async with StandIn(as_json({"message": "x" * 5000}, 422)) as service:
        with pytest.raises(Refused) as caught:
            await connect(service).assign(RIDER, [DELIVERY])
    assert len(caught.value.message) == MAX_REASON
    assert caught.value.message.endswith("x…")


@settings(max_examples=25, deadline=None)
@given(body=st.binary(max_size=200), status=st.sampled_from([200, 401, 404, 422, 429, 500]))
async def test_any_body_ends_in_a_fleet_error(body: bytes, status: int) -> None:
    async with (
        StandIn(answer(status, body)) as service,
        FleetClient(Wire(service.url, KEY), read_attempts=1) as fleet,
    ):
        with pytest.raises(FleetError):
            await fleet.get_delivery(DELIVERY)


async def test_an_answer_that_drips_ends_at_the_deadline(connect: Connect) -> None:
    async with StandIn(DRIP) as service:
        fleet = connect(service, timeout=2)
        with pytest.raises(Unknown):
            async with asyncio.timeout(PATIENCE):
                await fleet.assign(RIDER, [DELIVERY])
        await fleet.aclose()


async def test_an_answer_that_is_too_long_says_how_long_and_what_to_ask_for(
    connect: Connect,
) -> None:
    async with StandIn(answer(200, b" " * (MAX_ANSWER + 1))) as service:
        with pytest.raises(Unreadable, match=r"longer than 8 MiB.*fewer records per page"):
            await connect(service).list_riders(RiderQuery())
