"""A dispatcher changes one field of a delivery."""

from bot.actions import notices
from bot.actions.commands import EditDelivery
from bot.actions.context import Context
from bot.actions.dispatcher import edit_dialog
from bot.actions.dispatcher.edit_dialog import OpenEdit
from bot.actions.dispatcher.editing import edited, is_same, value_of
from bot.actions.execute.change import Change
from bot.actions.notices import Say, View
from bot.actions.snapshots import snapshot
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused
from bot.store import deliveries, dialogs, people
from bot.store.deliveries import DeliveryRow
from bot.store.drafts import Blank
from bot.store.people import Person
from bot.texts.dispatcher import edit as texts
from bot.texts.words import Words

_NOT_THE_RIDERS = {Blank.FEE}


class Editing(Change):
    """The update endpoint, with everything but one field as it is."""

    view = View.DISPATCHER

    def __init__(self, context: Context, job: Job, command: EditDelivery) -> None:
        super().__init__(context, job, command)
        self._command = command

    def is_done(self, delivery: Delivery) -> bool:
        command = self._command
        return is_same(command.field, value_of(delivery, command.field), command.new)

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        command, delivery, say = self._command, snapshot(row), Words(person.language)
        now = value_of(delivery, command.field)
        if not row.is_open:
            await self.tell(tx, person, texts.closed(say, row.order_number))
        elif not _is_whole(delivery, command.field, command.new):
            await self.tell(tx, person, texts.incomplete(say, row.order_number))
        elif not is_same(command.field, now, command.old):
            await self._ask_again(tx, person, row, now)
        else:
            return False
        return True

    async def _ask_again(self, tx: Transaction, person: Person, row: DeliveryRow, now: str) -> None:
        """Show what somebody else has written there, before it is overwritten."""
        command, say = self._command, Words(person.language)
        opened = OpenEdit(delivery=row.uuid, field=command.field, old=now, new=command.new)
        if await dialogs.current(tx, person.user_id) is None:
            await edit_dialog.keep(tx, person.user_id, opened)
        question = texts.confirm(
            say,
            row.order_number,
            row.uuid,
            command.field,
            now,
            command.new,
            digest=opened.digest,
            above=say(texts.OVERTAKEN),
        )
        await self.tell(tx, person, question)

    async def send(self) -> None:
        """Repeat everything else as it is at this moment."""
        delivery = await self.context.fleet.get_delivery(self.delivery)
        edit = edited(delivery, self._command.field, self._command.new)
        await self.context.fleet.update_delivery(self.delivery, edit)

    async def done(self, tx: Transaction) -> None:
        person, row = await people.get(tx, self.by), await deliveries.get(tx, self.delivery)
        if person is None or row is None:
            return
        field, now = self._command.field, value_of(snapshot(row), self._command.field)
        say = Words(person.language)
        await self.tell(tx, person, texts.saved(say, row.order_number, field, now))
        if field not in _NOT_THE_RIDERS and row.is_open and row.rider is not None:
            await self._tell_rider(tx, row, now)

    async def _tell_rider(self, tx: Transaction, row: DeliveryRow, now: str) -> None:
        rider = await people.rider_person(tx, row.rider or "")
        if rider is None or not rider.reachable or rider.user_id == self.by:
            return
        say = Words(rider.language)
        message = texts.changed_for_rider(say, row.order_number, self._command.field, now)
        notice = Say(chat_id=rider.user_id, message=message, under=(row.uuid, View.RIDER))
        await notices.post(tx, notice, f"{self.job.key}|rider")

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say = Words(person.language)
        await self.tell(tx, person, texts.refused(say, row.order_number, refusal.message))


def _is_whole(delivery: Delivery, field: Blank, value: str) -> bool:
    """Tell whether the delivery has everything that a change of it must repeat."""
    try:
        edited(delivery, field, value)
    except ValueError:
        return False
    return True
