"""A working day in the chats of a dispatcher, a rider and a customer, in any language of the bot.

People find buttons by what they do, not by their labels, so the same day plays in every language.
"""

import re
from copy import copy
from dataclasses import replace

from bot.demo.chat_of_person import press
from bot.demo.fleet_account import register_riders, shop_order
from bot.demo.story import RECEIVER_PHONE, SENDER_PHONE, Cast
from bot.demo.town import Town
from bot.local_telegram import ChatEvent, LocalUser
from bot.texts.callbacks import Verb

TWO_ORDERS = """Pickup: Ada's Kitchen, 12 Marina Road, +2348040000001
1. Chidi Eze, +2348035556666, 9 Creek Road Apapa
2 x Meat pie
2. Efe Obi, +2348035557777, 31 Creek Road Apapa
1 x Jollof rice, call before you come"""
"""One message of a shop, at lunchtime, with two orders."""


class Diary:
    """The events that people see in their chats, in order, with each message as it was then."""

    def __init__(self) -> None:
        self._seen: list[ChatEvent] = []

    def note(self, event: ChatEvent) -> None:
        """Keep an event with a copy of its message, which may be edited later."""
        self._seen.append(replace(event, message=copy(event.message)))

    def of(self, person: LocalUser) -> list[ChatEvent]:
        return [event for event in self._seen if event.chat.id == person.id]


_CODE = re.compile(r"[0-9]+")
"""Finds a code and then its order's number in a text message."""


class Day:
    def __init__(self, town: Town, people: Cast) -> None:
        self._town = town
        self._people = people

    async def live(self) -> None:
        """Play the day.

        Raises:
            NoSuchButton: a person has no such button in their chat.
        """
        await self._morning()
        await self._first_delivery()
        await self._lunchtime()
        await self._evening()

    async def _morning(self) -> None:
        """Register the riders, greet the bot, and give the first order to a rider."""
        people = self._people
        await register_riders(self._town, plate="LSR 123 AB")
        await self._writes(people.dispatcher, "/start", "/help")
        for person in (people.rider, people.customer):
            await self._writes(person, "/start")
            person.share_contact()
            await self._town.idle()
        await self._order()
        await self._writes(people.dispatcher, "/board")
        await self._presses(people.dispatcher, Verb.CHOOSE_RIDER)
        await self._presses(people.dispatcher, Verb.ASSIGN)
        await self._writes(people.rider, "/jobs")
        await self._presses(people.rider, Verb.ACCEPT)
        await self._writes(people.customer, "/where", "/note The gate is blue, ring twice")

    async def _first_delivery(self) -> None:
        """Bring the parcel to its door, with messages, a problem and a wrong code on the way."""
        people, rider = self._people, self._people.rider
        await self._presses(rider, Verb.PICKUP)
        await self._writes(rider, self._town.code_for(SENDER_PHONE))
        await self._presses(people.customer, Verb.MESSAGE_RIDER)
        await self._writes(people.customer, "Please take the side street")
        await self._presses(rider, Verb.REPLY)
        await self._writes(rider, "OK, ten minutes")
        await self._presses(rider, Verb.PROBLEM)
        await self._presses(rider, Verb.PROBLEM_REASON)
        await self._writes(rider, "Nobody opens, I wait five minutes")
        await self._presses(rider, Verb.SOLVED)
        right = self._town.code_for(RECEIVER_PHONE)
        await self._presses(rider, Verb.DROPOFF)
        await self._writes(rider, "0000" if right != "0000" else "1111", right)
        await self._presses(people.customer, Verb.RATE, "5")

    async def _lunchtime(self) -> None:
        """Paste two orders of one shop, give them out together, and deliver both by their codes."""
        dispatcher, rider = self._people.dispatcher, self._people.rider
        texts_before = len(self._town.sms.messages)
        await self._writes(dispatcher, TWO_ORDERS, "1500")
        await self._presses(dispatcher, Verb.NEW_STEP, "confirm")
        await self._writes(dispatcher, "/board")
        for verb in (Verb.GIVE_OUT, Verb.GIVE_GROUP, Verb.ASSIGN_MANY):
            await self._presses(dispatcher, verb)
        await self._presses(rider, Verb.ACCEPT_ALL)
        texts = [sms.text for sms in self._town.sms.messages[texts_before:]]
        for stage in ("Pickup code: ", "Drop-off code: "):
            for text in (text for text in texts if text.startswith(stage)):
                await self._writes(rider, "{1} {0}".format(*_CODE.findall(text)))

    async def _evening(self) -> None:
        """Cancel a last order, and look back on the day."""
        people, dispatcher = self._people, self._people.dispatcher
        await self._writes(dispatcher, await self._order())
        await self._presses(dispatcher, Verb.IN_FULL)
        await self._presses(dispatcher, Verb.CANCEL_DELIVERY)
        await self._presses(dispatcher, Verb.CANCEL_REASON)
        await self._writes(dispatcher, "/deliveries", "/riders", "/report", "/health")
        await self._writes(people.rider, "/history", "/duty")
        await self._writes(people.customer, "/track", "/me", "/mute 22-7")

    async def _order(self) -> str:
        """Create an order as the shop's system does, and return its number."""
        (created,) = await self._town.shop.create_delivery(shop_order())
        await self._town.idle()
        return created.order_number

    async def _writes(self, person: LocalUser, *lines: str) -> None:
        for line in lines:
            person.write(line)
            await self._town.idle()

    async def _presses(self, person: LocalUser, verb: Verb, *tokens: str) -> None:
        press(person, verb, *tokens)
        await self._town.idle()
