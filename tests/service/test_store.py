"""The schema, its migrations, and writers that meet."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

from bot.service.app import FleetService
from bot.service.settings import ServiceSettings
from bot.service.sms import OutboxSms
from bot.service.store.schema import SCHEMA
from tests.service.fleet import (
    DATABASE,
    SENDER_PHONE,
    Fleet,
    carrier_is_down,
    differences_of_tables,
    migrate,
    on_both,
    order,
    settings_at,
)
from tests.support.patience import PATIENCE
from tests.support.sql import by_sqlalchemy, migrated


@on_both
async def test_the_migrations_make_the_tables_that_the_code_describes(
    fleet: Fleet, settings: ServiceSettings
):
    url = settings.database_url
    assert await by_sqlalchemy(url, differences_of_tables) == []
    await by_sqlalchemy(url, partial(migrated, SCHEMA))
    assert await by_sqlalchemy(url, differences_of_tables) == []


async def test_opening_twice_changes_nothing(folder: Path):
    before = (folder / DATABASE).read_bytes()
    await migrate(folder / DATABASE)
    assert (folder / DATABASE).read_bytes() == before


async def test_creations_at_the_same_time_get_numbers_of_their_own(fleet: Fleet):
    answers = await asyncio.gather(
        *(fleet.http.post("/deliveries/create", json=order()) for _ in range(20))
    )
    numbers = sorted(answer.json()["data"]["order_number"] for answer in answers)
    assert numbers == [str(number) for number in range(1001, 1021)]


@on_both
async def test_of_two_who_move_a_delivery_at_the_same_time_one_succeeds(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    body = {
        "delivery_uuid": uuid,
        "status": "in_transit",
        "pickup_otp": await fleet.code(SENDER_PHONE),
    }
    answers = await asyncio.gather(
        *(fleet.http.post("/deliveries/update_status", json=body) for _ in range(5))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422, 422]


async def test_a_refused_creation_uses_no_number(fleet: Fleet):
    unknown = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
    await fleet.http.post("/deliveries/create", json=order(riderid=unknown))
    assert (await fleet.create())["order_number"] == "1001"


async def test_what_is_to_be_sent_goes_by_itself(fleet: Fleet):
    sent = asyncio.Event()
    fleet.sms.on_message.append(lambda _sms: sent.set())
    await fleet.create()
    await asyncio.wait_for(sent.wait(), timeout=PATIENCE)


async def test_a_service_that_does_not_run_is_idle(folder: Path, certificates: Path):
    service = FleetService(settings_at(folder, certificates), sms=OutboxSms())
    await service.idle()
    await service.start()
    await service.stop()
    await service.idle()


async def test_when_the_database_fails_for_a_while_what_waits_is_sent_afterwards(
    fleet: Fleet, folder: Path
):
    fleet.sms.on_message.append(carrier_is_down)
    await fleet.create()
    await fleet.service.idle()
    fleet.sms.messages.clear()
    fleet.sms.on_message.clear()
    with closing(sqlite3.connect(folder / DATABASE)) as other:
        other.execute("ALTER TABLE texts RENAME TO texts_gone")
        fleet.clock.advance(timedelta(seconds=5))
        await fleet.service.idle()
        other.execute("ALTER TABLE texts_gone RENAME TO texts")
    fleet.clock.advance(timedelta(seconds=5))
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
