"""Receipts: the gateway tells later whether a text has reached its phone."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.http.server import Server
from bot.service.app import FleetService
from bot.service.operations.create import create_deliveries
from bot.service.operations.tell import list_texts
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.rules.requests import BODY_LIMIT
from bot.service.settings import ReceiptSettings
from bot.service.sms import Gateway, HttpSms, text_at
from bot.service.store.tables import DONE
from tests.service.fleet import order, settings_at
from tests.service.gateway import SmsGateway, gateway_open
from tests.support.clock import ManualClock

SECRET = "canary-secret-of-receipts"
FIELDS = {"to": "{phone}", "message": "{text}"}
EXPECTED = ReceiptSettings(
    SECRET,
    "data.0.id",
    "data.0.status",
    delivered=frozenset({"delivered", "read"}),
    under_way=frozenset({"queued", "sent"}),
)
FLAT = ReceiptSettings(SECRET, "MessageSid", "MessageStatus", frozenset({"delivered"}))


@dataclass
class Business:
    """A service that has texted the two codes of a delivery, and the wire to it."""

    service: FleetService
    wire: httpx.AsyncClient

    async def receipts(self, environment: str = "development") -> list[str | None]:
        """Of the first text and of the second."""
        texts = await list_texts(self.service.environment(environment), [DONE], 10)
        return [text.receipt for text in reversed(texts)]

    async def told(
        self, secret: str = SECRET, environment: str = "development", **body: Any
    ) -> int:
        path = f"/{environment}/sms/receipts/{secret}"
        return (await self.wire.post(path, **body)).status_code


def receipt(message: object, status: object) -> dict[str, Any]:
    return {"data": [{"id": message, "status": status}]}


@asynccontextmanager
async def texting(
    folder: Path,
    certificates: Path,
    clock: ManualClock,
    expected: ReceiptSettings | None,
    answer: str = '{"messages": [{"id": "m-{n}"}]}',
) -> AsyncIterator[Business]:
    settings = settings_at(folder, certificates, receipts=expected)
    async with gateway_open() as gateway:
        gateway.answer = answer
        carrier = HttpSms(Gateway(gateway.url, FIELDS, id_field="messages.0.id"))
        async with carrier as sms, FleetService(settings, sms=sms, clock=clock) as service:
            body = NewDelivery.model_validate(order())
            await create_deliveries(service.environment("development"), body)
            await service.idle()
            await _check_taken(gateway, service)
            async with (
                Server(service.asgi) as server,
                httpx.AsyncClient(base_url=server.url, trust_env=False) as wire,
            ):
                yield Business(service, wire)


async def _check_taken(gateway: SmsGateway, service: FleetService) -> None:
    assert len(gateway.calls) == 2
    assert len(await list_texts(service.environment("development"), [DONE], 10)) == 2


@pytest.fixture
async def business(folder: Path, certificates: Path, clock: ManualClock) -> AsyncIterator[Business]:
    async with texting(folder, certificates, clock, EXPECTED) as business:
        yield business


async def test_what_the_gateway_tells_stands_at_its_text(business: Business):
    assert await business.receipts() == [None, None]
    assert await business.told(json=receipt("m-1", "Delivered")) == 204
    assert await business.told(json=receipt("m-2", "expired")) == 204
    assert sorted(map(str, await business.receipts())) == ["delivered", "not delivered"]


async def test_a_text_that_is_under_way_is_not_said_to_be_lost(business: Business):
    for status in ("queued", "Sent"):
        assert await business.told(json=receipt("m-1", status)) == 204
    assert await business.receipts() == [None, None]
    assert await business.told(json=receipt("m-1", "delivered")) == 204
    assert await business.told(json=receipt("m-1", "sent")) == 204
    assert sorted(map(str, await business.receipts())) == ["None", "delivered"]


async def test_receipts_that_overtake_each_other_and_come_twice_end_as_delivered(
    business: Business,
):
    for status in ("expired", "read", "read", "expired"):
        assert await business.told(json=receipt("m-1", status)) == 204
    assert sorted(map(str, await business.receipts())) == ["None", "delivered"]


async def test_a_form_is_taken_as_well(folder: Path, certificates: Path, clock: ManualClock):
    async with texting(folder, certificates, clock, FLAT) as business:
        form = {"MessageSid": "m-1", "MessageStatus": "delivered"}
        assert await business.told(data=form) == 204
        assert "delivered" in await business.receipts()


async def test_whoever_has_not_the_secret_finds_nothing(
    business: Business, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    body = receipt("m-1", "delivered")
    for secret in (SECRET[:-1], f"{SECRET}x", SECRET.upper(), "%C3%BC", "x"):
        assert await business.told(secret, json=body) == 404
    assert await business.receipts() == [None, None]
    assert await business.told(json=body) == 204
    service_logs = [record for record in caplog.records if record.name.startswith("bot.")]
    assert [record for record in service_logs if SECRET in record.getMessage()] == []


async def test_a_text_of_nobody_or_of_the_other_environment_is_not_found(business: Business):
    assert await business.told(json=receipt("m-9", "delivered")) == 404
    body = receipt("m-1", "delivered")
    assert await business.told(environment="production", json=body) == 404
    assert await business.receipts() == [None, None]


@pytest.mark.parametrize(
    "body",
    [
        {"content": b""},
        {"content": b"{"},
        {"content": b"[" * 100_000},
        {"json": {}},
        {"json": receipt("", "delivered")},
        {"json": receipt("m\x00", "delivered")},
        {"json": receipt("m" * 129, "delivered")},
        {"json": receipt("m-1", None)},
        {"json": receipt(True, "delivered")},
        {"data": {"data": "x"}},
    ],
)
async def test_what_is_no_receipt_is_refused(business: Business, body: dict[str, Any]):
    assert await business.told(**body) == 422
    assert await business.receipts() == [None, None]


async def test_a_body_that_is_too_large_is_not_read(business: Business):
    assert await business.told(content=b" " * (BODY_LIMIT + 1)) == 413


async def test_without_the_setting_there_is_no_such_address(
    folder: Path, certificates: Path, clock: ManualClock
):
    async with texting(folder, certificates, clock, None) as business:
        assert await business.told(json=receipt("m-1", "delivered")) == 404


@pytest.mark.parametrize("answer", ["told", "", "{}", '{"messages": [{"id": "a b"}]}', "[" * 9999])
async def test_an_answer_that_names_no_message_is_taken_all_the_same(
    folder: Path, certificates: Path, clock: ManualClock, answer: str
):
    async with texting(folder, certificates, clock, EXPECTED, answer) as business:
        assert await business.told(json=receipt("a b", "delivered")) == 422


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"secret": "short"}, "16 or more"),
        ({"secret": "with/a/slash/in/the/midst"}, "16 or more"),
        ({"id_field": ""}, "goes with"),
        ({"delivered": frozenset()}, "goes with"),
    ],
)
def test_settings_that_could_not_work_are_refused(changes: dict[str, Any], complaint: str):
    usual = {"secret": SECRET, "id_field": "id", "status_field": "s", "delivered": frozenset("d")}
    with pytest.raises(ValueError, match=complaint):
        ReceiptSettings(**usual | changes)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab0"), inner),
    max_leaves=8,
)


@given(_JSON, st.lists(st.sampled_from(["a", "b", "0", "1", ""]), min_size=1, max_size=4))
def test_a_path_through_anything_ends_at_a_text_or_nowhere(data: object, steps: list[str]):
    found = text_at(".".join(steps), data)
    assert found is None or isinstance(found, str)
