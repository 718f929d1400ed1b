"""Webhooks that come twice, late, in the wrong order, or from somebody else."""

import json
import ssl
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, StatusToken, sign
from bot.service.operations.dashboard import mark_failed
from bot.service.operations.webhook_administration import set_webhook
from bot.web.routes import fleet_path
from tests.support.business import Business, bare, finds, heard, sees, told

pytestmark = pytest.mark.usefixtures("business")


@pytest.fixture
async def post(business: Business) -> AsyncIterator[Any]:
    """Send a webhook as the fleet service would, or as somebody else."""
    town = business.town
    context = ssl.create_default_context(cafile=town.certificates.authority)
    async with httpx.AsyncClient(verify=context, trust_env=False) as http:

        async def send(raw: bytes, signature: bytes | None = None) -> int:
            headers = {"X-Service-Signature": signature or sign(raw, town.api_key).encode()}
            url = f"https://127.0.0.1:{town.bot_port}{fleet_path(ENVIRONMENT)}"
            response = await http.post(url, content=raw, headers=headers)
            await town.idle()
            return response.status_code

        yield send


def event(business: Business, delivery: Delivery, kind: str, **data: Any) -> bytes:
    """A webhook in the contract's simpler shape, of what happens after all that was told before."""
    business.clock.advance(timedelta(milliseconds=1))
    now = business.clock.now()
    told_data = {
        "delivery_id": delivery.uuid,
        "order_number": delivery.order_number,
        "status": kind.removeprefix("delivery."),
        "customer_name": "Bola Ahmed",
        "note": "",
        "updated_at": now.isoformat(),
        **data,
    }
    return json.dumps({"event": kind, "timestamp": now.isoformat(), "data": told_data}).encode()


async def test_the_same_webhook_twice_is_told_once(business: Business, post: Any):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    raw = event(business, delivery, "delivery.failed", note="Nobody at home")
    assert [await post(raw), await post(raw)] == [200, 200]
    assert heard(business.bola, "could not be delivered this time") == 1


async def test_a_retry_with_a_new_timestamp_is_told_once(business: Business, post: Any):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    business.clock.advance(timedelta(seconds=1))
    failed_at = business.clock.now().isoformat()
    for _ in range(3):
        await post(event(business, delivery, "delivery.failed", updated_at=failed_at))
        business.clock.advance(timedelta(minutes=1))
    assert heard(business.bola, "could not be delivered this time") == 1


async def test_a_second_failed_attempt_is_told_again(business: Business, post: Any):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await post(event(business, delivery, "delivery.failed", note="Nobody at home"))
    business.clock.advance(timedelta(hours=1))
    await post(event(business, delivery, "delivery.failed", note="Nobody at home"))
    assert heard(business.bola, "could not be delivered this time") == 2
    assert heard(business.owner, "A delivery attempt of order 1001 failed") == 2


async def test_an_old_webhook_changes_nothing(business: Business, post: Any):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    before = told(business.bola), told(business.musa), told(business.owner)
    old = (business.clock.now() - timedelta(minutes=5)).isoformat()
    assert await post(event(business, delivery, "delivery.assigned", updated_at=old)) == 200
    assert await post(event(business, delivery, "delivery.created", updated_at=old)) == 200
    assert (told(business.bola), told(business.musa), told(business.owner)) == before


@pytest.mark.parametrize("signature", ["0" * 64, "x", "sha256=1", "ü"])
async def test_a_forged_webhook_is_refused_and_leaves_no_trace(
    business: Business, post: Any, signature: str
):
    delivery = await business.on_the_way()
    raw = event(business, delivery, "delivery.cancelled", note="forged")
    assert await post(raw, signature.encode("latin-1")) == 401
    assert not sees(business.musa, "cancelled")


async def test_an_event_that_nobody_knows_is_kept_and_answered(business: Business, post: Any):
    delivery = await business.order()
    assert await post(event(business, delivery, "delivery.teleported")) == 200
    assert await post(b"not json") == 200
    assert await post(b"\xff\xfe" * 100) == 200


async def test_a_body_over_the_limit_is_refused(post: Any):
    assert await post(b"x" * (256 * 1024 + 1)) == 413


async def test_what_webhooks_did_not_tell_is_found_by_looking(business: Business):
    town = business.town
    await town.stop_bot()
    created = await town.shop.create_delivery(business.new_order())
    await town.shop.assign(business.riders["Musa Bello"], [created[0].uuid])
    await business.later(hours=1)  # the fleet service has given up by then
    await town.start_bot()
    await town.idle()
    assert sees(business.musa, "A new job for you")


async def test_after_a_failed_attempt_looking_again_is_no_news_and_no_alarm(business: Business):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await mark_failed(business.town.service.environment(ENVIRONMENT), delivery.uuid, "Nobody there")
    await business.town.idle()
    assert heard(business.bola, "could not be delivered this time") == 1
    for _ in range(6):
        await business.later(minutes=6)
    assert not sees(business.bola, "is on the way")
    assert not sees(business.owner, "reported nothing")


async def test_why_it_was_cancelled_is_asked_for_where_the_webhook_does_not_say(
    business: Business, post: Any
):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await set_webhook(business.town.service.environment(ENVIRONMENT), None)
    cancelled = StatusToken.CANCELLED
    await business.town.shop.update_status(delivery.uuid, cancelled, note="The kitchen is closed")
    assert await post(event(business, delivery, "delivery.cancelled")) == 200
    for person in (business.musa, business.bola, business.owner):
        news = finds(person, "❌ Order 1001 was cancelled")
        assert "Reason: The kitchen is closed" in bare(news)
