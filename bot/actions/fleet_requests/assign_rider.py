"""A dispatcher gives a delivery to a rider.

Two may do so at the same time: one is first, the other is told.
"""

from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, Refused
from bot.identifiers import RiderUuid
from bot.store import audit, people
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import assign as texts
from bot.texts.dispatcher import replies
from bot.texts.message import Message
from bot.texts.words import Words


class Assign(DeliveryRequest):
    """A dispatcher gives the delivery to a rider; `former` had it when the dispatcher chose."""

    allowed_by = Action.ASSIGN
    pressed = Verb.ASSIGN

    kind: Literal["assign"] = "assign"
    rider: RiderUuid
    former: RiderUuid | None = None

    @property
    def detail(self) -> str:
        return self.rider


def who_was_first(tx: Transaction, person: Person, row: DeliveryRow) -> Message:
    """Return the message that tells a dispatcher who gave the delivery to its present rider."""
    say, rider = Words(person.language), snapshot(row).rider
    if rider is None:
        return texts.taken_back(say, row.order_number)
    # Several may have asked for this rider: the last of them gave the order.
    deeds = audit.of_delivery(tx, row.uuid)
    gifts = [deed for deed in deeds if deed.act == Action.ASSIGN and deed.detail == row.rider]
    by = people.get(tx, gifts[-1].user_id) if gifts else None
    if by is None:
        return texts.already_given(say, row.order_number, rider.name)
    if by.user_id == person.user_id:
        return texts.already_given_by_you(say, row.order_number, rider.name)
    return texts.already_given_by(say, row.order_number, rider.name, by.first_name)


class AssignOperation(DeliveryOperation[Assign]):
    carries_out = Assign
    view = View.DISPATCHER

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.rider is not None and delivery.rider.uuid == self.request.rider

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        if asked.row.rider == self.request.former:
            return False
        self.tell(tx, who_was_first(tx, asked.person, asked.row))
        return True

    async def send(self) -> Delivery | None:
        given = await self.context.fleet.assign(self.request.rider, [self.request.delivery])
        self.context.riders.forget()
        return next((one for one in given if one.uuid == self.request.delivery), None)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, replies.assign_refused(asked.say, asked.order, refusal.message))
