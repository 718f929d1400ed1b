"""A delivery business in a town, for stories: people join, act, and see."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import (
    Delivery,
    DeliveryQuery,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    State,
    StatusToken,
)
from bot.local_telegram import Chat, ChatMessage, LocalUser
from bot.service.operations.enrolment import register_rider
from bot.texts.message import MORE
from tests.support.clock import ManualClock

SENDER = "+2348040000001"
BOLA = "+2348030000001"
MUSA = "+2348020000001"
SANI = "+2348020000002"

NEW_ORDER = """/new
From: Ada's Kitchen
From phone: +234 804 000 0001
From address: 12 Marina Road
To: Bola Ahmed
Phone: 0803 000 0001
Address: 5 Allen Avenue"""
"""What a dispatcher types for an order, without things and a fee."""

INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060"))


def bare(message: ChatMessage) -> str:
    """What a person reads, without the invisible marks around values."""
    return (message.text or message.caption or "").translate(INVISIBLE)


class Business:
    """The people of a story. Every act waits until nothing is due any more.

    With `restarts` the bot is stopped and started before each of them.
    """

    def __init__(self, town: Town, clock: ManualClock, *, restarts: bool = False) -> None:
        self.town = town
        self.clock = clock
        self.restarts = restarts
        self.owner = town.owner
        self.musa = town.person("Musa", MUSA)
        self.sani = town.person("Sani", SANI)
        self.bola = town.person("Bola", BOLA)
        self.riders: dict[str, str] = {}
        self.sender_email = ""

    async def open(self) -> None:
        """The owner and two riders say hello to the bot."""
        await self.hire_riders()
        await self.says(self.owner, "/start")
        for rider in (self.musa, self.sani):
            await self.joins_by_phone(rider)

    async def deliveries(self) -> list[Delivery]:
        """All deliveries, as the fleet service has them, newest first."""
        listed = await self.town.shop.list_deliveries(DeliveryQuery())
        return list(listed.page.items)

    async def hire_riders(self) -> None:
        """The fleet service gets to know two riders."""
        for name, phone in (("Musa Bello", MUSA), ("Sani Ali", SANI)):
            self.riders[name] = await register_rider(
                self.town.service.environment(ENVIRONMENT),
                name=name,
                phone_code="234",
                phone_number="0" + phone.removeprefix("+234"),
                email=f"{name.split()[0].lower()}@example.com",
            )

    async def joins_by_phone(self, person: LocalUser) -> None:
        await self.says(person, "/start")
        await self.presses(person, "Share my phone number")

    async def says(self, person: LocalUser, text: str) -> ChatMessage:
        await self.restart()
        message = person.write(text)
        await self.town.idle()
        return message

    async def presses(self, person: LocalUser, label: str, **where: Any) -> None:
        """Press a button; one that no card shows, after `⋯` of the newest that hides it."""
        await self.restart()
        await self._unfold(person, label, **where)
        person.press(label, **where)
        await self.town.idle()

    async def _unfold(
        self,
        person: LocalUser,
        label: str,
        message: ChatMessage | None = None,
        chat: Chat | None = None,
    ) -> None:
        """Open the newest cards until one shows the button, where none does."""
        places = [message] if message else person.sees(chat or person.chat())[::-1]
        if any(label in one for place in places for one in labels(place)):
            return
        for place in places:
            if MORE.label in labels(place):
                await self.presses(person, MORE.label, message=place)
                if any(label in one for one in labels(place)):
                    return

    async def restart(self) -> None:
        """Stop and start the bot, in stories that are played so.

        Not if it is stopped anyway, and not while Telegram is down: it would only wait for that.
        """
        telegram = self.town.telegram
        is_out = telegram.down or telegram.refuses_calls
        if self.restarts and self.town.bot is not None and not is_out:
            await self.town.stop_bot()
            self.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
            await self.town.start_bot()

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
            creation_date=self.town.service.environment(ENVIRONMENT).today[0],
            fee=fee,
            sender=Origin(
                name="Ada's Kitchen",
                address="12 Marina Road",
                phone_code="234",
                phone_number="08040000001",
                email=self.sender_email,
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

    async def in_the_bag(self, *receivers: NewReceiver) -> list[Delivery]:
        """Deliveries that Musa has picked up, an order for each receiver."""
        created = [await self.order(receiver) for receiver in receivers]
        shop = self.town.shop
        await shop.assign(self.riders["Musa Bello"], [delivery.uuid for delivery in created])
        for delivery in created:
            code = self.code(delivery.order_number, SENDER)
            await shop.update_status(delivery.uuid, StatusToken.ACCEPTED)
            await shop.update_status(delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=code)
        await self.town.idle()
        return created

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
        if f"{name}:" not in lines:
            await self.presses(self.owner, "For the shop")
            lines = bare(self.owner.last).splitlines()
        link = lines[lines.index(f"{name}:") + 1]
        await self.says(person, f"/start {link.split('start=')[1]}")

    @property
    def pickup_code(self) -> str:
        return self.town.code_for(SENDER)

    @property
    def dropoff_code(self) -> str:
        return self.town.code_for(BOLA)

    def code(self, order: str, phone: str) -> str:
        """The code that a phone was told for one order."""
        texts = [sms.text for sms in self.town.sms.messages if sms.phone == phone]
        return next(t for t in texts if f"(delivery {order})" in t).split("code: ")[1].split()[0]

    def wrong(self, right: str) -> str:
        return "0000" if right != "0000" else "1111"

    async def state(self, delivery: Delivery) -> State:
        return (await self.town.shop.get_delivery(delivery.uuid)).state

    async def hires(self, name: str) -> LocalUser:
        """The owner takes on another dispatcher."""
        person = self.town.telegram.add_user(name)
        await self.says(self.owner, "/team")
        await self.presses(self.owner, "Invite a dispatcher")
        await self.says(person, f"/start {self.owner.last.text.split('start=')[1]}")
        return person


def told(person: LocalUser) -> list[str]:
    """Everything that the bot's messages in somebody's chat say now, oldest first."""
    return [bare(message) for message in person.messages if message.from_bot]


def sees(person: LocalUser, words: str) -> bool:
    """Whether some message of the bot in somebody's chat says these words now."""
    return any(words in text for text in told(person))


def heard(person: LocalUser, words: str) -> int:
    """How many messages of the bot in somebody's chat say these words now."""
    return sum(words in text for text in told(person))


def rung(business: Business, person: LocalUser) -> list[str]:
    """What was sent to somebody with a sound, oldest first: what of it is gone by now, too."""
    return [text for text, silent in _sent(business, person) if not silent]


def sent(business: Business, person: LocalUser) -> list[str]:
    """The same with what made no sound."""
    return [text for text, _ in _sent(business, person)]


def _sent(business: Business, person: LocalUser) -> Iterator[tuple[str, bool]]:
    for call in business.town.telegram.calls:
        if not call.method.startswith("send") or call.method == "sendChatAction" or call.error:
            continue
        given = call.arguments
        if given["chat_id"] == str(person.id):
            silent = given.get("disable_notification") == "true"
            rich = json.loads(given.get("rich_message", "{}"))
            words = given.get("text") or rich.get("html", "")
            yield words.translate(INVISIBLE), silent


def edits(business: Business, person: LocalUser) -> int:
    """How often what stands in somebody's chat was changed."""
    calls = business.town.telegram.calls
    edited = (call for call in calls if call.method.startswith("edit") and not call.error)
    return sum(call.arguments["chat_id"] == str(person.id) for call in edited)


def finds(person: LocalUser, words: str) -> ChatMessage:
    """The newest message of the bot in somebody's chat that says these words now."""
    found = [m for m in person.messages if m.from_bot and words in bare(m)]
    assert found, f"nothing says {words!r} in {told(person)}"
    return found[-1]


def labels(message: ChatMessage) -> list[str]:
    """What the buttons under a message say."""
    return [button.label for row in message.buttons for button in row]
