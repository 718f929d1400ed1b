"""The fleet service's payment of a parcel follows the answer about what was paid at its door.

The contract has no call for it, so it goes to the operator's door, if there is one. Nobody waits
for it: an unanswered request is sent again; that changes nothing if the first was carried out.
"""

from datetime import timedelta
from typing import Literal

from bot.actions.access import Action
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest, lane_of_payment
from bot.base.database.transaction import Transaction
from bot.fleet import Delivery, Refused
from bot.texts.callbacks import Verb


class SetPayment(DeliveryRequest):
    """Somebody has said that a parcel was paid for at its door, or was not."""

    allowed_by = Action.COLLECT_CASH
    pressed = Verb.CASH

    kind: Literal["set_payment"] = "set_payment"
    is_paid: bool

    @property
    def lane(self) -> str:
        """A lane of its own: no code waits while the door is shut and the fleet service answers."""
        return lane_of_payment(self.delivery)

    @property
    def detail(self) -> str:
        return "paid" if self.is_paid else "not paid"


class SetPaymentOperation(DeliveryOperation[SetPayment]):
    carries_out = SetPayment
    view = View.RIDER

    expires = timedelta(days=2)

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.paid is self.request.is_paid

    async def send(self) -> None:
        if self.context.door is None:  # its settings were taken out meanwhile
            raise Refused
        await self.context.door.put_payment(self.request.delivery, is_paid=self.request.is_paid)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        """Tell nobody: the ledger has the answer, and cards show it."""
