"""The story that the demo plays: one delivery, from its creation to the customer's door.

Every step acts as a person would, waits until nothing is due any more, and checks what people now
see and what the fleet service now holds. The first thing that does not hold ends the story.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from bot.demo.telegram import ChatMessage, LocalUser, NoSuchButton
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import Delivery, FleetError, NewDelivery, NewItem, NewReceiver, Origin, State
from bot.identifiers import DeliveryUuid
from bot.service.operations.enrolment import register_rider

SENDER_PHONE = "+2348040000001"
RECEIVER_PHONE = "+2348030000001"
RIDER_PHONE = "+2348020000001"


class StoryBroken(Exception):
    """Something that should have happened did not; the message is one sentence."""


class Narrator(Protocol):
    def scene(self, title: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Cast:
    dispatcher: LocalUser
    rider: LocalUser
    customer: LocalUser


def cast(town: Town) -> Cast:
    """Let the people of the story have Telegram."""
    return Cast(
        dispatcher=town.owner,
        rider=town.telegram.add_user("Musa", phone=RIDER_PHONE),
        customer=town.telegram.add_user("Bola", phone=RECEIVER_PHONE),
    )


class Story:
    """One delivery, scene by scene."""

    def __init__(self, town: Town, people: Cast, narrator: Narrator) -> None:
        self._town = town
        self._people = people
        self._narrator = narrator
        self._delivery = DeliveryUuid("")

    async def play(self) -> None:
        """Play all scenes.

        Raises:
            StoryBroken: tells in one sentence what did not happen.
        """
        scenes: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
            ("The dispatcher and the rider say hello to the bot", self._hello),
            ("The shop's system creates a delivery at the fleet service", self._create),
            ("The customer opens a link to follow it", self._follow),
            ("The dispatcher gives it to the rider, the rider accepts", self._assign),
            ("At the pickup: the sender tells the rider the pickup code", self._pick_up),
            ("At the door: a wrong code first, then the right one", self._drop_off),
        )
        for title, act in scenes:
            self._narrator.scene(title)
            try:
                await act()
            except (FleetError, NoSuchButton) as error:
                raise StoryBroken(f"“{title}” went wrong: {error}") from error

    async def _hello(self) -> None:
        people = self._people
        await register_musa(self._town)
        people.dispatcher.write("/start")
        people.rider.write("/start")
        await self._town.idle()
        people.rider.press("Share my phone number")
        await self._town.idle()
        _expect(people.rider, "You ride here", "The rider was not recognised by phone number.")

    async def _create(self) -> None:
        created = await self._town.shop.create_delivery(shop_order())
        self._delivery = created[0].uuid
        await self._town.idle()
        _expect(
            self._people.dispatcher,
            "Waiting for a rider",
            "The dispatcher was not told of the new delivery: did its webhook arrive and verify?",
        )

    async def _follow(self) -> None:
        people = self._people
        people.dispatcher.press("Customer link")
        await self._town.idle()
        links = [line for line in people.dispatcher.last.text.splitlines() if "start=" in line]
        if not links:
            raise StoryBroken("The dispatcher got no link for the customer.")
        people.customer.write(f"/start {links[0].split('start=')[1]}")
        await self._town.idle()
        _expect(people.customer, "✅ Ordered", "The customer got no card for the delivery.")

    async def _assign(self) -> None:
        people = self._people
        people.dispatcher.press("Assign")
        await self._town.idle()
        people.dispatcher.press("Musa")
        await self._town.idle()
        await self._expect_state(State.AWAITING_PICKUP)
        _expect(people.rider, "A new job for you", "The rider got no card for the job.")
        _expect(people.customer, "✅ Rider: Musa", "The customer's card does not name the rider.")
        people.rider.press("Accept")
        await self._town.idle()
        await self._expect_state(State.ACCEPTED)

    async def _pick_up(self) -> None:
        people = self._people
        people.rider.press("Picked up")
        await self._town.idle()
        await self._type_code(self._town.code_for(SENDER_PHONE))
        await self._expect_state(State.IN_TRANSIT)
        _expect(people.customer, "✅ On the way", "The customer's card does not show the pickup.")

    async def _drop_off(self) -> None:
        people = self._people
        right = self._town.code_for(RECEIVER_PHONE)
        people.rider.press("Delivered")
        await self._town.idle()
        await self._type_code("0000" if right != "0000" else "1111")
        _expect(people.rider, "4 tries left", "The rider was not told that the code was wrong.")
        await self._expect_state(State.IN_TRANSIT)
        await self._type_code(right)
        await self._expect_state(State.DELIVERED)
        _expect(people.customer, "✅ Delivered", "The customer's card does not show the drop-off.")
        _expect(people.dispatcher, "✅ Delivered", "The dispatcher's card does not show the end.")

    async def _type_code(self, code: str) -> None:
        typed = self._people.rider.write(code)
        await self._town.idle()
        if typed in self._people.rider.messages:
            raise StoryBroken("The message with the code was left in the rider's chat.")

    async def _expect_state(self, state: State) -> None:
        delivery = await self._town.shop.get_delivery(self._delivery)
        if delivery.state is not state:
            raise StoryBroken(_wrong_state(delivery, state))


def _wrong_state(delivery: Delivery, expected: State) -> str:
    return (
        f"At the fleet service order {delivery.order_number} is “{delivery.label}”,"
        f" and should be {expected.replace('_', ' ')}."
    )


def _expect(person: LocalUser, words: str, otherwise: str) -> ChatMessage:
    for message in reversed(person.messages):
        if message.from_bot and words in _bare(message.text):
            return message
    raise StoryBroken(otherwise)


def _bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "").replace("\u2060", "")


async def register_musa(town: Town, vehicle_plate_number: str = "") -> None:
    await register_rider(
        town.service.environment(ENVIRONMENT),
        name="Musa Bello",
        phone_code="234",
        phone_number="08020000001",
        email="musa@example.com",
        vehicle_plate_number=vehicle_plate_number,
    )


def shop_order() -> NewDelivery:
    return NewDelivery(
        creation_date=datetime.now(UTC).date(),
        fee=1500,
        sender=Origin(
            name="Ada's Kitchen",
            address="12 Marina Road, Lagos",
            phone_code="234",
            phone_number="08040000001",
        ),
        receivers=(
            NewReceiver(
                name="Bola Ahmed",
                address="5 Allen Avenue, Ikeja",
                phone_code="234",
                phone_number="08030000001",
                items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
            ),
        ),
    )
