"""Texts that still wait when what they tell no longer holds."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from bot.service.app import FleetService
from bot.service.operations.create import create_deliveries
from bot.service.operations.dashboard import resend_codes
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.sms import Sms, SmsError, SmsRefusedError
from tests.service.fleet import (
    DATABASE,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    carrier_is_down,
    order,
    restated_receiver,
    settings_at,
)
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE

NEW_NUMBER = "08090001111"
NEW_PHONE = "+2348090001111"


def _refusing(phone: str) -> Callable[[Sms], None]:
    def refuse(sms: Sms) -> None:
        if sms.phone == phone:
            raise SmsRefusedError("no such number")

    return refuse


async def created_while_the_carrier_is_down(fleet: Fleet, **changes: object) -> str:
    fleet.sms.on_message.append(carrier_is_down)
    uuid = (await fleet.create(**changes))["uuid"]
    await fleet.service.idle()
    return uuid


async def carrier_is_back(fleet: Fleet) -> None:
    # What failed is due again some time after its attempt: the attempt comes before the hour.
    await fleet.service.idle()
    an_hour_later_the_carrier_is_up(fleet)
    await fleet.service.idle()


def an_hour_later_the_carrier_is_up(fleet: Fleet) -> None:
    fleet.sms.on_message.clear()
    fleet.sms.messages.clear()
    fleet.clock.advance(timedelta(hours=1))


async def test_the_receivers_old_number_hears_nothing_once_there_is_a_new_one(
    fleet: Fleet, folder: Path
):
    uuid = await created_while_the_carrier_is_down(fleet, send_sms=True)
    receiver = restated_receiver(await fleet.delivery(uuid), customer_phone_number=NEW_NUMBER)
    await fleet.update(uuid, receivers=[receiver], send_sms="true")
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        sealed = database.execute("SELECT sealed FROM texts WHERE state = 'dropped'").fetchall()
        await fleet.service.idle()
        (queued,) = database.execute("SELECT count(*) FROM jobs WHERE state = 'waiting'").fetchone()
    assert sealed == [(None,), (None,)]
    assert queued == 3
    await carrier_is_back(fleet)
    assert await fleet.texts_to(RECEIVER_PHONE) == []
    code, courtesy = await fleet.texts_to(NEW_PHONE)
    assert code.startswith("Drop-off code: ")
    assert "is sending you a parcel" in courtesy
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1


async def test_the_senders_old_number_hears_nothing_once_there_is_a_new_one(fleet: Fleet):
    uuid = await created_while_the_carrier_is_down(fleet)
    await fleet.update(uuid, sender_phone=NEW_NUMBER)
    await carrier_is_back(fleet)
    assert await fleet.texts_to(SENDER_PHONE) == []
    assert len(await fleet.texts_to(NEW_PHONE)) == 1
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_a_code_that_waits_is_not_told_once_there_is_a_newer_one(fleet: Fleet):
    uuid = await created_while_the_carrier_is_down(fleet)
    await resend_codes(fleet.development, uuid)
    await carrier_is_back(fleet)
    for phone in (SENDER_PHONE, RECEIVER_PHONE):
        (text,) = await fleet.texts_to(phone)
        assert "It replaces" in text


async def test_one_phone_of_sender_and_receiver_keeps_the_text_that_still_holds(fleet: Fleet):
    uuid = await created_while_the_carrier_is_down(fleet, sender_phone="08054445555")
    await fleet.update(uuid, sender_phone=NEW_NUMBER)
    await carrier_is_back(fleet)
    (text,) = await fleet.texts_to(RECEIVER_PHONE)
    assert text.startswith("Drop-off code: ")


async def test_other_deliveries_texts_to_the_same_phone_stay(fleet: Fleet):
    first = await created_while_the_carrier_is_down(fleet)
    await fleet.create()
    await fleet.update(first, sender_phone=NEW_NUMBER)
    await carrier_is_back(fleet)
    (text,) = await fleet.texts_to(SENDER_PHONE)
    assert "1002" in text


async def test_a_text_that_the_carrier_refuses_for_good_is_wiped_at_once(
    fleet: Fleet, folder: Path
):
    fleet.sms.on_message.append(_refusing(SENDER_PHONE))
    await fleet.create()
    await fleet.service.idle()
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        rows = set(database.execute("SELECT about, state, attempts, phone, sealed FROM texts"))
    assert rows == {("pickup", "failed", 1, "", None), ("drop-off", "done", 1, "", None)}


async def test_a_carrier_with_a_fault_of_its_own_holds_up_nobody_else(fleet: Fleet):
    told = asyncio.Event()

    def faulty(sms: Sms) -> None:
        if sms.phone == SENDER_PHONE:
            raise RuntimeError("a fault that nobody thought of")
        told.set()

    fleet.sms.on_message.append(faulty)
    for _ in range(2):
        told.clear()
        await fleet.create()
        async with asyncio.timeout(PATIENCE):
            await told.wait()
    # The service is not idle before: whom the fault met waits for a moment.
    an_hour_later_the_carrier_is_up(fleet)
    await fleet.service.idle()
    # The failed attempt may have been written down only after that hour.
    fleet.clock.advance(timedelta(hours=1))
    assert len(await fleet.texts_to(SENDER_PHONE)) == 2


async def test_a_text_that_waits_for_a_later_attempt_holds_up_no_newer_one(fleet: Fleet):
    await created_while_the_carrier_is_down(fleet)
    for seconds in (5, 30, 120, 600, 1800):
        fleet.clock.advance(timedelta(seconds=seconds))
        await fleet.service.idle()
    fleet.sms.on_message.clear()
    fleet.sms.messages.clear()
    await fleet.create()
    (text,) = await fleet.texts_to(SENDER_PHONE)
    assert "(delivery 1002)" in text
    fleet.clock.advance(timedelta(hours=1))
    _, text = await fleet.texts_to(SENDER_PHONE)
    assert "(delivery 1001)" in text


async def test_texts_to_one_phone_that_are_due_together_go_one_after_the_other(
    folder: Path, certificates: Path, clock: ManualClock
):
    class Carrier:
        is_down = True
        under_way = most = 0

        async def send(self, phone: str, _text: str) -> None:
            mine = int(phone == SENDER_PHONE)
            self.under_way += mine
            self.most = max(self.most, self.under_way)
            await asyncio.sleep(0)
            self.under_way -= mine
            if self.is_down:
                raise SmsError("the carrier is down")

    carrier = Carrier()
    body = NewDelivery.model_validate(order())
    service = FleetService(settings_at(folder, certificates), sms=carrier, clock=clock)
    async with service:
        # The first text's next attempt comes after the second one's, and then both are due.
        for seconds in (0, 5):
            clock.advance(timedelta(seconds=seconds))
            await create_deliveries(service.environment("development"), body)
            await service.idle()
        carrier.is_down = False
        clock.advance(timedelta(minutes=1))
        await service.idle()
    assert carrier.most == 1


async def test_a_code_that_was_used_is_not_told_again(fleet: Fleet):
    def taken_but_not_confirmed(_sms: Sms) -> None:
        raise SmsError("no answer in time")

    fleet.sms.on_message.append(taken_but_not_confirmed)
    uuid = (await fleet.create(riderid=await fleet.rider(), send_sms=True))["uuid"]
    for status, code, phone in (
        ("in_transit", "pickup_otp", SENDER_PHONE),
        ("delivered", "dropoff_otp", RECEIVER_PHONE),
    ):
        await fleet.move(uuid, status, **{code: await fleet.code(phone)})
        told = len(await fleet.texts_to(phone))
        fleet.clock.advance(timedelta(days=1))
        assert len(await fleet.texts_to(phone)) == told
