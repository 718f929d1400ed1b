"""A rider takes a job."""

from bot.actions.commands import Accept, AcceptForRider
from bot.actions.context import Context
from bot.actions.execute.change import Change
from bot.actions.notices import View
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store import problem_reports
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.rider import replies as texts
from bot.texts.words import Words

_TAKEN = {State.ACCEPTED, State.IN_TRANSIT, State.FAILED, State.DELIVERED}


class Accepting(Change):
    """`accepted` at the fleet service."""

    view = View.RIDER

    def __init__(self, context: Context, job: Job, command: Accept | AcceptForRider) -> None:
        super().__init__(context, job, command)
        self.rider = command.rider

    def is_done(self, delivery: Delivery) -> bool:
        return (
            delivery.rider is not None
            and delivery.rider.uuid == self.rider
            and delivery.state in _TAKEN
        )

    async def send(self) -> None:
        await self.context.fleet.update_status(self.delivery, StatusToken.ACCEPTED)

    async def done(self, tx: Transaction) -> None:
        await problem_reports.solve(tx, self.delivery, self.rider)

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.accept_refused(say, row.order_number, refusal.message))
