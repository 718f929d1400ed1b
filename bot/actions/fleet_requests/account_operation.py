"""The frame of requests about the account: several deliveries at once, a new one, a rider."""

from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from bot.actions.access import may
from bot.actions.fleet_requests.operation import FleetOperation, RequestT
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.domain.limits import GIVEN_UP_AFTER
from bot.fleet import FleetError, Refused
from bot.store import sent_requests
from bot.store.sent_requests import SentRequest
from bot.texts.everyone import replies as texts
from bot.texts.message import Message
from bot.texts.words import Words

_EXPECTED = timedelta(minutes=1)
"""The time after which an unanswered request can no longer take effect."""

_LOOK_AGAIN = timedelta(seconds=10)


class AccountOperation(FleetOperation[RequestT, Words]):
    """A request that reads before it asks, at each attempt, and ends with one answer."""

    @abstractmethod
    async def run(self, say: Words) -> None:
        """Read, compare, ask for the missing changes, and finish with an answer.

        Raises:
            FleetError: the fleet service refused or did not answer.
        """

    @abstractmethod
    def refused(self, say: Words, refusal: Refused) -> Message:
        """Return the message that the fleet service refused, in its own words."""

    @abstractmethod
    def expired(self, say: Words) -> Message:
        """Return the message that the fleet service did not answer in time."""

    def asked(self, tx: Transaction) -> Words:
        return Words(self.person(tx).language)

    async def attempt(self) -> None:
        person = await self.context.database.read(self.person)
        say = Words(person.language)
        if may(person, self.request.action):
            await self.run(say)
        else:  # they have lost the right to it since they asked
            await self.end(say.message(texts.CLOSED_DOOR))

    async def turned_down(self, refusal: Refused) -> None:
        def turn_down(tx: Transaction) -> None:
            self.finish(tx, self.refused(self.asked(tx), refusal))

        await self.context.database.write(turn_down)

    def give_back(self, tx: Transaction) -> None:
        sent_requests.forget(tx, self.job.key)
        super().give_back(tx)

    def waits_long(self, tx: Transaction, asked: Words) -> None:
        self.tell(tx, texts.held_up(asked), "held_up")

    def give_up(self, tx: Transaction, asked: Words) -> None:
        self.finish(tx, self.expired(asked))

    async def end(self, message: Message) -> None:
        await self.context.database.write(self.finish, message)

    def finish(self, tx: Transaction, message: Message) -> None:
        self.settle(tx)
        self.tell(tx, message)


class SendOnceOperation(AccountOperation[RequestT]):
    """A request that is sent only once, because sending it again would not be harmless.

    It is written down before it is sent. A request that is written down is not sent again.
    """

    expires = GIVEN_UP_AFTER

    async def run(self, say: Words) -> None:
        sent = await self.context.database.read(sent_requests.get, self.job.key)
        if sent is None:
            await self.send(say)
        else:
            await self.look_for(say, sent)

    @abstractmethod
    async def send(self, say: Words) -> None:
        """Ask for the change within `sending`, and finish."""

    @abstractmethod
    async def look_for(self, say: Words, sent: SentRequest) -> None:
        """Find out the fate of a request whose answer never came, and finish."""

    @asynccontextmanager
    async def sending(self, before: str = "") -> AsyncIterator[None]:
        """Write the request down; remove the note again if it surely was not carried out."""
        await self.context.database.write(sent_requests.record, self.job.key, before)
        try:
            yield
        except FleetError as error:
            if not error.may_be_done:
                await self.context.database.write(sent_requests.forget, self.job.key)
            raise

    async def still_expected(self, sent: SentRequest) -> bool:
        """Look again in a moment if the request may be under way; `False` if it cannot be."""
        # A request from the future was sent before the clock was set back.
        if abs(self.context.clock.now() - sent.sent_at) >= _EXPECTED:
            return False

        def look_again(tx: Transaction) -> None:
            jobs.postpone(tx, self.job, tx.now + _LOOK_AGAIN, "looked for")

        await self.context.database.write(look_again)
        return True

    def settle(self, tx: Transaction) -> None:
        sent_requests.forget(tx, self.job.key)
        super().settle(tx)
