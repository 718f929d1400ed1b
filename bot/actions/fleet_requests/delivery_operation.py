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
    """The person who asked for a change, and the delivery as it is kept now."""

    person: Person
    row: DeliveryRow

    @property
    def say(self) -> Words:
        return Words(self.person.language)

    @property
    def order(self) -> str:
        return self.row.order_number


class DeliveryOperation(FleetOperation[DeliveryRequestT, Asked]):
    """The carrying out of one change of a delivery."""

    view: ClassVar[View]
    """The card of the person who asked that shows the change."""
    trusts_known: ClassVar[bool] = False
    """Whether the first attempt goes by the known delivery, without reading it: the fleet service
    itself refuses the change if the delivery is in another state."""

    @abstractmethod
    def is_done(self, delivery: Delivery) -> bool:
        """Tell whether a delivery, as it is now, has the change already."""

    @abstractmethod
    async def send(self) -> Delivery | None:
        """Ask the fleet service for the change, once; return what it says of the delivery."""

    @abstractmethod
    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        """Tell the person what the fleet service said when it refused."""

    # The next methods are for kinds of change that have something to do at these moments.
    # ruff: noqa: ARG002

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        """Tell whether a rule of ours forbids sending now; if so, tell the person why."""
        return False

    def before_sending(self, tx: Transaction) -> None:
        """Write down what must be known after a crash between the request and its answer."""

    def done(self, tx: Transaction) -> None:
        """Clear up after the change is made: remove the notes from `before_sending`."""

    def not_looked_at(self, tx: Transaction) -> None:
        """Take back the notes from `before_sending`: the fleet service did not decide."""

    def waits_long(self, tx: Transaction, asked: Asked) -> None:
        """Tell the people concerned, once, that the fleet service has not answered for a while."""

    def expired(self, tx: Transaction, asked: Asked) -> None:
        """Tell the person what to do after the time of the change has run out."""

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
        """Tell whether the change may be missing: the copy's delivery has not changed since."""
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
        # A refusal counts only if the delivery does not have the change: an earlier attempt may
        # have made it, and its answer was lost.
        news = await self._read()
        if refusal is not None and not self.is_done(news.delivery):
            await self.context.database.write(self._refuse, refusal, news)
        else:
            await self.context.database.write(self._keep, news)

    def _goes_by_what_is_known(self, tx: Transaction) -> bool:
        """Tell whether the known delivery is good enough for a first attempt.

        It is if nothing was sent yet, and webhooks have come since this rider has the delivery.
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
        """Check person and rules again, with the delivery as it is now; `False` ends the job."""
        if news is not None:
            apply(tx, news)
        asked = self.asked(tx)
        if not self._may(tx, asked.person, asked.row):
            # The person may have lost the delivery or their role while the request waited.
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
        """Return the person who made the change, and so hears nothing of it."""
        return self.request.by

    def _keep(self, tx: Transaction, news: Observation) -> None:
        apply(tx, replace(news, actor=self.actor))
        self.done(tx)
        self.settle(tx)

    def _keep_answer(self, tx: Transaction, answer: Observation) -> bool:
        """Keep the answer; `False` if only reading the delivery can show the change.

        News that came during the question may be older than the answer, or newer.
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
        """Tell the service's refusal, or to a person who lost the job that nothing was changed."""
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
        """Tell a person who may no longer do this that nothing was changed."""
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
        """Handle a job whose turn has not come: tell people in time, or give it up."""
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
        """Update the card of the person who asked, so that it shows the state of the request."""
        deliveries.touch(tx, self.request.delivery)
        row = deliveries.get(tx, self.request.delivery)
        if row is not None:
            notices.show_card(
                tx, self.request.by, row, self.view, create=False, urgency=Urgency.ANSWER
            )
