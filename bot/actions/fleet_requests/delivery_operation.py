"""A change of one delivery: read, compare, decide, ask once, and settle."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from bot.actions import notices
from bot.actions.access import may
from bot.actions.customer import subscriptions
from bot.actions.fleet_requests.operation import FleetOperation, Forgotten
from bot.actions.follow_ups import alarms
from bot.actions.notice_kinds import Urgency, View
from bot.actions.request_queue import DeliveryRequest
from bot.actions.snapshots import snapshot
from bot.actions.tracking.projection import Observation, apply, apply_to, known, told_by_answer
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, FleetError, KeyRefused, NotSent, Objected, Refused, Unavailable
from bot.store import deliveries, preferences
from bot.store.preferences import Preference
from bot.texts.rider import replies as rider_texts
from bot.texts.words import Words

DeliveryRequestT = TypeVar("DeliveryRequestT", bound=DeliveryRequest)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who has asked for a change, and the delivery as it is kept now."""

    person: Person
    row: DeliveryRow

    @property
    def say(self) -> Words:
        return Words(self.person.language)

    @property
    def order(self) -> str:
        return self.row.order_number


class DeliveryOperation(FleetOperation[DeliveryRequestT, Asked]):
    """One change that somebody asked for, while it is being carried out."""

    view: ClassVar[View]
    """Which card of the person who asked shows it."""
    trusts_known: ClassVar[bool] = False
    """Whether the first attempt goes by what is known: the fleet service refuses it by itself where
    the delivery is in another state."""

    @abstractmethod
    def is_done(self, delivery: Delivery) -> bool:
        """Tell from a delivery as it is now whether the change has been made already."""

    @abstractmethod
    async def send(self) -> Delivery | None:
        """Ask the fleet service for the change, once; return what it says of the delivery."""

    @abstractmethod
    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        """The fleet service said no: tell the person what it said."""

    # The rest is for those kinds of change that have something to do at that moment.
    # ruff: noqa: ARG002

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        """Tell whether a rule of ours forbids to send now; then the person has been told why."""
        return False

    def before_sending(self, tx: Transaction) -> None:
        """Write down what must be known after a crash between the request and its answer."""

    def done(self, tx: Transaction) -> None:
        """The change is made: clear up what was written down before."""

    def not_looked_at(self, tx: Transaction) -> None:
        """The fleet service did not decide: take back what was written down before."""

    def waits_long(self, tx: Transaction, asked: Asked) -> None:
        """The fleet service has not answered for a while: tell whom it concerns, once."""

    def expired(self, tx: Transaction, asked: Asked) -> None:
        """The time for it has run out: tell the person what to do."""

    @property
    def under(self) -> tuple[str, View]:
        return self.request.delivery, self.view

    def asked(self, tx: Transaction) -> Asked:
        person = self.person(tx)
        row = deliveries.get(tx, self.request.delivery)
        if row is None:
            raise LookupError(f"request {self.job.id} names an unknown delivery")
        return Asked(person, row)

    def may_be_missed(self, tx: Transaction, person: Person) -> bool:
        """Where nothing new was learnt of the delivery after the copy, nothing was done."""
        row = deliveries.get(tx, self.request.delivery)
        if row is None or not self._may(tx, person, row):
            return False
        is_as_it_was = row.as_of < int(preferences.get(tx, Preference.COPY_FROM) or 0)
        return is_as_it_was and not self.is_done(snapshot(row))

    def _may(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        action = self.request.action
        return may(person, action, row) or bool(subscriptions.one_for(tx, person, action, row.uuid))

    async def attempt(self) -> None:
        news = None
        if not await self.context.database.read(self._goes_by_what_is_known):
            news = await self._read()
            if self.is_done(news.delivery):
                await self.context.database.write(self._keep, news)
                return
        if not await self.context.database.write(self._may_be_sent, news):
            return
        as_of = await self.context.database.next_number()
        answer: Delivery | None = None
        refusal: Refused | None = None
        try:
            answer = await self.send()
        except Refused as error:
            refusal = error
        except Objected as error:
            refusal = error.refusal
        if answer is not None:
            observed = Observation(answer, as_of)
            if await self.context.database.write(self._keep_answer, observed):
                return
        # A refusal counts only where the change is not seen to be made: an earlier attempt may
        # have made it, whose answer was lost.
        news = await self._read()
        if refusal is not None and not self.is_done(news.delivery):
            await self.context.database.write(self._refuse, refusal, news)
        else:
            await self.context.database.write(self._keep, news)

    def _goes_by_what_is_known(self, tx: Transaction) -> bool:
        """Tell whether nothing was sent yet, and webhooks tell of what others do.

        They have come since this rider has it.
        """
        row = deliveries.get(tx, self.request.delivery)
        is_first = self.job.attempts == self.job.unsure == 1
        if row is None or not (self.trusts_known and is_first) or self.is_done(snapshot(row)):
            return False
        return row.given_at is not None and alarms.webhooks_come(tx, row.given_at)

    async def _read(self) -> Observation:
        as_of = await self.context.database.next_number()
        return Observation(await self.context.fleet.get_delivery(self.request.delivery), as_of)

    def _may_be_sent(self, tx: Transaction, news: Observation | None) -> bool:
        """Check person and rules once more, against the delivery as it is now."""
        if news is not None:
            apply(tx, news)
        asked = self.asked(tx)
        if not self._may(tx, asked.person, asked.row):
            # They may have lost the delivery, or their role, while the request waited.
            self.settle(tx)
            self._forbid(tx, asked)
            return False
        if self.stopped(tx, asked):
            self.settle(tx)
            return False
        self.before_sending(tx)
        return True

    @property
    def actor(self) -> int | None:
        """Return who is told nothing of the change, for they have made it."""
        return self.request.by

    def _keep(self, tx: Transaction, news: Observation) -> None:
        apply(tx, replace(news, actor=self.actor))
        self.done(tx)
        self.settle(tx)

    def _keep_answer(self, tx: Transaction, answer: Observation) -> bool:
        """Keep what the answer tells; `False` where only the delivery itself can show the change.

        What was learnt while the change was asked for may be older than the answer, or newer.
        """
        row = known(tx, self.request.delivery)
        if row is None:
            return False
        delivery = told_by_answer(snapshot(row), answer.delivery)
        news = replace(answer, delivery=delivery, actor=self.actor)
        if not self.is_done(delivery):
            return False
        if not apply_to(tx, row, news) and not self.is_done(snapshot(row)):
            return False
        self.done(tx)
        self.settle(tx)
        return True

    def _refuse(self, tx: Transaction, refusal: Refused, news: Observation | None = None) -> None:
        """Say what the service said; but a job that was lost meanwhile is nobody's mistake."""
        if news is not None:
            apply(tx, news)
        asked = self.asked(tx)
        self.settle(tx)
        if self._may(tx, asked.person, asked.row):
            self.refused(tx, asked, refusal)
        else:
            self.not_looked_at(tx)
            self._forbid(tx, asked)

    def _forbid(self, tx: Transaction, asked: Asked) -> None:
        """The person may not do this any more: tell them that nothing was changed."""
        self.tell(tx, rider_texts.not_yours_any_more(asked.say, asked.order))

    async def turned_down(self, refusal: Refused) -> None:
        await self.context.database.write(self._refuse, refusal)

    def undecided(self, tx: Transaction, error: FleetError) -> None:
        if isinstance(error, NotSent | Unavailable | KeyRefused):
            self.not_looked_at(tx)

    def show_waiting(self, tx: Transaction) -> None:
        self._refresh(tx)

    def give_up(self, tx: Transaction, asked: Asked) -> None:
        self.settle(tx)
        self.expired(tx, asked)

    def kept_waiting(self, tx: Transaction) -> None:
        """Its turn has not come yet: tell people in time, give up what may expire."""
        try:
            asked = self.asked(tx)
        except Forgotten:
            jobs.withdraw(tx, self.job.kind, self.job.key)
            return
        if not self.is_given_up(tx, asked):
            return
        if jobs.withdraw(tx, self.job.kind, self.job.key):
            self._refresh(tx)
            self.expired(tx, asked)

    def settle(self, tx: Transaction) -> None:
        super().settle(tx)
        self._refresh(tx)

    def _refresh(self, tx: Transaction) -> None:
        """Let the card of the person who asked show how things stand with the request."""
        deliveries.touch(tx, self.request.delivery)
        row = deliveries.get(tx, self.request.delivery)
        if row is not None:
            notices.show_card(
                tx, self.request.by, row, self.view, create=False, urgency=Urgency.ANSWER
            )
