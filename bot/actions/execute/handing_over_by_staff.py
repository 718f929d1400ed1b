"""A dispatcher confirms a pickup or a drop-off with a code, by the same rules as a rider."""

from bot.actions.dispatcher import set_status
from bot.actions.execute.handing_over import HandingOver
from bot.actions.notices import View
from bot.actions.rider.codes import Locked, Paused
from bot.base.database import Transaction
from bot.store import code_attempts, dialogs
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import replies as texts
from bot.texts.words import Words


class HandingOverByStaff(HandingOver):
    """`in_transit` or `delivered`, asked for by somebody who was told the code."""

    view = View.DISPATCHER

    async def done(self, tx: Transaction) -> None:
        command = self._command
        await code_attempts.take_back(tx, self.job.key)
        await set_status.answered(tx, command.by, command.delivery, command.stage)

    async def tell_stopped(
        self, tx: Transaction, person: Person, row: DeliveryRow, standing: Paused | Locked
    ) -> None:
        locked = isinstance(standing, Locked)
        said = texts.codes_stopped(
            Words(person.language), row.order_number, person.first_name, row.uuid, locked=locked
        )
        await self.tell_staff(tx, person, said, "stopped")

    async def ask_again(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        if await dialogs.current(tx, person.user_id) is None:
            await set_status.ask_for_code(tx, person, row, self._command.stage, self.job.key)
