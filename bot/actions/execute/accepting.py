"""A rider takes a job."""

from bot.actions.commands import Accept, AcceptForRider
from bot.actions.desk import Desk
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store import problems
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.jobs import Job
from bot.store.people import Person
from bot.texts.riding import answers as texts
from bot.texts.words import Words

_TAKEN = {State.ACCEPTED, State.IN_TRANSIT, State.FAILED, State.DELIVERED}


class Accepting(Change):
    """`accepted` at the fleet service."""

    view = View.RIDER

    def __init__(self, desk: Desk, job: Job, command: Accept | AcceptForRider) -> None:
        super().__init__(desk, job, command)
        self.rider = command.rider

    def is_done(self, delivery: Delivery) -> bool:
        return (
            delivery.rider is not None
            and delivery.rider.uuid == self.rider
            and delivery.state in _TAKEN
        )

    async def send(self) -> None:
        await self.desk.fleet.update_status(self.delivery, StatusToken.ACCEPTED)

    async def done(self, tx: Transaction) -> None:
        await problems.solve(tx, self.delivery, self.rider)

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.accept_refused(say, row.order_number, refusal.message))
