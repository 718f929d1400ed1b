"""What the pictures of single chats show: an hour of a business, in one language."""

from datetime import timedelta
from random import Random

from bot.demo.chat_of_person import press
from bot.demo.fleet_account import shop_order
from bot.demo.forward_clock import ForwardClock
from bot.demo.lagos import Lagos
from bot.demo.story import SANI_PHONE, SENDER_PHONE, Cast
from bot.demo.town import Town
from bot.local_telegram import LocalGroup, LocalUser
from bot.texts.callbacks import Verb

_WAITING = 4
_SAID = {
    "en": ("Dispatch", "The gate is blue, ring twice", "Ten minutes"),
    "ar": ("التوصيل", "البوابة زرقاء، يُرجى الرنّ مرتين", "عشر دقائق"),
}
"""By language: what the group is called, what the customer writes, and what is answered."""


class Hour:
    """People of a town do what they do on any day; nothing is shown before `pass_by` ends."""

    def __init__(self, town: Town, people: Cast, clock: ForwardClock, language: str) -> None:
        self._town = town
        self._people = people
        self._clock = clock
        self._language = language
        self._lagos = Lagos(Random(6))

    async def pass_by(self) -> LocalGroup:
        """Let it pass; return the group in which the dispatcher has asked for something."""
        title, note, answer = _SAID[self._language]
        dispatcher, rider, customer = self._people.everyone
        sani = self._town.telegram.add_user("Sani", phone=SANI_PHONE, language_code=self._language)
        await self._writes(dispatcher, "/start")
        for person in (rider, customer, sani):
            await self._writes(person, "/start")
            person.share_contact()
            await self._town.idle()
        await self._town.shop.create_delivery(shop_order())
        await self._wait(9)
        code = self._town.code_for(SENDER_PHONE)
        await self._give("1001", rider)
        await self._presses(rider, Verb.ACCEPT)
        for _ in range(_WAITING):
            await self._town.shop.create_delivery(self._lagos.order(self._clock.now().date()))
            await self._wait(7)
        await self._give("1003", sani)
        await self._presses(rider, Verb.PICKUP)
        await self._writes(rider, code)
        await self._presses(customer, Verb.MESSAGE_RIDER)
        await self._writes(customer, note)
        await self._presses(rider, Verb.REPLY)
        await self._writes(rider, answer)
        group = await self._group(title)
        await self._writes(dispatcher, "/board")
        return group

    async def _group(self, title: str) -> LocalGroup:
        dispatcher = self._people.dispatcher
        bot = self._town.account
        group = self._town.telegram.add_group(title, [dispatcher, bot], supergroup=True)
        dispatcher.write("/bind", chat=group)
        await self._wait(2)
        await self._town.shop.create_delivery(self._lagos.order(self._clock.now().date()))
        await self._wait(3)
        dispatcher.write("/delivery 1002", chat=group)
        await self._town.idle()
        return group

    async def _give(self, order: str, rider: LocalUser) -> None:
        dispatcher = self._people.dispatcher
        await self._writes(dispatcher, order)
        await self._presses(dispatcher, Verb.CHOOSE_RIDER, order=order)
        await self._presses(dispatcher, Verb.ASSIGN, name=rider.first_name, order=order)

    async def _presses(
        self, person: LocalUser, verb: Verb, name: str = "", order: str = ""
    ) -> None:
        press(person, verb, name=name, order=order)
        await self._town.idle()

    async def _writes(self, person: LocalUser, text: str) -> None:
        person.write(text)
        await self._town.idle()

    async def _wait(self, minutes: int) -> None:
        self._clock.let_pass(timedelta(minutes=minutes))
        await self._town.idle()
