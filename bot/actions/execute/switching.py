"""A dispatcher activates a rider, or removes them from those who get work.

The request may be a toggle (contract: Endpoints, 11): it is sent only where things are otherwise
than wanted, once, and what they are afterwards is read.
"""

from bot.actions.commands import SwitchRider
from bot.actions.execute.one_request import OneRequest
from bot.fleet import Refused, Rider
from bot.store.people import Person
from bot.store.sent_requests import SentRequest
from bot.texts.dispatcher import riders as texts
from bot.texts.message import Message
from bot.texts.words import Words


class Switching(OneRequest[SwitchRider]):
    """The status change of a rider."""

    async def send(self, person: Person) -> None:
        rider = await self._read()
        if rider.active is not self.command.active:
            async with self.sending():
                await self.context.fleet.change_rider_status(self.command.rider)
            self.context.riders.forget()
            rider = await self._read()
        await self._tell(person, rider)

    async def look_for(self, person: Person, sent: SentRequest) -> None:
        rider = await self._read()
        if rider.active is self.command.active:
            await self._tell(person, rider)
        elif not await self.still_expected(sent):
            async with self.context.database.write() as tx:
                await self.finish(tx, Words(person.language).message(texts.SWITCH_LOST))

    async def _read(self) -> Rider:
        """Return the rider as they are now, from the list where their own answer lacks it."""
        rider = await self.context.fleet.get_rider(self.command.rider)
        if rider.active is not None:
            return rider
        listed = await self.context.fleet.all_riders()
        return next((one for one in listed if one.uuid == rider.uuid), rider)

    async def _tell(self, person: Person, rider: Rider) -> None:
        say = Words(person.language)
        self.context.riders.forget()
        async with self.context.database.write() as tx:
            await self.finish(tx, texts.switched(say, rider, wanted=self.command.active))

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.switch_refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.SWITCH_LOST)
