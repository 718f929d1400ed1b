"""A dispatcher calls a delivery off."""

from bot.actions.commands import Cancel
from bot.actions.desk import Desk
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.jobs import Job
from bot.store.people import Person
from bot.texts.dispatching import answers as texts
from bot.texts.words import Words


class Cancelling(Change):
    """`cancelled` at the fleet service, with the reason as its note."""

    view = View.DISPATCHER

    def __init__(self, desk: Desk, job: Job, command: Cancel) -> None:
        super().__init__(desk, job, command)
        self._reason = command.reason

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state is State.CANCELLED

    async def send(self) -> None:
        await self.desk.fleet.update_status(self.delivery, StatusToken.CANCELLED, note=self._reason)

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.cancel_refused(say, row.order_number, refusal.message))
