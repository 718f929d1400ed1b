"""A delivery of a later day: there at once, and its people are told on its morning."""

from datetime import timedelta
from typing import Any

from bot.service.operations.dashboard import decline, resend_codes
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock

NOW = ManualClock().now()
IN_A_WEEK = NOW.date() + timedelta(days=7)
SEVEN_IN_LAGOS = NOW.replace(hour=6, minute=0, second=0, microsecond=0) - NOW


async def scheduled(fleet: Fleet, **changes: Any) -> str:
    created = await fleet.create(
        creation_date=IN_A_WEEK.isoformat(),
        send_sms=True,
        riderid=await fleet.rider(),
        **changes,
    )
    assert created["status"] == "Pending"
    return str(created["uuid"])


async def after(fleet: Fleet, wait: timedelta) -> None:
    """Let time pass, and whatever it makes due be sent."""
    fleet.clock.advance(wait)
    for _ in range(3):
        await fleet.service.idle()


async def told(fleet: Fleet) -> tuple[int, int]:
    return len(await fleet.texts_to(SENDER_PHONE)), len(await fleet.texts_to(RECEIVER_PHONE))


async def test_its_people_are_told_on_the_morning_of_its_day(fleet: Fleet):
    uuid = await scheduled(fleet)
    await after(fleet, SEVEN_IN_LAGOS + timedelta(days=7, minutes=-1))
    assert await told(fleet) == (0, 0)
    await after(fleet, timedelta(minutes=1))
    assert await told(fleet) == (1, 2)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))
    await after(fleet, timedelta(days=2))
    assert await told(fleet) == (1, 2)


async def test_its_creation_is_announced_at_once(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        await scheduled(fleet)
        await fleet.service.idle()
    assert [call.event for call in receiver.calls] == ["delivery.created", "delivery.assigned"]


async def test_what_is_to_be_told_moves_with_its_day(fleet: Fleet):
    uuid = await scheduled(fleet)
    later = IN_A_WEEK + timedelta(days=1)
    await fleet.update(uuid, creation_date=later.isoformat(), send_sms="true")
    await after(fleet, SEVEN_IN_LAGOS + timedelta(days=7))
    assert await told(fleet) == (0, 0)
    await after(fleet, timedelta(days=1))
    assert await told(fleet) == (1, 2)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))


async def test_a_day_that_becomes_today_is_told_at_once_and_once(fleet: Fleet):
    uuid = await scheduled(fleet)
    await fleet.update(uuid, creation_date=NOW.date().isoformat(), send_sms="true")
    assert await told(fleet) == (1, 2)
    await after(fleet, timedelta(days=8))
    assert await told(fleet) == (1, 2)


async def test_who_picks_it_up_before_its_day_has_the_codes_sent(fleet: Fleet):
    uuid = await scheduled(fleet)
    await resend_codes(fleet.development, uuid)
    (text,) = await fleet.texts_to(SENDER_PHONE)
    assert "It replaces" not in text
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    # The courtesy text, which still waited, goes with the parcel.
    assert await told(fleet) == (1, 2)
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))


async def test_nobody_is_told_of_one_that_was_called_off(fleet: Fleet):
    cancelled = await scheduled(fleet)
    await fleet.move(cancelled, "cancelled")
    declined = (await fleet.create(creation_date=IN_A_WEEK.isoformat()))["uuid"]
    await decline(fleet.development, declined, "Too far")
    await after(fleet, timedelta(days=8))
    assert await told(fleet) == (0, 0)


async def test_a_courtesy_that_is_not_wanted_any_more_is_not_told(fleet: Fleet):
    uuid = await scheduled(fleet)
    await fleet.update(uuid, send_sms="false")
    await after(fleet, SEVEN_IN_LAGOS + timedelta(days=7))
    assert await told(fleet) == (1, 1)


async def test_a_courtesy_names_the_sender_as_the_delivery_does_by_then(fleet: Fleet):
    uuid = await scheduled(fleet)
    await fleet.update(uuid, sender_name="Ada and Sons", send_sms="true")
    await after(fleet, SEVEN_IN_LAGOS + timedelta(days=7))
    courtesies = [text for text in await fleet.texts_to(RECEIVER_PHONE) if "code" not in text]
    assert courtesies == ["Ada and Sons is sending you a parcel: delivery 1001."]
