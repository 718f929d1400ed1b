"""A dispatcher says that the rider takes the job, because the rider cannot tap it now."""

from bot.actions.execute.accepting import Accepting
from bot.actions.notices import View
from bot.base.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import status as texts
from bot.texts.words import Words


class AcceptingForRider(Accepting):
    """`accepted` at the fleet service, as long as the rider is still the one who was meant."""

    view = View.DISPATCHER

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        if row.rider == self.rider:
            return False
        say = Words(person.language)
        await self.tell(tx, person, texts.has_other_rider(say, row.order_number))
        return True
