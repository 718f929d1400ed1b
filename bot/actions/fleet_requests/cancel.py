"""A dispatcher calls a delivery off."""

from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest
from bot.base.database.transaction import Transaction
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts


class Cancel(DeliveryRequest):
    """A dispatcher calls the delivery off; `reason` is told to everybody concerned."""

    allowed_by = Action.CANCEL_DELIVERY
    pressed = Verb.CANCEL_DELIVERY

    kind: Literal["cancel"] = "cancel"
    reason: str


class CancelOperation(DeliveryOperation[Cancel]):
    carries_out = Cancel
    view = View.DISPATCHER

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state is State.CANCELLED

    async def send(self) -> Delivery:
        fleet, request = self.context.fleet, self.request
        return await fleet.update_status(
            request.delivery, StatusToken.CANCELLED, note=request.reason
        )

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, texts.cancel_refused(asked.say, asked.order, refusal.message))
