"""A dispatcher gives several deliveries to a rider, in one request."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Literal

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.dispatcher import give_out
from bot.actions.fleet_requests.account_operation import AccountOperation
from bot.actions.notice_kinds import Replace, Say, SayEphemeral, Urgency
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
"""The deliveries as they are now; `None` for one that the fleet service no longer knows."""


class AssignMany(FleetRequest):
    """A dispatcher gives several deliveries to a rider; each has the rider whom they saw then.

    `shown_in` is the message in which they chose; it shows the result if all deliveries are given.
    In a `group` nobody else sees that message.
    """

    allowed_by = Action.ASSIGN

    kind: Literal["assign_many"] = "assign_many"
    rider: RiderUuid
    rider_name: str
    deliveries: dict[DeliveryUuid, RiderUuid | None]
    shown_in: int | None = None
    group: int | None = None

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
            # The request names them in the order in which they were chosen.
            in_order = [uuid for uuid in self.request.deliveries if uuid in missing]
            as_of = await self.context.database.next_number()
            try:
                answer = await self.context.fleet.assign(self.request.rider, in_order)
            except Refused:
                known = await self._read(known)
                # If a delivery changed since it was read, that explains it: try the others again.
                if not self._missing(known) < missing:
                    raise
                continue
            self.context.riders.forget()
            known |= await self._as_answered(known, missing, answer, as_of)
            break
        await self.context.database.write(self._keep, say, known)

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.many_refused(say, self.request.rider_name, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(everyone_texts.TRY_LATER)

    async def _read(self, wanted: Iterable[DeliveryUuid]) -> _Known:
        known: _Known = {}
        for uuid in wanted:
            as_of = await self.context.database.next_number()
            try:
                delivery = await self.context.fleet.get_delivery(uuid)
            except NotFound:
                known[uuid] = None
            else:
                known[uuid] = Observation(delivery, as_of)
        return known

    async def _as_answered(
        self, known: _Known, sent: Collection[DeliveryUuid], answer: list[Delivery], as_of: int
    ) -> _Known:
        """Return the sent deliveries as the answer tells them; read those that it leaves out."""
        seen: _Known = {}
        for one in answer:
            before = known.get(one.uuid)
            delivery = told_by_answer(before.delivery, one) if before else None
            if delivery is not None and self._is_given(delivery):
                seen[one.uuid] = Observation(delivery, as_of)
        return {**seen, **await self._read(set(sent) - seen.keys())}

    def _missing(self, known: _Known) -> set[DeliveryUuid]:
        """Return the deliveries still to be given: open, and with the same rider as when chosen."""
        chosen = self.request.deliveries
        return {
            uuid
            for uuid, news in known.items()
            if news and news.delivery.state.is_open and not self._is_given(news.delivery)
            if news.delivery.rider_uuid == chosen[uuid]
        }

    def _is_given(self, delivery: Delivery) -> bool:
        return delivery.rider_uuid == self.request.rider and delivery.state.is_open

    def _keep(self, tx: Transaction, say: Words, known: _Known) -> None:
        given: dict[DeliveryUuid, Delivery] = {}
        outcomes = []
        for uuid, news in known.items():
            if news is None:
                outcomes.append(AssignedOrder("?", is_given=False))
                continue
            delivery = news.delivery
            is_given = self._is_given(delivery)
            apply(tx, replace(news, actor=self.request.by))
            if is_given:
                given[uuid] = delivery
                audit.record(tx, self.request.by, Action.ASSIGN, uuid, self.request.rider)
            outcome = AssignedOrder(
                delivery.order_number,
                is_given=is_given,
                rider=delivery.rider.name if delivery.rider else "",
                state=state_label(say, delivery),
            )
            outcomes.append(outcome)
        self._tell_former_riders(tx, given)
        self._tell(tx, say, outcomes)

    def _tell(self, tx: Transaction, say: Words, outcomes: list[AssignedOrder]) -> None:
        """Show the result for each delivery; in a new message if not all were given."""
        self.settle(tx)
        result = texts.given(say, self.request.rider_name, outcomes)
        more = give_out_texts.go_on(say, result, give_out.groups(give_out.waiting(tx)))
        if self.request.shown_in is None or not all(each.is_given for each in outcomes):
            self.tell(tx, more)
            return
        by, shown_in, key = self.request.by, self.request.shown_in, effect_keys.told(self.job.key)
        if self.request.group is None:
            notice = Replace(chat_id=by, message_id=shown_in, message=more)
            notices.answer(tx, notice, key, asked_at=self.job.created_at)
            return
        private = Say(chat_id=by, message=more)
        alone = SayEphemeral(
            chat_id=by, group=self.request.group, changes=shown_in, otherwise=private
        )
        notices.post(tx, alone, key)

    def _tell_former_riders(self, tx: Transaction, given: dict[DeliveryUuid, Delivery]) -> None:
        """Tell each former rider once, not once per parcel."""
        by_former: dict[RiderUuid, list[Delivery]] = {}
        for uuid, delivery in given.items():
            former = self.request.deliveries[uuid]
            if former and former != self.request.rider:
                by_former.setdefault(former, []).append(delivery)
        for former, taken in by_former.items():
            person = people.rider_person(tx, former)
            if person is None or not person.reachable:
                continue
            # The rider must hand over the parcels that they carry. The others are not picked up,
            # or are with somebody else.
            carried = []
            for delivery in taken:
                handover = handovers.of_delivery(tx, delivery.uuid)
                if handover is not None and handover.holder == former:
                    carried.append(delivery)
            orders = [one.order_number for one in taken if one not in carried]
            say, key = Words(person.language), effect_keys.taken_away(self.job.key, former)
            if carried:
                handing_over = effect_keys.handing_over(key)
                self._say(tx, person, hand_several_over(say, carried), handing_over)
            if orders:
                self._say(tx, person, texts.taken_from_rider(say, orders), key)

    @staticmethod
    def _say(tx: Transaction, person: Person, message: Message, key: EffectKey) -> None:
        notice = Say(chat_id=person.user_id, message=message)
        notices.post(tx, notice, key, urgency=Urgency.DOOR)
