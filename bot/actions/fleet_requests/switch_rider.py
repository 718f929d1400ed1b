"""A dispatcher activates a rider, or removes them from those who get work.

The request may be a toggle, or set one value whatever is wanted (contract: States and transitions,
the gap on it): it is sent only where things are otherwise than wanted, once, and what they are
afterwards is read.
"""

from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.account_operation import SendOnceOperation
from bot.actions.request_queue import FleetRequest, lane_of_rider
from bot.fleet import Refused, Rider
from bot.identifiers import RiderUuid
from bot.store.sent_requests import SentRequest
from bot.texts.dispatcher import rider_info as texts
from bot.texts.message import Message
from bot.texts.words import Words


class SwitchRider(FleetRequest):
    """A dispatcher wants a rider to be active at the fleet service, or not to be."""

    allowed_by = Action.SWITCH_RIDER

    kind: Literal["switch_rider"] = "switch_rider"
    rider: RiderUuid
    active: bool

    @property
    def lane(self) -> str:
        return lane_of_rider(self.rider)

    @property
    def detail(self) -> str:
        return f"{'on' if self.active else 'off'} {self.rider}"


class SwitchRiderOperation(SendOnceOperation[SwitchRider]):
    carries_out = SwitchRider

    async def send(self, say: Words) -> None:
        rider = await self._read()
        if rider.active is not self.request.active:
            async with self.sending():
                changed = await self.context.fleet.change_rider_status(self.request.rider)
            self.context.riders.forget()
            rider = await self._read()
            if rider.active is None:
                rider = rider.model_copy(update={"active": changed.active})
        await self._end(say, rider)

    async def look_for(self, say: Words, sent: SentRequest) -> None:
        rider = await self._read()
        if rider.active is self.request.active:
            await self._end(say, rider)
        elif not await self.still_expected(sent):
            await self.end(say.message(texts.SWITCH_LOST))

    async def _read(self) -> Rider:
        """Return the rider as they are now, from the list where their own answer lacks it."""
        rider = await self.context.fleet.get_rider(self.request.rider)
        if rider.active is not None:
            return rider
        listed = await self.context.fleet.all_riders(with_invited=True)
        return next((one for one in listed if one.uuid == rider.uuid), rider)

    async def _end(self, say: Words, rider: Rider) -> None:
        self.context.riders.forget()
        await self.end(texts.switched(say, rider, wanted=self.request.active))

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.switch_refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.SWITCH_LOST)
