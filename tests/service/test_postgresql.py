"""The same service on PostgreSQL: what differs there are types, locks and what texts may hold."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.service.errors import NotFoundError
from bot.service.operations.dashboard import resend_codes
from bot.service.operations.find import delivery_named
from bot.service.operations.keys import current_key, known_keys, new_key, set_key
from bot.service.operations.webhook_administration import (
    get_webhook,
    log_of,
    resend_webhooks,
    set_webhook,
)
from bot.service.rules.texts import MAX_WRONG_CODES
from bot.service.store.webhook_log import WebhookSearch
from tests.service.fleet import (
    ALL_RIDERS,
    SENDER_PHONE,
    Fleet,
    carrier_is_down,
    order,
    running,
    settings_at,
)
from tests.store import postgres
from tests.support.clock import ManualClock


@pytest.fixture(scope="module")
def url(server: postgres.Postgres) -> str:
    return server.url


@pytest.fixture
async def fleet(
    url: str, tmp_path: Path, certificates: Path, clock: ManualClock
) -> AsyncIterator[Fleet]:
    async with running(settings_at(tmp_path, certificates, database_url=url), clock) as fleet:
        yield fleet


async def test_a_delivery_lives_its_life(fleet: Fleet):
    uuid = await fleet.at("Delivered")
    data = await fleet.get(f"/deliveries/get/{uuid}")
    assert data["status"] == "Delivered"
    assert data["dropoff_at"] == "2026-03-02T09:00:00.000000Z"
    for query in (
        {"search": "ADA"},
        {"filter": "today"},
        {"filter": "dropoff_at", "end_date": "9999-12-31"},
        {"filter": "schedule_date", "start_date": "2026-03-02"},
        {"delivery_status": "delivered"},
    ):
        assert data["order_number"] in await fleet.numbers(**query), query
    assert (await fleet.riders())["total_revenue"] == 1500


async def test_a_delivery_is_changed_and_its_rider_switched(fleet: Fleet):
    uuid = await fleet.at("Awaiting Pickup")
    data = await fleet.update(uuid, delivery_fee="1800", sender_name="Bi\x00si")
    assert (data["delivery_fee"], data["sender_detail"]["sender_name"]) == ("1800", "Bisi")
    rider = data["rider_info"]["uuid"]
    query = {"paginate": "1", "per_page": "", "filter": "today"}
    page = await fleet.get(f"/riders/delivery/history/{rider}", **query)
    assert uuid in [delivery["uuid"] for delivery in page["data"]]
    for active in (False, True):
        data = await fleet.post(f"/riders/change_status/{rider}", {"rider_uuids": [rider]})
        assert data["active"] is active


async def test_those_who_come_at_the_same_time_get_in_each_others_way_nowhere(fleet: Fleet):
    created = await asyncio.gather(
        *(fleet.http.post("/deliveries/create", json=order(sender_name="\x00A")) for _ in range(8))
    )
    assert {answer.status_code for answer in created} == {200}
    assert len({answer.json()["data"]["order_number"] for answer in created}) == 8
    invitation = {
        "rider_emails": ["same@example.com"],
        "commission_value": 1,
        "commission_type": "commission",
    }
    invited = await asyncio.gather(
        *(fleet.http.post("/riders/create", json=invitation) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in invited) == [200, 422, 422, 422]


async def test_keys_replace_each_other_and_open_one_environment(fleet: Fleet):
    key = await new_key(fleet.development, timedelta(hours=1))
    headers = {"x-api-key": key}
    assert (await fleet.http.get("/riders", params=ALL_RIDERS, headers=headers)).is_success
    assert await current_key(fleet.development) == key
    with pytest.raises(ValueError, match="that of development"):
        await set_key(fleet.service.environment("production"), key)
    current, former = (await known_keys(fleet.development))[:2]
    assert current.expires_at is None
    assert former.expires_at == fleet.clock.now() + timedelta(hours=1)


async def test_webhook_settings_are_replaced_and_webhooks_sent_again(fleet: Fleet):
    for events in (["delivery.failed"], None):
        await set_webhook(fleet.development, "https://127.0.0.1:1/x", events)
    assert (await get_webhook(fleet.development)).events is None
    uuid = (await fleet.create())["uuid"]
    await fleet.service.idle()
    environment = fleet.development
    search = WebhookSearch(delivery_uuid=uuid)
    assert await resend_webhooks(environment, search) == 1
    await fleet.service.idle()
    (webhook,) = await log_of(environment, search, 10)
    assert [attempt.status for attempt in webhook.attempts] == [None, None]
    await set_webhook(fleet.development, None)


async def test_guesses_at_the_same_time_are_all_counted(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    right = await fleet.code(SENDER_PHONE)
    wrong = "0000" if right != "0000" else "1111"
    body = {"delivery_uuid": uuid, "status": "in_transit", "pickup_otp": wrong}
    answers = await asyncio.gather(
        *(
            fleet.http.post("/deliveries/update_status", json=body)
            for _ in range(MAX_WRONG_CODES + 3)
        )
    )
    assert sum("void" in answer.text for answer in answers) == 3
    await resend_codes(fleet.development, uuid)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))


async def test_a_former_number_hears_nothing_more(fleet: Fleet):
    fleet.sms.on_message.append(carrier_is_down)
    uuid = (await fleet.create(sender_phone="08090003333"))["uuid"]
    await fleet.service.idle()
    await fleet.update(uuid, sender_phone="08090004444")
    fleet.sms.on_message.clear()
    fleet.sms.messages.clear()
    fleet.clock.advance(timedelta(hours=1))
    assert await fleet.texts_to("+2348090003333") == []
    assert len(await fleet.texts_to("+2348090004444")) == 1


async def test_what_a_person_names_by_number_is_found(fleet: Fleet):
    created = await fleet.create()
    environment = fleet.development
    assert await delivery_named(environment, created["order_number"]) == created["uuid"]
    with pytest.raises(NotFoundError):
        await delivery_named(environment, "999999999")


async def test_an_address_that_no_index_takes_is_refused(fleet: Fleet):
    letters = "".join(chr(0x10000 + 97 * place % 0xF000) for place in range(990))
    invitation = {"commission_value": 1, "commission_type": "commission"}
    for length, status in ((240, 200), (900, 422)):
        body = invitation | {"rider_emails": [f"{letters[:length]}@example.com"]}
        assert (await fleet.http.post("/riders/create", json=body)).status_code == status


async def test_a_service_and_a_command_that_start_together_make_the_tables_once(
    server: postgres.Postgres,
):
    program = (
        "import asyncio, sys\n"
        "from bot.base.clock import SystemClock\n"
        "from bot.base.database.database import Database\n"
        "from bot.base.vault import Vault\n"
        "from bot.service.store.schema import SCHEMA\n"
        "asyncio.run(Database(sys.argv[1], SCHEMA, Vault(bytes(32)), SystemClock()).open())\n"
    )
    assert await postgres.together(program, server.fresh("together")) == [0] * 4
