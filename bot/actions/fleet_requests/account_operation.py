"""What is asked for more than one delivery, or for none: many at once, a new one, a rider."""

from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from bot.actions.access import may
from bot.actions.fleet_requests.operation import FleetOperation, RequestT
from bot.base import jobs
from bot.base.database import Transaction
from bot.fleet import FleetError, Refused
from bot.store import sent_requests
from bot.store.sent_requests import SentRequest
from bot.texts.everyone import replies as texts
from bot.texts.message import Message
from bot.texts.promises import GIVEN_UP_AFTER
from bot.texts.words import Words

_EXPECTED = timedelta(minutes=1)
"""After this nothing more is expected of a request that was not answered."""

_LOOK_AGAIN = timedelta(seconds=10)


class AccountOperation(FleetOperation[RequestT, Words]):
    """It reads before it asks, each time anew, and ends with one answer."""

    @abstractmethod
    async def run(self, say: Words) -> None:
        """Read, compare, ask for what is missing, and finish with an answer.

        Raises:
            FleetError: the fleet service refused or did not answer.
        """

    @abstractmethod
    def refused(self, say: Words, refusal: Refused) -> Message:
        """Say that the fleet service did not do it, in its own words."""

    @abstractmethod
    def expired(self, say: Words) -> Message:
        """Say that it was given up because the fleet service did not answer in time."""

    async def asked(self, tx: Transaction) -> Words:
        return Words((await self.person(tx)).language)

    async def attempt(self) -> None:
        async with self.context.database.read() as tx:
            person = await self.person(tx)
        say = Words(person.language)
        if may(person, self.request.action):
            await self.run(say)
        else:  # they have lost the right to it since they asked
            await self.end(say.message(texts.CLOSED_DOOR))

    async def turned_down(self, refusal: Refused) -> None:
        async with self.context.database.write() as tx:
            await self.finish(tx, self.refused(await self.asked(tx), refusal))

    async def waits_long(self, tx: Transaction, asked: Words) -> None:
        await self.tell(tx, texts.held_up(asked), "held_up")

    async def give_up(self, tx: Transaction, asked: Words) -> None:
        await self.finish(tx, self.expired(asked))

    async def end(self, message: Message) -> None:
        async with self.context.database.write() as tx:
            await self.finish(tx, message)

    async def finish(self, tx: Transaction, message: Message) -> None:
        await self.settle(tx)
        await self.tell(tx, message)


class SendOnceOperation(AccountOperation[RequestT]):
    """It cannot be compared with what is there, and is sent only once.

    It is written down before it is sent. Whoever finds it written down does not send it again.
    """

    expires = GIVEN_UP_AFTER

    async def run(self, say: Words) -> None:
        async with self.context.database.read() as tx:
            sent = await sent_requests.get(tx, self.job.key)
        if sent is None:
            await self.send(say)
        else:
            await self.look_for(say, sent)

    @abstractmethod
    async def send(self, say: Words) -> None:
        """Ask for the change within `sending`, and finish."""

    @abstractmethod
    async def look_for(self, say: Words, sent: SentRequest) -> None:
        """Find out what became of a request whose answer never came, and finish."""

    @asynccontextmanager
    async def sending(self, before: str = "") -> AsyncIterator[None]:
        """Write the request down; strike it out again if it surely was not carried out."""
        async with self.context.database.write() as tx:
            await sent_requests.record(tx, self.job.key, before)
        try:
            yield
        except FleetError as error:
            if not error.may_be_done:
                async with self.context.database.write() as tx:
                    await sent_requests.forget(tx, self.job.key)
            raise

    async def still_expected(self, sent: SentRequest) -> bool:
        """Look again in a moment if the request may be under way; `False` if it cannot be."""
        if self.context.clock.now() - sent.sent_at >= _EXPECTED:
            return False
        async with self.context.database.write() as tx:
            await jobs.postpone(tx, self.job, tx.now + _LOOK_AGAIN, "looked for")
        return True

    async def settle(self, tx: Transaction) -> None:
        await sent_requests.forget(tx, self.job.key)
        await super().settle(tx)
