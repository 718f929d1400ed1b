"""The frame of every request to the fleet service: try, and then settle or wait."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar

from bot.actions import effect_keys, notices, refused_keys
from bot.actions.access import may
from bot.actions.context import Context
from bot.actions.fleet_outage import FLEET_OUTAGE, reason_of, wait_after
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.request_queue import FleetRequest
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.domain.limits import HELD_UP_AFTER
from bot.domain.person import Person, Role
from bot.fleet import FleetError, KeyRefused, Refused
from bot.store import people
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.everyone import replies as everyone_texts
from bot.texts.message import Message
from bot.texts.words import Words

RequestT = TypeVar("RequestT", bound=FleetRequest)
AskedT = TypeVar("AskedT")


class Forgotten(Exception):
    """The person who asked is no longer known: they wanted to be forgotten."""


class RequestOperation(ABC, Generic[RequestT]):
    """The carrying out of one request."""

    carries_out: ClassVar[type[FleetRequest]]

    def __init__(self, context: Context, job: Job, request: RequestT) -> None:
        self.context = context
        self.job = job
        self.request = request

    @abstractmethod
    async def carry_out(self) -> bool:
        """Carry the request out, or let it wait for a better moment; `False` if it waits.

        Its job is finished or postponed then.
        """

    def give_back(self, tx: Transaction) -> None:
        """End a request from an old copy of the store: another run may have carried it out."""
        jobs.finish(tx, self.job)

    @property
    def under(self) -> tuple[str, View] | None:
        """The card under which the answer to the person who asked stands."""
        return None

    def tell(self, tx: Transaction, message: Message, about: str = "answer") -> None:
        """Say something to the person who asked, once for this request and `about`."""
        notice = Say(chat_id=self.request.by, message=message, under=self.under)
        notices.answer(
            tx, notice, effect_keys.told(self.job.key, about), asked_at=self.job.created_at
        )


class FleetOperation(RequestOperation[RequestT], Generic[RequestT, AskedT]):
    """A request that needs the fleet service, and waits while that does not answer."""

    expires: ClassVar[timedelta | None] = None
    """The longest time for which it is tried."""

    async def carry_out(self) -> bool:
        try:
            has_ended = await self._settled_or_waiting()
            # The answers to this attempt may have shown which settings are missing.
            suspected_settings = self.context.fleet.suspected_settings
            if suspected_settings:
                await self.context.database.write(_tell_owners, suspected_settings)
        except Forgotten:
            await self.context.database.write(self.settle)
            return True
        return has_ended

    async def _settled_or_waiting(self) -> bool:
        try:
            await self.attempt()
        except Refused as refusal:  # the service refused a question, not the change
            await self.turned_down(refusal)
        except FleetError as error:
            return await self.context.database.write(self._hold_up, error)
        return True

    def give_back(self, tx: Transaction) -> None:
        super().give_back(tx)
        person = people.get(tx, self.request.by)
        if person is not None and self.may_be_missed(tx, person):
            self.ask_anew(tx, Words(person.language))

    def may_be_missed(self, _tx: Transaction, person: Person) -> bool:
        """Tell whether the change may not have been made, as far as the bot knows."""
        return may(person, self.request.action)

    def ask_anew(self, tx: Transaction, say: Words) -> None:
        """Say that it was not carried out, as far as the bot knows."""
        self.tell(tx, say.message(everyone_texts.NOT_CARRIED_OUT_AGAIN), "of_copy")

    def _hold_up(self, tx: Transaction, error: FleetError) -> bool:
        """Postpone a request without a decision, or give it up if its time has run out.

        Return whether it is given up. People are told in time if it takes long.
        """
        asked = self.asked(tx)
        self.undecided(tx, error)
        if isinstance(error, KeyRefused):
            refused_keys.tell(tx, error)
        if self.is_given_up(tx, asked):
            self.give_up(tx, asked)
            return True
        # Each wait is longer, but none passes a moment at which somebody must be told.
        age = jobs.age(tx, self.job)
        moments = [moment for moment in (HELD_UP_AFTER, self.expires) if moment and moment > age]
        wait = min([wait_after(error, self.job.attempts), *(moment - age for moment in moments)])
        FLEET_OUTAGE.postpone(tx, self.job, tx.now + wait, reason_of(error))
        self.show_waiting(tx)
        return False

    def is_given_up(self, tx: Transaction, asked: AskedT) -> bool:
        """Tell whether its time has run out; if not, and it takes long, tell people so."""
        age = jobs.age(tx, self.job)
        if self.expires is not None and age >= self.expires:
            return True
        if age >= HELD_UP_AFTER:
            self.waits_long(tx, asked)
        return False

    def person(self, tx: Transaction) -> Person:
        """Return the person who asked.

        Raises:
            Forgotten: they are no longer known.
        """
        person = people.get(tx, self.request.by)
        if person is None:
            raise Forgotten
        return person

    @abstractmethod
    def asked(self, tx: Transaction) -> AskedT:
        """Return the contents of its answers: who has asked, and for what.

        Raises:
            Forgotten: the person who asked is no longer known.
        """

    @abstractmethod
    async def attempt(self) -> None:
        """Read, compare, ask for what is missing, and settle the job.

        Raises:
            FleetError: the fleet service did not answer, or refused to be read.
        """

    @abstractmethod
    async def turned_down(self, refusal: Refused) -> None:
        """Settle the job, because the fleet service refused to be read before the change."""

    @abstractmethod
    def waits_long(self, tx: Transaction, asked: AskedT) -> None:
        """Tell the people concerned, once, that the fleet service has not answered for a while."""

    @abstractmethod
    def give_up(self, tx: Transaction, asked: AskedT) -> None:
        """Settle a job whose time has run out, and tell the person what to do."""

    def settle(self, tx: Transaction) -> None:
        jobs.finish(tx, self.job)

    # For operations that have something to do at these moments.

    def undecided(self, tx: Transaction, error: FleetError) -> None:
        """React to an attempt without a decision, or with one that nobody knows."""

    def show_waiting(self, tx: Transaction) -> None:
        """Show that it waits for its next attempt."""


AnyOperation = RequestOperation[Any]


def _tell_owners(tx: Transaction, settings: Collection[str]) -> None:
    """Tell every owner which settings the fleet service seems to want, each once a day."""
    for owner in people.with_role(tx, (Role.OWNER,)):
        for setting in sorted(settings):
            message = dispatcher_texts.setting_suspected(Words(owner.language), setting)
            key = effect_keys.setting_suspected(owner.user_id, setting, tx.now)
            notice = Say(chat_id=owner.user_id, message=message)
            notices.post(tx, notice, key, urgency=Urgency.ALARM)
