"""A dispatcher invites riders by e-mail: those who are riders already are left out."""

import json
from collections.abc import Mapping

from bot.actions.commands import InviteRiders
from bot.actions.execute.one_request import OneRequest
from bot.fleet import Refused, Rider
from bot.store.people import Person
from bot.store.sent_requests import SentRequest
from bot.texts.dispatcher import invitations as texts
from bot.texts.message import Message
from bot.texts.words import Words


class Inviting(OneRequest[InviteRiders]):
    """The create endpoint of riders, once, for all who are new."""

    async def send(self, person: Person) -> None:
        former = await self._known()
        new = [email for email in self.command.emails if email not in former]
        if new:
            async with self.sending(before=json.dumps(sorted(former))):
                await self.context.fleet.create_rider(new, self.command.commission)
        await self._tell(person, frozenset(former), await self._known(), sure=True)

    async def look_for(self, person: Person, sent: SentRequest) -> None:
        known = await self._known()
        if set(self.command.emails) <= known.keys() or not await self.still_expected(sent):
            await self._tell(person, frozenset(json.loads(sent.before)), known, sure=False)

    async def _known(self) -> dict[str, Rider]:
        """Return which of the addresses are riders', invited or more."""
        wanted = set(self.command.emails)
        listed = await self.context.fleet.all_riders()
        by_email = {(rider.email or "").casefold(): rider for rider in listed}
        return {email: rider for email, rider in by_email.items() if email in wanted}

    async def _tell(
        self, person: Person, former: frozenset[str], known: Mapping[str, Rider], *, sure: bool
    ) -> None:
        self.context.riders.forget()
        message = texts.invited(
            Words(person.language),
            [rider for email, rider in known.items() if email not in former],
            [rider for email, rider in known.items() if email in former],
            [email for email in self.command.emails if email not in known],
            sure=sure,
        )
        async with self.context.database.write() as tx:
            await self.finish(tx, message)

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.LOST)
