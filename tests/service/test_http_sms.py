"""Texts through a gateway over HTTP: what it gets, and what its answers mean."""

import asyncio
import json
import logging
from base64 import b64encode
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from bot.service.app import FleetService
from bot.service.operations.create import create_deliveries
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.sms import Gateway, HttpSms, SmsError, SmsRefusedError
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, order, settings_at
from tests.service.gateway import SmsGateway, gateway_open
from tests.support.clock import ManualClock

FIELDS = {"to": "{phone}", "message": "{text}"}
TEXT = "Pickup code: 0417 (delivery 1001). {phone} isn't yours & = + ü"


@pytest.fixture
async def gateway() -> AsyncIterator[SmsGateway]:
    async with gateway_open() as gateway:
        yield gateway


async def send(gateway: SmsGateway, **options: Any) -> None:
    options = {"fields": FIELDS} | options
    async with HttpSms(Gateway(gateway.url, **options)) as sms:
        await sms.send(SENDER_PHONE, TEXT)


async def test_a_text_is_posted_as_json_with_what_authorises(gateway: SmsGateway):
    fields = {"to": "{phone}", "message": "{text}", "from": "Handover", "ref": "{phone}/{x}"}
    await send(gateway, fields=fields, headers={"Authorization": "Bearer s3cret"})
    ((headers, body),) = gateway.calls
    assert headers["content-type"] == "application/json"
    assert headers["authorization"] == "Bearer s3cret"
    assert json.loads(body) == {
        "to": SENDER_PHONE,
        "message": TEXT,
        "from": "Handover",
        "ref": f"{SENDER_PHONE}/{{x}}",
    }


async def test_a_text_is_posted_as_a_form_where_the_gateway_wants_one(gateway: SmsGateway):
    await send(gateway, encoding="form")
    ((headers, body),) = gateway.calls
    assert headers["content-type"] == "application/x-www-form-urlencoded"
    assert parse_qs(body, strict_parsing=True) == {"to": [SENDER_PHONE], "message": [TEXT]}


async def test_fields_may_be_nested_and_say_who_it_is_from(gateway: SmsGateway):
    message = {"from": "{sender}", "to": [{"number": "{phone}"}], "text": "{text}", "flash": False}
    await send(gateway, fields={"messages": [message]}, sender="Handover")
    ((_headers, body),) = gateway.calls
    sent = {"from": "Handover", "to": [{"number": SENDER_PHONE}], "text": TEXT, "flash": False}
    assert json.loads(body) == {"messages": [sent]}


async def test_a_user_and_a_password_go_along_as_basic_authentication(gateway: SmsGateway):
    await send(gateway, encoding="form", user="shop", password="s3cret:x")
    ((headers, _body),) = gateway.calls
    assert headers["authorization"] == f"Basic {b64encode(b'shop:s3cret:x').decode()}"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"user": "shop"}, "go together"),
        ({"fields": FIELDS | {"x": ["{text}"]}, "encoding": "form"}, "nested ones need json"),
        ({"fields": FIELDS | {"from": "{sender}"}}, "sender_id is missing"),
    ],
)
def test_a_gateway_that_could_not_be_spoken_to_is_refused(options: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        Gateway("https://sms.example/x", **({"fields": FIELDS} | options))


@pytest.mark.parametrize("status", [200, 201, 202, 204])
async def test_any_2xx_is_taken(gateway: SmsGateway, status: int):
    gateway.status = status
    await send(gateway)


@pytest.mark.parametrize("status", [301, 302, 307, 401, 402, 403, 408, 429, 500, 503])
async def test_what_may_pass_is_tried_again_and_no_redirect_is_followed(
    gateway: SmsGateway, status: int
):
    async with gateway_open() as elsewhere:
        gateway.status, gateway.headers = status, {"location": elsewhere.url}
        with pytest.raises(SmsError, match=str(status)) as raised:
            await send(gateway)
        assert not isinstance(raised.value, SmsRefusedError)
        assert elsewhere.calls == []


@pytest.mark.parametrize("status", [400, 404, 410, 422])
async def test_what_is_wrong_with_the_message_is_final(gateway: SmsGateway, status: int):
    gateway.status = status
    with pytest.raises(SmsRefusedError, match=str(status)):
        await send(gateway)


async def test_a_gateway_that_is_out_of_reach_is_tried_again_and_its_address_not_told():
    async with HttpSms(Gateway("http://user:s3cret@127.0.0.1:1/x", FIELDS)) as sms:
        with pytest.raises(SmsError, match="ConnectError") as raised:
            await sms.send(SENDER_PHONE, TEXT)
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize("url", ["http://sms.example/x", "", "ftp://127.0.0.1", "sms.example"])
def test_a_code_goes_to_https_or_to_this_machine_only(url: str):
    with pytest.raises(ValueError, match="https"):
        Gateway(url, FIELDS)


@pytest.mark.parametrize(
    ("fields", "lacks"), [({"to": "{phone}"}, "{text}"), ({"x": "{text}"}, "{phone}")]
)
def test_a_message_without_its_phone_or_its_text_is_refused(fields: dict[str, str], lacks: str):
    with pytest.raises(ValueError, match=lacks):
        Gateway("https://sms.example/x", fields)


async def test_codes_reach_their_people_through_a_gateway_and_stand_in_no_log(
    gateway: SmsGateway,
    folder: Path,
    certificates: Path,
    clock: ManualClock,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    settings = settings_at(folder, certificates, code_length=8)
    carrier = HttpSms(Gateway(gateway.url, FIELDS, headers={"X-Token": "canary-token"}))
    async with carrier as sms, FleetService(settings, sms=sms, clock=clock) as service:
        gateway.status = 503
        await _create(service)
        await service.idle()
        gateway.status = 200
        clock.advance(timedelta(seconds=5))
        await service.idle()
        gateway.status = 400
        await _create(service)
        await service.idle()
    messages = [json.loads(body) for _headers, body in gateway.calls]
    assert sorted(message["to"] for message in messages[2:4]) == [SENDER_PHONE, RECEIVER_PHONE]
    codes = {message["message"].split("code: ")[1][:8] for message in messages}
    assert len(codes) == 4
    assert all(code.isdecimal() for code in codes)
    assert "the gateway answered 503" in caplog.text
    assert "the gateway refuses it with 400" in caplog.text
    for secret in (*codes, "canary-token"):
        assert secret not in caplog.text


async def _create(service: FleetService) -> None:
    environment = service.environment("development")
    await create_deliveries(environment, NewDelivery.model_validate(order()))


async def test_a_text_is_taken_even_if_the_answer_breaks_off():
    async def half_an_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id"')
        writer.close()

    async with await asyncio.start_server(half_an_answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with HttpSms(Gateway(url, FIELDS, id_field="id")) as sms:
            assert await sms.send(SENDER_PHONE, TEXT) is None


async def test_of_a_very_long_answer_no_more_is_read_than_an_id_takes(gateway: SmsGateway):
    for padding, named in ((10, "m-1"), (1_000_000, None)):
        gateway.answer = json.dumps({"id": "m-1", "padding": "x" * padding})
        async with HttpSms(Gateway(gateway.url, FIELDS, id_field="id")) as sms:
            assert await sms.send(SENDER_PHONE, TEXT) == named
