"""A rider takes a job, or a dispatcher says so because the rider cannot tap it now."""

from typing import ClassVar, Literal

from bot.actions import effect_keys, request_queue
from bot.actions.access import Action
from bot.actions.context import Context
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest, FleetRequest
from bot.actions.rider import pickups, problem_reports, undo
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.identifiers import RiderUuid
from bot.store import problem_reports as stored
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import status as dispatcher_texts
from bot.texts.rider import replies as texts

NOT_ACCEPTED = frozenset({State.PENDING, State.AWAITING_PICKUP})
_ACCEPTED = {State.ACCEPTED, State.IN_TRANSIT, State.FAILED, State.DELIVERED}


class Accept(DeliveryRequest):
    allowed_by = Action.ACCEPT
    pressed = Verb.ACCEPT

    kind: Literal["accept"] = "accept"
    rider: RiderUuid


class AcceptForRider(DeliveryRequest):
    allowed_by = Action.SET_STATUS
    pressed = Verb.SET_STATUS

    kind: Literal["accept_for_rider"] = "accept_for_rider"
    rider: RiderUuid


def accept(
    tx: Transaction, context: Context, person: Person, row: DeliveryRow, key: EffectKey
) -> None:
    """Accept a job once the time for undoing is over; a second request changes nothing."""
    request = Accept(delivery=row.uuid, by=person.user_id, rider=person.as_rider)
    if request not in [change.request for change in undo.waiting(tx, person, row.uuid)]:
        request_queue.enqueue(tx, request, key, after=context.identity.undo)


def accept_all(
    tx: Transaction,
    context: Context,
    person: Person,
    pickup: str,
    given_until: int,
    cause: EffectKey,
) -> list[DeliveryRow]:
    """Accept the new jobs at a pickup whose `given_as_of` is at most `given_until`; return them."""
    offered = []
    for row in pickups.waiting(tx, person, pickup):
        if row.state not in NOT_ACCEPTED or row.given_as_of > given_until:
            continue
        # A rider with an open request or a reported problem has already decided on this job.
        if not undo.waiting(tx, person, row.uuid) and stored.latest(tx, row.uuid) is None:
            offered.append(row)
    for row in offered:
        accept(tx, context, person, row, effect_keys.accepted_with_others(cause, row.uuid))
    return offered


def accept_for_rider(tx: Transaction, person: Person, row: DeliveryRow, key: EffectKey) -> None:
    """Ask to accept the delivery for its present rider."""
    request = AcceptForRider(delivery=row.uuid, by=person.user_id, rider=row.rider or RiderUuid(""))
    request_queue.enqueue(tx, request, key)


class AcceptOperation(DeliveryOperation[Accept | AcceptForRider]):
    carries_out: ClassVar[type[FleetRequest]] = Accept
    view = View.RIDER

    def is_done(self, delivery: Delivery) -> bool:
        return (
            delivery.rider is not None
            and delivery.rider.uuid == self.request.rider
            and delivery.state in _ACCEPTED
        )

    async def send(self) -> Delivery:
        return await self.context.fleet.update_status(self.request.delivery, StatusToken.ACCEPTED)

    def done(self, tx: Transaction) -> None:
        """Solve the rider's problem with the job: they take it, even if they had declined it."""
        problem_reports.solve(tx, self.request.delivery, self.request.rider)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, texts.accept_refused(asked.say, asked.order, refusal.message))


class AcceptForRiderOperation(AcceptOperation):
    """Accepts for the rider, as long as the delivery still has the rider who was meant."""

    carries_out = AcceptForRider
    view = View.DISPATCHER

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        if asked.row.rider == self.request.rider:
            return False
        self.tell(tx, dispatcher_texts.has_other_rider(asked.say, asked.order))
        return True
