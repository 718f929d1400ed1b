"""A dispatcher invites riders by e-mail: those who are riders already are left out."""

import json
from collections.abc import Mapping
from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.account_operation import SendOnceOperation
from bot.actions.request_queue import FleetRequest
from bot.fleet import Refused, Rider
from bot.store.sent_requests import SentRequest
from bot.texts.dispatcher import invitations as texts
from bot.texts.message import Message
from bot.texts.words import Words


class InviteRiders(FleetRequest):
    """A dispatcher invites riders by e-mail, with the commission that the contract wants."""

    allowed_by = Action.INVITE_BY_EMAIL

    kind: Literal["invite_riders"] = "invite_riders"
    emails: tuple[str, ...]
    commission: int
    commission_type: str = "commission"

    @property
    def lane(self) -> str:
        return "invitations"


class InviteRidersOperation(SendOnceOperation[InviteRiders]):
    """Calls the create endpoint of riders once, for all addresses that are new."""

    carries_out = InviteRiders

    async def send(self, say: Words) -> None:
        former = await self._known()
        new = [email for email in self.request.emails if email not in former]
        if new:
            async with self.sending(before=json.dumps(sorted(former))):
                await self.context.fleet.create_rider(
                    new, self.request.commission, self.request.commission_type
                )
        await self._end(say, frozenset(former), await self._known(), sure=True)

    async def look_for(self, say: Words, sent: SentRequest) -> None:
        riders = await self._known()
        if set(self.request.emails) <= riders.keys() or not await self.still_expected(sent):
            await self._end(say, frozenset(json.loads(sent.before)), riders, sure=False)

    async def _known(self) -> dict[str, Rider]:
        """Return the riders who have one of the addresses, by address; some are only invited."""
        wanted = set(self.request.emails)
        listed = await self.context.fleet.all_riders(with_invited=True)
        by_email = {(rider.email or "").casefold(): rider for rider in listed}
        return {email: rider for email, rider in by_email.items() if email in wanted}

    async def _end(
        self, say: Words, former: frozenset[str], known: Mapping[str, Rider], *, sure: bool
    ) -> None:
        self.context.riders.forget()
        message = texts.invited(
            say,
            [rider for email, rider in known.items() if email not in former],
            [rider for email, rider in known.items() if email in former],
            [email for email in self.request.emails if email not in known],
            sure=sure,
        )
        await self.end(message)

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return texts.lost(say)
