"""Changes that are not about one delivery: many at once, a new one, a rider."""

from abc import ABC, abstractmethod
from datetime import timedelta
from typing import Generic, TypeVar

from bot.actions import notices
from bot.actions.access import may
from bot.actions.commands import Command
from bot.actions.context import Context
from bot.actions.execute.frame import alert_staff
from bot.actions.execute.patience import LONG, wait
from bot.actions.notices import Say
from bot.base import jobs
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import FleetError, KeyRefused, Refused
from bot.store import people
from bot.store.people import Person
from bot.texts.everyone import replies as texts
from bot.texts.message import Message
from bot.texts.words import Words

CommandT = TypeVar("CommandT", bound=Command)


class Errand(ABC, Generic[CommandT]):
    """One such change, while it is being carried out. It reads before it asks, each time anew."""

    expires: timedelta | None = None
    """How long it is tried at most."""

    def __init__(self, context: Context, job: Job, command: CommandT) -> None:
        self.context = context
        self.job = job
        self.command = command

    @abstractmethod
    async def run(self, person: Person) -> None:
        """Read, compare, ask for what is missing, tell the person, and finish the job.

        Raises:
            FleetError: the fleet service refused or did not answer.
        """

    @abstractmethod
    def refused(self, say: Words, refusal: Refused) -> Message:
        """Say that the fleet service did not do it, in its own words."""

    @abstractmethod
    def expired(self, say: Words) -> Message:
        """Say that it was given up because the fleet service did not answer in time."""

    async def tell(self, tx: Transaction, message: Message, about: str = "answer") -> None:
        """Say something to the person who asked, once for this command."""
        notice = Say(chat_id=self.command.by, message=message)
        await notices.post(tx, notice, f"{self.job.key}|{about}")

    async def finish(self, tx: Transaction, message: Message) -> None:
        """End the job with an answer."""
        await jobs.finish(tx, self.job)
        await self.tell(tx, message)


async def carry_out(errand: Errand[CommandT]) -> None:
    """Run an errand, or let it wait for a better moment. Its job is settled either way."""
    async with errand.context.database.read() as tx:
        person = await people.get(tx, errand.command.by)
    if person is None or not may(person, errand.command.action):
        await _forbid(errand, person)
        return
    try:
        await errand.run(person)
    except Refused as refusal:
        async with errand.context.database.write() as tx:
            await errand.finish(tx, errand.refused(Words(person.language), refusal))
    except FleetError as error:
        await _hold_up(errand, person, error)


async def _forbid(errand: Errand[CommandT], person: Person | None) -> None:
    """Somebody has lost the right to it since they asked."""
    say = Words(person.language if person else "en")
    async with errand.context.database.write() as tx:
        await errand.finish(tx, say.message(texts.CLOSED_DOOR))


async def _hold_up(errand: Errand[CommandT], person: Person, error: FleetError) -> None:
    say = Words(person.language)
    async with errand.context.database.write() as tx:
        age = tx.now - errand.job.created_at
        if isinstance(error, KeyRefused):
            await alert_staff(tx)
        if errand.expires is not None and age >= errand.expires:
            await errand.finish(tx, errand.expired(say))
            return
        if age >= LONG:
            await errand.tell(tx, say.message(texts.HELD_UP), "held_up")
        until = tx.now + wait(errand.job, age, error, errand.expires)
        await jobs.postpone(tx, errand.job, until, type(error).__name__)
