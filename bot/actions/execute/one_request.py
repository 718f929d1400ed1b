"""Errands with a request that cannot be compared with what is there, and is sent only once.

It is written down before it is sent. Whoever finds it written down does not send it again.
"""

from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from bot.actions.execute.errand import CommandT, Errand
from bot.base import jobs
from bot.base.database import Transaction
from bot.fleet import FleetError
from bot.store import sent_requests
from bot.store.people import Person
from bot.store.sent_requests import SentRequest
from bot.texts.message import Message

_EXPECTED = timedelta(minutes=1)
"""After this nothing more is expected of a request that was not answered."""

_LOOK_AGAIN = timedelta(seconds=10)


class OneRequest(Errand[CommandT]):
    """Sends, or looks what became of what was sent."""

    expires = timedelta(minutes=30)

    async def run(self, person: Person) -> None:
        async with self.context.database.read() as tx:
            sent = await sent_requests.get(tx, self.job.key)
        if sent is None:
            await self.send(person)
        else:
            await self.look_for(person, sent)

    @abstractmethod
    async def send(self, person: Person) -> None:
        """Ask for the change within `sending`, and finish."""

    @abstractmethod
    async def look_for(self, person: Person, sent: SentRequest) -> None:
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

    async def finish(self, tx: Transaction, message: Message) -> None:
        await sent_requests.forget(tx, self.job.key)
        await super().finish(tx, message)
