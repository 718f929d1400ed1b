"""A delivery business in a town, for stories: people join, act, and see."""

from datetime import timedelta
from typing import Any

from bot.demo.telegram import ChatMessage, LocalUser
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import Delivery, NewDelivery, NewItem, NewReceiver, Origin, State
from tests.support.clock import ManualClock

SENDER = "+2348040000001"
BOLA = "+2348030000001"
MUSA = "+2348020000001"
SANI = "+2348020000002"

_INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060"))


def bare(message: ChatMessage) -> str:
    """What a person reads, without the invisible marks around values."""
    return message.text.translate(_INVISIBLE)


class Business:
    """The people of a story. Every act waits until nothing is due any more."""

    def __init__(self, town: Town, clock: ManualClock) -> None:
        self.town = town
        self.clock = clock
        self.owner = town.owner
        self.musa = town.telegram.add_user("Musa", phone=MUSA)
        self.sani = town.telegram.add_user("Sani", phone=SANI)
        self.bola = town.telegram.add_user("Bola", phone=BOLA)
        self.riders: dict[str, str] = {}

    async def open(self) -> None:
        """The owner and two riders say hello to the bot."""
        for name, phone in (("Musa Bello", MUSA), ("Sani Ali", SANI)):
            self.riders[name] = await self.town.service.register_rider(
                ENVIRONMENT,
                name=name,
                phone_code="234",
                phone_number="0" + phone.removeprefix("+234"),
                email=f"{name.split()[0].lower()}@example.com",
            )
        await self.says(self.owner, "/start")
        for rider in (self.musa, self.sani):
            await self.joins_by_phone(rider)

    async def joins_by_phone(self, person: LocalUser) -> None:
        await self.says(person, "/start")
        await self.presses(person, "Share my phone number")

    async def says(self, person: LocalUser, text: str) -> ChatMessage:
        message = person.write(text)
        await self.town.idle()
        return message

    async def presses(self, person: LocalUser, label: str, **where: Any) -> None:
        person.press(label, **where)
        await self.town.idle()

    async def later(self, **delta: float) -> None:
        """Let time go by."""
        self.clock.advance(timedelta(**delta))
        await self.town.idle()

    async def order(self, *receivers: NewReceiver, fee: int = 1500) -> Delivery:
        """The shop creates a delivery, for Bola unless told otherwise."""
        created = await self.town.shop.create_delivery(self.new_order(*receivers, fee=fee))
        await self.town.idle()
        return created[0]

    def new_order(self, *receivers: NewReceiver, fee: int = 1500) -> NewDelivery:
        return NewDelivery(
            creation_date=self.clock.now().date(),
            fee=fee,
            sender=Origin(
                name="Ada's Kitchen",
                address="12 Marina Road",
                phone_code="234",
                phone_number="08040000001",
            ),
            receivers=receivers or (self.receiver(),),
        )

    @staticmethod
    def receiver(
        name: str = "Bola Ahmed", phone: str = BOLA, address: str = "5 Allen Avenue"
    ) -> NewReceiver:
        return NewReceiver(
            name=name,
            address=address,
            phone_code="234",
            phone_number="0" + phone.removeprefix("+234"),
            items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
        )

    async def assigned(self, rider: str = "Musa Bello") -> Delivery:
        """A new delivery that the owner has given to a rider."""
        delivery = await self.order()
        await self.presses(self.owner, "Assign")
        await self.presses(self.owner, rider)
        return delivery

    async def accepted(self) -> Delivery:
        delivery = await self.assigned()
        await self.presses(self.musa, "Accept")
        return delivery

    async def on_the_way(self) -> Delivery:
        delivery = await self.accepted()
        await self.presses(self.musa, "Picked up")
        await self.says(self.musa, self.pickup_code)
        return delivery

    async def follows_through(self) -> Delivery:
        """A delivery that Bola follows from its beginning to its end."""
        delivery = await self.order()
        await self.follows(self.bola, "Bola Ahmed")
        await self.presses(self.owner, "Assign")
        await self.presses(self.owner, "Musa Bello")
        await self.presses(self.musa, "Accept")
        await self.presses(self.musa, "Picked up")
        await self.says(self.musa, self.pickup_code)
        await self.presses(self.musa, "Delivered")
        await self.says(self.musa, self.dropoff_code)
        return delivery

    async def follows(self, person: LocalUser, name: str) -> None:
        """The owner hands out the newest delivery's links; the person opens the one for `name`."""
        await self.presses(self.owner, "Customer link")
        lines = bare(self.owner.last).splitlines()
        link = lines[lines.index(f"{name}:") + 1]
        await self.says(person, f"/start {link.split('start=')[1]}")

    @property
    def pickup_code(self) -> str:
        return self.town.code_for(SENDER)

    @property
    def dropoff_code(self) -> str:
        return self.town.code_for(BOLA)

    def wrong(self, right: str) -> str:
        return "0000" if right != "0000" else "1111"

    async def state(self, delivery: Delivery) -> State:
        return (await self.town.shop.get_delivery(delivery.uuid)).state


def told(person: LocalUser) -> list[str]:
    """Everything that the bot's messages in somebody's chat say now, oldest first."""
    return [bare(message) for message in person.messages if message.from_bot]


def sees(person: LocalUser, words: str) -> bool:
    """Whether some message of the bot in somebody's chat says these words now."""
    return any(words in text for text in told(person))


def heard(person: LocalUser, words: str) -> int:
    """How many messages of the bot in somebody's chat say these words now."""
    return sum(words in text for text in told(person))
