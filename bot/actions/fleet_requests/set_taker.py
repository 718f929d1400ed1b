"""The fleet service's record follows what a rider says of who took a parcel at its door.

The contract has no call for it, so it goes to the operator's door, if there is one. Nobody waits
for it: an unanswered request is sent again; that changes nothing if the first was carried out.
"""

from datetime import timedelta
from typing import Literal

from pydantic import Field

from bot.actions import effect_keys, request_queue
from bot.actions.access import Action
from bot.actions.context import Context
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.notice_kinds import View
from bot.actions.request_queue import DeliveryRequest, lane_of_taker
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.fleet import Delivery, Refused
from bot.identifiers import DeliveryUuid
from bot.texts.callbacks import Verb


class SetTaker(DeliveryRequest):
    """A rider has said who took a parcel."""

    allowed_by = Action.SAY_TAKER
    pressed = Verb.OUTCOME

    kind: Literal["set_taker"] = "set_taker"
    taken_by: str = Field(repr=False)

    @property
    def lane(self) -> str:
        """A lane of its own: no code waits while the door is shut and the fleet service answers."""
        return lane_of_taker(self.delivery)


def report_taker(
    tx: Transaction,
    context: Context,
    rider: int,
    delivery: DeliveryUuid,
    taken_by: str,
    key: EffectKey,
) -> None:
    """Report to the fleet service who took a parcel, if it can be told."""
    if context.door is not None:
        request = SetTaker(by=rider, delivery=delivery, taken_by=taken_by)
        request_queue.enqueue(tx, request, effect_keys.taker(key))


class SetTakerOperation(DeliveryOperation[SetTaker]):
    carries_out = SetTaker
    view = View.RIDER

    expires = timedelta(days=2)

    def is_done(self, delivery: Delivery) -> bool:  # noqa: ARG002 - no answer tells it
        return False

    async def send(self) -> None:
        if self.context.door is None:  # its settings were taken out meanwhile
            raise Refused
        await self.context.door.put_taker(self.request.delivery, self.request.taken_by)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        """Tell nobody: the bot has it, and the delivery's card shows it."""
