"""SQLite gives the number of a row that is gone to the next one; what is sent knows them apart."""

from bot.service.operations.erasure import forget_phone
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop


async def test_after_a_person_was_forgotten_the_next_delivery_is_told(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        await _forget_all(fleet)
        receiver.calls.clear()
        fleet.sms.messages.clear()
        await fleet.create()
        assert len(await fleet.texts_to(SENDER_PHONE)) == 1
        assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1
        assert receiver.events == ["delivery.created"]


async def _forget_all(fleet: Fleet) -> None:
    await fleet.at("Cancelled")
    await fleet.service.idle()
    await forget_phone(fleet.development, SENDER_PHONE)
