"""An invited rider says name and phone number, and rides from then on.

All of it goes to the operator's door in one request, which is repeated if its answer is lost.
"""

from datetime import timedelta
from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.account_operation import AccountOperation
from bot.actions.request_queue import FleetRequest, lane_of_rider
from bot.fleet import Refused, Rider
from bot.identifiers import RiderUuid
from bot.parsing.phones import is_same, parts
from bot.texts.message import Message
from bot.texts.rider import sign_up as texts
from bot.texts.words import Words


class SignUp(FleetRequest):
    """Somebody who is invited as this rider tells who they are; `phone` is in E.164."""

    allowed_by = Action.SIGN_UP

    kind: Literal["sign_up"] = "sign_up"
    rider: RiderUuid
    name: str
    phone: str

    @property
    def lane(self) -> str:
        return lane_of_rider(self.rider)

    @property
    def detail(self) -> str:
        return self.rider


class SignUpOperation(AccountOperation[SignUp]):
    """Signs up only a person who is invited, and who still is this rider here."""

    carries_out = SignUp

    expires = timedelta(days=1)

    async def run(self, say: Words) -> None:
        person = await self.context.database.read(self.person)
        listed = await self.context.fleet.all_riders(with_invited=True)
        rider = next((one for one in listed if one.uuid == self.request.rider), None)
        if person.rider == self.request.rider and self._is_done(rider):
            await self._end(say)
        elif person.rider == self.request.rider and rider is not None and rider.is_invited:
            if self.context.door is None:  # its settings were taken out meanwhile
                raise Refused
            code, number = parts(self.request.phone)
            await self.context.door.set_rider(
                self.request.rider,
                name=self.request.name,
                phone_code=code,
                phone_number=number,
                active=True,
            )
            await self._end(say)
        else:
            await self.end(say.message(texts.NOT_INVITED))

    def _is_done(self, rider: Rider | None) -> bool:
        """Tell whether a request whose answer was lost has been carried out."""
        return (
            rider is not None
            and rider.active is True
            and is_same(rider.phone_number, rider.phone_code, self.request.phone)
        )

    async def _end(self, say: Words) -> None:
        self.context.riders.forget()
        await self.end(texts.done(say, self.request.name))

    def refused(self, say: Words, refusal: Refused) -> Message:
        # The service's own words name the owner of the number: that is not for a stranger.
        if "phone_number" in refusal.fields:
            return say.message(texts.PHONE_OF_ANOTHER)
        return texts.refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.GIVEN_UP)
