"""A dispatcher gives a delivery to a rider."""

from bot.actions.commands import Assign
from bot.actions.desk import Desk
from bot.actions.dispatching import rivals
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.fleet import Delivery, Refused
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.jobs import Job
from bot.store.people import Person
from bot.texts.dispatching import answers as texts
from bot.texts.words import Words


class Assigning(Change):
    """The assign endpoint, with one delivery."""

    view = View.DISPATCHER

    def __init__(self, desk: Desk, job: Job, command: Assign) -> None:
        super().__init__(desk, job, command)
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
        await self.desk.fleet.assign(self._rider, [self.delivery])
        self.desk.riders.forget()

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.assign_refused(say, row.order_number, refusal.message))
