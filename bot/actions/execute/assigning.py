"""A dispatcher gives a delivery to a rider."""

from bot.actions.commands import Assign
from bot.actions.context import Context
from bot.actions.dispatcher import rivals
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import replies as texts
from bot.texts.words import Words


class Assigning(Change):
    """The assign endpoint, with one delivery."""

    view = View.DISPATCHER

    def __init__(self, context: Context, job: Job, command: Assign) -> None:
        super().__init__(context, job, command)
        self._rider = command.rider
        self._former = command.former

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.rider is not None and delivery.rider.uuid == self._rider

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        if row.rider == self._former:
            return False
        await self.tell(tx, person, await rivals.who_was_first(tx, person, row))
        return True

    async def send(self) -> None:
        await self.context.fleet.assign(self._rider, [self.delivery])
        self.context.riders.forget()

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.assign_refused(say, row.order_number, refusal.message))
