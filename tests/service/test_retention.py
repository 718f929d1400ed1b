"""What is personal of a delivery ends; the delivery itself stays, for lists and counts."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.service.operations.enrolment import edit_rider, set_active
from bot.service.operations.erasure import forget_phone
from bot.service.operations.invitation import invite_or_renew
from bot.service.request_bodies.enrolment import NewRiders
from bot.service.rules.riders import INVITATION_VALID_FOR
from bot.service.store import retention
from bot.service.store.delivery_rows import add_delivery
from bot.service.store.rider_rows import change_rider
from bot.service.store.tables import deliveries, invitations, texts, webhook_attempts, webhooks
from tests.benchmarks.plans import explain
from tests.service.fleet import (
    ALL_DELIVERIES,
    DATABASE,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    opened,
    running,
    settings_at,
    sqlite_url,
)
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock
from tests.support.sql import listening, rows
from tests.workers.waiting import come_true, until

KEPT = RetentionSettings(days=30)
HOUR = timedelta(hours=1)

# Nothing of these is a part of what the service says of itself or of anything that stays.
PERSONAL = [
    "Ada Stores",
    "1 Broad Street",
    "ada@example.com",
    "8031112222",
    "Bola Ade",
    "4 Marina Road",
    "8054445555",
    "bola@example.com",
    "Shoes",
    "Ring at the blue gate",
    "The shop has closed",
]


def left_in(folder: Path, personal: Sequence[str] = PERSONAL) -> list[str]:
    """Tell what of people stands in a byte of the database's files."""
    content = b"".join(file.read_bytes() for file in folder.glob(f"{DATABASE}*"))
    return [words for words in personal if words.encode() in content]


async def go_by(clock: ManualClock, delta: timedelta) -> None:
    """Let time go by once the house is in order."""
    await until(lambda: clock.rings_in(HOUR))
    clock.advance(delta)


async def wiped(fleet: Fleet, uuid: str) -> bool:
    sender = (await fleet.delivery(uuid))["sender_detail"]
    return bool(sender["sender_name"] == "")


async def ended(fleet: Fleet) -> tuple[str, str]:
    """A delivery that was brought and one that was called off, by their uuids."""
    brought = await fleet.at("Delivered")
    person = {
        "customer_name": "Bola Ade",
        "customer_address": "4 Marina Road",
        "customer_phone_number": "08054445555",
        "customer_phone_code": "234",
        "customer_email": "bola@example.com",
        "item_type": "manual",
        "items": [{"item_description": "Shoes", "item_quantity": 1, "item_value": 10}],
    }
    created = await fleet.create(receivers=[person], note="Ring at the blue gate")
    await fleet.move(created["uuid"], "cancelled", note="The shop has closed")
    await fleet.service.idle()
    return brought, created["uuid"]


async def test_thirty_days_after_the_end_no_byte_of_the_files_tells_of_its_people(
    workshop: Workshop, receiver: Receiver, clock: ManualClock
):
    async with workshop.open() as fleet:
        await ended(fleet)
        assert "delivery.cancelled" in receiver.events
        assert left_in(workshop.folder)
        await go_by(clock, KEPT.ended + HOUR)
        await until(lambda: not left_in(workshop.folder))


async def test_the_delivery_stays_with_what_is_nobodys(fleet: Fleet, clock: ManualClock):
    brought, cancelled = await ended(fleet)
    before = {uuid: await fleet.delivery(uuid) for uuid in (brought, cancelled)}
    counted = await fleet.get("/deliveries", **ALL_DELIVERIES)
    await go_by(clock, KEPT.ended + HOUR)
    await come_true(lambda: wiped(fleet, cancelled))
    for uuid, was in before.items():
        now = await fleet.delivery(uuid)
        for field in ("order_number", "status", "delivery_fee", "created_at", "dropoff_at"):
            assert now[field] == was[field]
        customer = now["customer_detail"]
        assert customer["uuid"] == was["customer_detail"]["uuid"]
        assert (customer["customer_name"], customer["customer_email"]) == ("", None)
        (item,) = now["items"]
        assert (item["item_description"], item["item_value"]) == ("", was["items"][0]["item_value"])
        assert (now["note"], now["cancellation_reason"]) == (None, None)
    after = await fleet.get("/deliveries", **ALL_DELIVERIES)
    assert after["delivery_counts"] == counted["delivery_counts"]
    assert await fleet.numbers(search="Bola") == []
    assert len(await fleet.numbers()) == 2


async def test_what_is_open_keeps_its_people_until_it_is_six_times_as_old(
    fleet: Fleet, clock: ManualClock
):
    waiting = await fleet.at("In Transit")
    cancelled = await fleet.at("Cancelled")
    await go_by(clock, KEPT.unended - HOUR)
    await come_true(lambda: wiped(fleet, cancelled))
    assert not await wiped(fleet, waiting)
    await go_by(clock, 2 * HOUR)
    await come_true(lambda: wiped(fleet, waiting))
    assert (await fleet.delivery(waiting))["status"] == "In Transit"


async def test_the_setting_says_how_long(folder: Path, certificates: Path, clock: ManualClock):
    settings = settings_at(folder, certificates, retention=RetentionSettings(days=7))
    async with running(settings, clock) as fleet:
        cancelled = await fleet.at("Cancelled")
        await go_by(clock, timedelta(days=7) + HOUR)
        await come_true(lambda: wiped(fleet, cancelled))


async def test_a_text_that_was_sent_says_no_more_to_whom(fleet: Fleet, folder: Path):
    await fleet.create()
    assert await fleet.texts_to(SENDER_PHONE)
    assert await fleet.texts_to(RECEIVER_PHONE)
    async with opened(sqlite_url(folder / DATABASE)) as database:
        assert {(row.phone, row.sealed) for row in await rows(database, texts.select())} == {
            ("", None)
        }


async def test_of_many_a_portion_goes_at_a_time_and_is_found_by_an_index(
    fleet: Fleet, folder: Path, clock: ManualClock
):
    for _ in range(3):
        await fleet.at("Cancelled")
    await fleet.create()
    async with opened(sqlite_url(folder / DATABASE)) as database:
        database.clock.advance(clock.now() + KEPT.ended + HOUR - database.clock.now())
        with listening() as statements:
            assert not await database.write(retention.wipe_deliveries, KEPT)
        assert [plan.steps for plan in await explain(database, statements) if plan.full_scan] == []
        over = deliveries.select().where(deliveries.c.wiped_at.is_not(None))
        assert len(await rows(database, over)) == 3
        for table in (webhooks, webhook_attempts):
            assert await rows(database, table.select()) == []


@pytest.mark.parametrize("days", [6, 3651, 0])
def test_a_span_that_is_none_is_refused_by_a_sentence(days: int):
    with pytest.raises(ValueError, match="must be from 7 to 3650 days"):
        RetentionSettings(days=days)


async def test_an_invitation_that_nobody_opened_ends_with_its_row(fleet: Fleet, clock: ManualClock):
    body = {"rider_emails": ["bisi@example.com"], "commission_value": 1, "commission_type": "x"}
    await invite_or_renew(fleet.development, NewRiders.model_validate(body))
    database, every = fleet.development.database, invitations.select()
    assert len(await rows(database, every)) == 1
    await go_by(clock, INVITATION_VALID_FOR + HOUR)

    async def gone() -> bool:
        return not await rows(database, every)

    await come_true(gone)


async def known(fleet: Fleet, uuid: str) -> tuple[str, ...]:
    """What is said of a rider as a person."""
    rider = await fleet.get(f"/riders/get/{uuid}")
    fields = ("name", "email", "phone_number", "phone_code", "address", "vehicle_plate_number")
    return tuple(rider[field] for field in fields)


ERASED = ("Rider 1", "erased-1", "", "", "", "")


async def is_erased(fleet: Fleet, uuid: str) -> bool:
    return await known(fleet, uuid) == ERASED


async def test_a_rider_is_a_number_six_times_as_long_after_the_removal(
    fleet: Fleet, folder: Path, clock: ManualClock
):
    rider = await fleet.rider(name="Musa Canary")
    delivered = await fleet.at("Delivered")
    await set_active(fleet.development, rider, active=False)
    await go_by(clock, KEPT.unended - HOUR)
    await set_active(fleet.development, rider, active=False)
    await until(lambda: clock.rings_in(HOUR))
    assert not await is_erased(fleet, rider)
    await go_by(clock, 2 * HOUR)
    await come_true(lambda: is_erased(fleet, rider))
    people = ["Musa Canary", "musa@example.com"]
    await until(lambda: not left_in(folder, people))
    carried = (await fleet.delivery(delivered))["rider_info"]
    assert (carried["uuid"], carried["name"]) == (rider, "Rider 1")


async def test_a_rider_who_is_active_or_has_a_parcel_in_hand_stays_known(
    fleet: Fleet, clock: ManualClock
):
    rider = await fleet.rider()
    parcel = await fleet.at("In Transit")
    await set_active(fleet.development, rider, active=False)
    other = await fleet.rider("bisi@example.com", "Bisi")
    await go_by(clock, KEPT.unended + HOUR)
    await until(lambda: clock.rings_in(HOUR))
    assert (await known(fleet, rider))[0] == "Musa Bello"
    await fleet.move(parcel, "cancelled")
    await go_by(clock, HOUR)
    await come_true(lambda: is_erased(fleet, rider))
    assert (await known(fleet, other))[0] == "Bisi"


async def test_what_is_said_anew_of_a_removed_rider_has_its_end_too(
    fleet: Fleet, clock: ManualClock
):
    rider = await fleet.rider()
    await set_active(fleet.development, rider, active=False)
    await go_by(clock, KEPT.unended + HOUR)
    await come_true(lambda: is_erased(fleet, rider))
    await edit_rider(fleet.development, rider, name="Musa Anew")
    assert not await is_erased(fleet, rider)
    await go_by(clock, KEPT.unended + HOUR)
    await come_true(lambda: is_erased(fleet, rider))


async def test_who_was_activated_meanwhile_stays_known(fleet: Fleet, clock: ManualClock):
    rider = await fleet.rider()
    await set_active(fleet.development, rider, active=False)
    await go_by(clock, KEPT.unended - HOUR)
    await set_active(fleet.development, rider, active=True)
    await go_by(clock, 2 * HOUR)
    await until(lambda: clock.rings_in(HOUR))
    assert not await is_erased(fleet, rider)


async def test_who_was_invited_and_never_joined_is_forgotten_after_the_last_invitation(
    fleet: Fleet, clock: ManualClock
):
    body = {"rider_emails": ["bisi@example.com"], "commission_value": 1, "commission_type": "x"}
    invitation = NewRiders.model_validate(body)
    ((rider, _),) = [
        (each.rider.uuid, each.token)
        for each in await invite_or_renew(fleet.development, invitation)
    ]
    await go_by(clock, KEPT.unended - HOUR)
    await invite_or_renew(fleet.development, invitation)
    await go_by(clock, 2 * HOUR)
    await until(lambda: clock.rings_in(HOUR))
    assert (await known(fleet, rider))[1] == "bisi@example.com"
    await go_by(clock, KEPT.unended)
    await come_true(lambda: is_erased(fleet, rider))
    listed = await fleet.riders(pending_invites="1")
    assert listed["riders"]["data"] == []
    assert (await invite_or_renew(fleet.development, invitation))[0].rider.number == 2


@pytest.mark.parametrize("phone", [SENDER_PHONE, RECEIVER_PHONE])
async def test_who_asks_is_forgotten_at_once_where_it_is_over(
    workshop: Workshop, receiver: Receiver, phone: str
):
    async with workshop.open() as fleet:
        uuids = await ended(fleet)
        forgotten = await forget_phone(fleet.development, phone)
        assert (forgotten.wiped, forgotten.open) == (2, [])
        assert all([await wiped(fleet, uuid) for uuid in uuids])
        await fleet.development.database.checkpoint()
        await until(lambda: not left_in(workshop.folder))
        assert (await forget_phone(fleet.development, phone)).wiped == 0


async def test_of_others_and_of_what_is_open_nothing_is_forgotten(fleet: Fleet):
    over, waiting = await fleet.at("Cancelled"), await fleet.at("In Transit")
    other = (await fleet.create(sender_phone="08099990000"))["uuid"]
    await fleet.move(other, "cancelled")
    forgotten = await forget_phone(fleet.development, SENDER_PHONE)
    assert [delivery.uuid for delivery in forgotten.open] == [waiting]
    assert (forgotten.wiped, forgotten.riders) == (1, [])
    assert [await wiped(fleet, uuid) for uuid in (over, waiting, other)] == [True, False, False]


@pytest.mark.parametrize("written", ["+234 803 111 2222", "803-111-2222", "(0803) 111.2222"])
async def test_a_phone_is_found_however_it_was_written(fleet: Fleet, written: str):
    uuid = (await fleet.create(sender_phone=written))["uuid"]
    await fleet.move(uuid, "cancelled")
    assert (await forget_phone(fleet.development, SENDER_PHONE)).wiped == 1


async def test_a_longer_number_with_the_same_digits_is_somebody_elses(fleet: Fleet):
    uuid = (await fleet.create(sender_phone="280311122229", sender_phonecode="49"))["uuid"]
    await fleet.move(uuid, "cancelled")
    assert (await forget_phone(fleet.development, SENDER_PHONE)).wiped == 0


async def test_who_is_named_after_a_delivery_was_wiped_is_wiped_in_turn(
    fleet: Fleet, folder: Path, clock: ManualClock
):
    waiting = await fleet.at("In Transit")
    await go_by(clock, KEPT.unended + HOUR)
    await come_true(lambda: wiped(fleet, waiting))
    sender = {"sender_phone": "08031112222", "sender_phonecode": "234", "sender_address": "1 A"}
    await fleet.update(waiting, sender_name="Ada Again", **sender)
    await fleet.move(waiting, "cancelled", note="Nobody knows it")
    assert left_in(folder, ["Ada Again", "Nobody knows it"])
    await go_by(clock, KEPT.ended + HOUR)
    await until(lambda: not left_in(folder, ["Ada Again", "Nobody knows it"]))


async def test_what_is_for_a_later_day_keeps_its_people_until_that_is_past(
    fleet: Fleet, clock: ManualClock
):
    day = clock.now().date() + timedelta(days=200)
    later = (await fleet.create(creation_date=str(day)))["uuid"]
    cancelled = await fleet.at("Cancelled")
    await go_by(clock, KEPT.unended + HOUR)
    await come_true(lambda: wiped(fleet, cancelled))
    assert not await wiped(fleet, later)
    await go_by(clock, timedelta(days=200))
    await come_true(lambda: wiped(fleet, later))


async def test_a_rider_who_is_active_is_never_wiped(fleet: Fleet):
    rider = await fleet.rider()
    database = fleet.development.database
    long_ago = fleet.clock.now() - KEPT.unended - HOUR
    await database.write(change_rider, rider, idle_since=long_ago)
    await database.write(retention.wipe_riders, KEPT)
    assert (await known(fleet, rider))[0] == "Musa Bello"


async def test_others_write_while_somebody_with_very_many_deliveries_is_forgotten(fleet: Fleet):
    await fleet.at("Cancelled")
    database, many = fleet.development.database, 30 * retention.AT_ONCE + 1
    (first,) = await rows(database, deliveries.select())
    await database.write(_copies, first._asdict(), many)
    forgetting = asyncio.create_task(forget_phone(fleet.development, SENDER_PHONE))
    over, seen = deliveries.select().where(deliveries.c.wiped_at.is_not(None)), set()
    while not forgetting.done():
        await fleet.create(sender_phone="08099990000")
        seen.add(len(await rows(database, over)))
    assert (await forgetting).wiped == many
    assert seen - {0, many}


def _copies(tx: Transaction, row: dict[str, Any], many: int) -> None:
    for place in range(1, many):
        add_delivery(tx, row | {"uuid": f"{place:036}", "number": 5000 + place}, [])
