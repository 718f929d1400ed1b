"""A dispatcher activates riders, or removes them from those who get work, in one request.

The request may be a toggle, or set one value whatever is wanted (contract: States and transitions,
the gap on it). So it has only riders whose state is not the wanted one, it is sent once, and their
state is read afterwards.
"""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field, model_validator

from bot.actions.access import Action
from bot.actions.fleet_requests.account_operation import SendOnceOperation
from bot.actions.request_queue import FleetRequest
from bot.fleet import Refused, Rider
from bot.identifiers import RiderUuid
from bot.store.sent_requests import SentRequest
from bot.texts.dispatcher import switch_riders as texts
from bot.texts.message import Message
from bot.texts.words import Words


class SwitchRiders(FleetRequest):
    """A dispatcher wants riders to be active at the fleet service, or not to be."""

    allowed_by = Action.SWITCH_RIDER

    kind: Literal["switch_rider"] = "switch_rider"
    riders: tuple[RiderUuid, ...] = Field(min_length=1)
    active: bool

    @model_validator(mode="before")
    @classmethod
    def _read_one(cls, kept: Any) -> Any:  # noqa: ANN401 - as pydantic has it
        """Read the form of earlier versions, which named one `rider`."""
        if isinstance(kept, dict) and "rider" in kept:
            rest = {name: value for name, value in kept.items() if name != "rider"}
            return {**rest, "riders": (kept["rider"],)}
        return kept

    @property
    def lane(self) -> str:
        """One lane for all: two requests that read a rider at the same time would toggle twice."""
        return "riders"

    @property
    def detail(self) -> str:
        return " ".join(["on" if self.active else "off", *self.riders])


class SwitchRidersOperation(SendOnceOperation[SwitchRiders]):
    carries_out = SwitchRiders

    async def send(self, say: Words) -> None:
        riders = await self._read()
        if others := self._otherwise(riders):
            async with self.sending():
                changed = await self.context.fleet.change_rider_status(*others)
            self.context.riders.forget()
            # If no other answer has a rider's state, the answer to the request has it.
            riders = [
                rider.model_copy(update={"active": changed.active})
                if rider.uuid == changed.uuid and rider.active is None
                else rider
                for rider in await self._read()
            ]
        await self._end(say, riders)

    async def look_for(self, say: Words, sent: SentRequest) -> None:
        riders = await self._read()
        if not self._otherwise(riders):
            await self._end(say, riders)
        elif not await self.still_expected(sent):
            await self.end(say.message(texts.SWITCH_LOST))

    def _otherwise(self, riders: Sequence[Rider]) -> list[RiderUuid]:
        return [rider.uuid for rider in riders if rider.active is not self.request.active]

    async def _read(self) -> list[Rider]:
        """Return the riders as they are now; the list fills in a state that their answer lacks."""
        riders = [await self.context.fleet.get_rider(uuid) for uuid in self.request.riders]
        if all(rider.active is not None for rider in riders):
            return riders
        listed = await self.context.fleet.all_riders(with_invited=True)
        by_uuid = {rider.uuid: rider for rider in listed}
        return [
            by_uuid.get(rider.uuid, rider) if rider.active is None else rider for rider in riders
        ]

    async def _end(self, say: Words, riders: Sequence[Rider]) -> None:
        self.context.riders.forget()
        await self.end(texts.switched(say, riders, wanted=self.request.active))

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.switch_refused(say, len(self.request.riders), refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.SWITCH_LOST)
