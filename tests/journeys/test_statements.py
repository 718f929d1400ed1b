"""How often the bot asks its database: that was most of its work, and must not grow unseen.

Left out are the questions for work itself: how many share a commit is a matter of time.
"""

import json
import ssl

import httpx
import pytest

from bot.fleet import Delivery
from bot.fleet.events import sign
from tests.support.business import Business, heard
from tests.support.sql import listening, without_the_queue

EVENT, MESSAGE = 19, 10
"""What an event needs by itself, and each message or card that it leads to."""
UPDATE, ANSWER = 5, 5


@pytest.mark.without_limits  # they are counted without a look at whose turn it is
async def test_an_event(business: Business):
    delivery = await business.accepted()
    await business.follows(business.bola, "Bola Ahmed")
    calls = len(business.town.telegram.calls)
    with listening() as asked:
        await sends_picked_up(business, delivery)
        await business.town.bot.idle()
    assert heard(business.bola, "on the way") == 1
    messages = len(business.town.telegram.calls) - calls
    assert messages >= 4
    statements = without_the_queue(asked)
    assert len(statements) <= EVENT + MESSAGE * messages, "\n".join(statements)


async def sends_picked_up(business: Business, delivery: Delivery) -> None:
    """Let a webhook come of which the fleet service knows nothing: only the bot is to be heard."""
    moment = "2099-01-01T00:00:00.000000Z"
    data = {
        "delivery_id": delivery.uuid,
        "order_number": delivery.order_number,
        "status": "in_transit",
        "updated_at": moment,
        "rider": {"name": "Musa Bello", "phone": "+2348020000001"},
        "customer_name": "Bola Ahmed",
        "customer_phone": "08030000001",
        "customer_address": "5 Allen Avenue",
    }
    body = json.dumps({"event": "delivery.in_transit", "timestamp": moment, "data": data}).encode()
    town = business.town
    context = ssl.create_default_context(cafile=town.certificates.authority)
    async with httpx.AsyncClient(verify=context, trust_env=False) as http:
        headers = {"X-Service-Signature": sign(body, town.api_key)}
        answer = await http.post(town.events_url, content=body, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("words", ["/help", "hello"])
async def test_an_update(business: Business, words: str):
    calls = len(business.town.telegram.calls)
    with listening() as asked:
        business.owner.write(words)
        await business.town.telegram.idle()
        await business.town.bot.idle()
    messages = len(business.town.telegram.calls) - calls
    assert messages >= 1
    statements = without_the_queue(asked)
    assert len(statements) <= UPDATE + ANSWER * messages, "\n".join(statements)
