"""A dispatcher calls a delivery off."""

from bot.actions.commands import Cancel
from bot.actions.context import Context
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import replies as texts
from bot.texts.words import Words


class Cancelling(Change):
    """`cancelled` at the fleet service, with the reason as its note."""

    view = View.DISPATCHER

    def __init__(self, context: Context, job: Job, command: Cancel) -> None:
        super().__init__(context, job, command)
        self._reason = command.reason

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state is State.CANCELLED

    async def send(self) -> None:
        await self.context.fleet.update_status(
            self.delivery, StatusToken.CANCELLED, note=self._reason
        )

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.cancel_refused(say, row.order_number, refusal.message))
