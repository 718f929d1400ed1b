"""A dispatcher gives several deliveries to a rider, in one request."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Literal

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.dispatcher import give_out
from bot.actions.fleet_requests.account_operation import AccountOperation
from bot.actions.notice_kinds import Replace, Say, Urgency
from bot.actions.request_queue import FleetRequest, lane_of_rider
from bot.actions.tracking.projection import Observation, apply, told_by_answer
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person
from bot.fleet import Delivery, NotFound, Refused
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import audit, handovers, people
from bot.texts.dispatcher import assign as texts
from bot.texts.dispatcher import give_out as give_out_texts
from bot.texts.dispatcher.assign import AssignedOrder
from bot.texts.everyone import replies as everyone_texts
from bot.texts.message import Message
from bot.texts.rider.handovers import hand_several_over
from bot.texts.states import state_label
from bot.texts.words import Words

_Known = dict[DeliveryUuid, Observation | None]
"""The deliveries as they are now; `None` for one that the fleet service does not know any more."""


class AssignMany(FleetRequest):
    """A dispatcher gives several deliveries to a rider: each with who had it when they chose.

    `shown_in` is the message in which they chose: it shows that all was done as they wanted.
    """

    allowed_by = Action.ASSIGN

    kind: Literal["assign_many"] = "assign_many"
    rider: RiderUuid
    rider_name: str
    deliveries: dict[DeliveryUuid, RiderUuid | None]
    shown_in: int | None = None

    @property
    def lane(self) -> str:
        return lane_of_rider(self.rider)

    @property
    def about(self) -> frozenset[str]:
        return frozenset(self.deliveries)


class AssignManyOperation(AccountOperation[AssignMany]):
    carries_out = AssignMany

    async def run(self, say: Words) -> None:
        known = await self._read(self.request.deliveries)
        while missing := self._missing(known):
            as_of = await self.context.database.next_number()
            answer = await self._send(missing)
            if not isinstance(answer, Refused):
                known |= await self._as_answered(known, missing, answer, as_of)
                break
            known = await self._read(known)
            if not self._missing(known) < missing:  # nothing has changed that would explain it
                raise answer
        await self._keep(say, known)

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.many_refused(say, self.request.rider_name, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(everyone_texts.TRY_LATER)

    async def _read(self, wanted: Iterable[DeliveryUuid]) -> _Known:
        return {uuid: await self._read_one(uuid) for uuid in wanted}

    async def _as_answered(
        self, known: _Known, sent: Collection[DeliveryUuid], answer: list[Delivery], as_of: int
    ) -> _Known:
        """Return what the answer tells of those that were sent; what it leaves out is read."""
        told = {
            one.uuid: Observation(told_by_answer(before.delivery, one), as_of)
            for one in answer
            if (before := known.get(one.uuid))
        }
        seen = {uuid: news for uuid, news in told.items() if self._is_given(news.delivery)}
        return {**seen, **await self._read(set(sent) - seen.keys())}

    async def _read_one(self, uuid: DeliveryUuid) -> Observation | None:
        as_of = await self.context.database.next_number()
        try:
            delivery = await self.context.fleet.get_delivery(uuid)
        except NotFound:
            return None
        return Observation(delivery, as_of)

    def _missing(self, known: _Known) -> set[DeliveryUuid]:
        """Return what is still to be given: open, and with whom it was when it was chosen."""
        chosen = self.request.deliveries
        return {
            uuid
            for uuid, news in known.items()
            if news and news.delivery.state.is_open and not self._is_given(news.delivery)
            if _rider(news.delivery) == chosen[uuid]
        }

    def _is_given(self, delivery: Delivery) -> bool:
        return _rider(delivery) == self.request.rider and delivery.state.is_open

    async def _send(self, missing: set[DeliveryUuid]) -> list[Delivery] | Refused:
        """Ask once, in the order in which they were chosen; return the answer or the refusal."""
        in_order = [uuid for uuid in self.request.deliveries if uuid in missing]
        try:
            given = await self.context.fleet.assign(self.request.rider, in_order)
        except Refused as refusal:
            return refusal
        self.context.riders.forget()
        return given

    async def _keep(self, say: Words, known: _Known) -> None:
        given = {uuid: n.delivery for uuid, n in known.items() if n and self._is_given(n.delivery)}

        def keep(tx: Transaction) -> None:
            for uuid, news in known.items():
                if news:
                    apply(tx, replace(news, actor=self.request.by))
                if uuid in given:
                    by, rider = self.request.by, self.request.rider
                    audit.record(tx, by, Action.ASSIGN, uuid, rider)
            self._tell_former_riders(tx, given)
            self._tell(tx, say, [self._outcome(say, news) for news in known.values()])

        await self.context.database.write(keep)

    def _tell(self, tx: Transaction, say: Words, outcomes: list[AssignedOrder]) -> None:
        """Show what became of each; in a new message where something was left out."""
        self.settle(tx)
        result = texts.given(say, self.request.rider_name, outcomes)
        more = give_out_texts.go_on(say, result, give_out.groups(give_out.waiting(tx)))
        if self.request.shown_in is None or not all(each.is_given for each in outcomes):
            self.tell(tx, more)
            return
        where = {"chat_id": self.request.by, "message_id": self.request.shown_in}
        notice, key = Replace(**where, message=more), effect_keys.told(self.job.key)
        notices.answer(tx, notice, key, asked_at=self.job.created_at)

    def _outcome(self, say: Words, news: Observation | None) -> AssignedOrder:
        if news is None:
            return AssignedOrder("?", is_given=False)
        delivery = news.delivery
        return AssignedOrder(
            delivery.order_number,
            is_given=self._is_given(delivery),
            rider=delivery.rider.name if delivery.rider else "",
            state=state_label(say, delivery),
        )

    def _tell_former_riders(self, tx: Transaction, given: dict[DeliveryUuid, Delivery]) -> None:
        """Tell each former rider once, and not parcel by parcel."""
        by_former: dict[RiderUuid, list[Delivery]] = {}
        for uuid, delivery in given.items():
            former = self.request.deliveries[uuid]
            if former and former != self.request.rider:
                by_former.setdefault(former, []).append(delivery)
        for former, taken in by_former.items():
            person = people.rider_person(tx, former)
            if person is not None and person.reachable:
                self._tell_former_rider(tx, person, former, taken)

    def _tell_former_rider(
        self, tx: Transaction, person: Person, former: RiderUuid, taken: list[Delivery]
    ) -> None:
        """Tell what is to be handed over apart from what was not picked up, or is with others."""
        say, key = Words(person.language), effect_keys.taken_away(self.job.key, former)
        carried = [one for one in taken if _has_parcel(tx, former, one.uuid)]
        orders = [one.order_number for one in taken if one not in carried]
        if carried:
            self._say(tx, person, hand_several_over(say, carried), effect_keys.handing_over(key))
        if orders:
            self._say(tx, person, texts.taken_from_rider(say, orders), key)

    @staticmethod
    def _say(tx: Transaction, person: Person, said: Message, key: EffectKey) -> None:
        notice = Say(chat_id=person.user_id, message=said)
        notices.post(tx, notice, key, urgency=Urgency.DOOR)


def _has_parcel(tx: Transaction, rider: RiderUuid, delivery: DeliveryUuid) -> bool:
    handover = handovers.of_delivery(tx, delivery)
    return handover is not None and handover.holder == rider


def _rider(delivery: Delivery) -> str | None:
    return delivery.rider.uuid if delivery.rider else None
