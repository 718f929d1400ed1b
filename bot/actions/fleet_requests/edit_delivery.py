"""A dispatcher changes one field of a delivery."""

from typing import Literal

from bot.actions import effect_keys
from bot.actions.access import Action
from bot.actions.dispatcher.edit import OpenEdit, edited, is_same, value_of
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.news import JOB_EDITED
from bot.actions.notice_kinds import View
from bot.actions.recipients import readers
from bot.actions.request_queue import DeliveryRequest
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.draft import Blank
from bot.fleet import Delivery, Refused
from bot.store import deliveries, dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import edit as texts
from bot.texts.words import Words

_NOT_THE_RIDERS = {Blank.FEE, Blank.TO_EMAIL, Blank.FROM_EMAIL}


class EditDelivery(DeliveryRequest):
    """A dispatcher changes one field, from what they have seen there to what they want."""

    allowed_by = Action.EDIT_DELIVERY
    pressed = Verb.EDIT_FIELD

    kind: Literal["edit_delivery"] = "edit_delivery"
    field: Blank
    old: str
    new: str

    @property
    def detail(self) -> str:
        return self.field


class EditDeliveryOperation(DeliveryOperation[EditDelivery]):
    carries_out = EditDelivery
    view = View.DISPATCHER

    def is_done(self, delivery: Delivery) -> bool:
        request = self.request
        return is_same(request.field, value_of(delivery, request.field), request.new)

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        request, delivery = self.request, snapshot(asked.row)
        now = value_of(delivery, request.field)
        if not asked.row.is_open:
            self.tell(tx, texts.closed(asked.say, asked.order))
        elif not _is_whole(delivery, request.field, request.new):
            self.tell(tx, texts.incomplete(asked.say, asked.order))
        elif not is_same(request.field, now, request.old):
            # A value that somebody else has written is shown before it is overwritten.
            uuid = request.delivery
            opened = OpenEdit(delivery=uuid, field=request.field, old=now, new=request.new)
            if dialogs.current(tx, request.by) is None:
                opened.ask(tx, request.by)
            question = texts.confirm(
                asked.say,
                asked.order,
                uuid,
                request.field,
                now,
                request.new,
                digest=opened.digest,
                above=asked.say(texts.OVERTAKEN),
            )
            self.tell(tx, question)
        else:
            return False
        return True

    async def send(self) -> Delivery | None:
        """Repeat everything else as it is at this moment."""
        fleet, request = self.context.fleet, self.request
        delivery = await fleet.get_delivery(request.delivery)
        await fleet.update_delivery(request.delivery, edited(delivery, request.field, request.new))
        return None  # what it says anew is seen in the delivery itself

    def done(self, tx: Transaction) -> None:
        person = people.get(tx, self.request.by)
        row = deliveries.get(tx, self.request.delivery)
        if person is None or row is None:
            return
        field = self.request.field
        now = value_of(snapshot(row), field) or self.request.new
        # A new address may want another fee, which can be changed as long as the order is open.
        fee = snapshot(row).fee if row.is_open else None
        order, say = row.order_number, Words(person.language)
        self.tell(tx, texts.saved(say, order, field, now, row.uuid, fee))
        if field in _NOT_THE_RIDERS or not row.is_open:
            return
        readers.tell(
            tx,
            JOB_EDITED,
            row,
            lambda say, _: texts.changed_for_rider(say, order, field, now),
            effect_keys.told(self.job.key, "rider"),
            but_for=self.request.by,
        )

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, texts.refused(asked.say, asked.order, refusal.message))


def _is_whole(delivery: Delivery, field: Blank, value: str) -> bool:
    """Tell whether the delivery has everything that a change of it must repeat."""
    try:
        edited(delivery, field, value)
    except ValueError:
        return False
    return True
