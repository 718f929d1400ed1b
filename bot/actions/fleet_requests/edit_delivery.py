"""One field of a delivery is changed: by a dispatcher, or an address by the rider."""

from abc import abstractmethod
from typing import Literal, TypeVar

from bot.actions import conversations, effect_keys, notices
from bot.actions.access import Action
from bot.actions.dispatcher.edit import OpenEdit, edited, is_same, value_of
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.news import ADDRESS_USED, JOB_EDITED
from bot.actions.notice_kinds import Say, View
from bot.actions.recipients import readers
from bot.actions.request_queue import DeliveryRequest
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.draft import Blank
from bot.fleet import Delivery, Refused
from bot.store import deliveries, dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import edit as texts
from bot.texts.message import Message
from bot.texts.words import Words

_NOT_THE_RIDERS = {Blank.FEE, Blank.TO_EMAIL, Blank.FROM_EMAIL}


class _ChangedField(DeliveryRequest):
    """Somebody changes one field, from what they have seen there to what they want."""

    field: Blank
    old: str
    new: str

    @property
    def detail(self) -> str:
        return self.field


class EditDelivery(_ChangedField):
    """A dispatcher changes one field."""

    allowed_by = Action.EDIT_DELIVERY
    pressed = Verb.EDIT_FIELD

    kind: Literal["edit_delivery"] = "edit_delivery"


class UseAddress(_ChangedField):
    """The rider brings a parcel to where its receiver wants it now."""

    allowed_by = Action.USE_ADDRESS
    pressed = Verb.USE_ADDRESS

    kind: Literal["use_address"] = "use_address"
    field: Blank = Blank.TO_ADDRESS


_ChangedFieldT = TypeVar("_ChangedFieldT", bound=_ChangedField)


class _ChangeOperation(DeliveryOperation[_ChangedFieldT]):
    _is_sent = False

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
            self.overtaken(tx, asked, now)
        else:
            return False
        return True

    @abstractmethod
    def overtaken(self, tx: Transaction, asked: Asked, now: str) -> None:
        """Show the value that somebody else has written, instead of overwriting it unseen."""

    async def send(self) -> Delivery | None:
        """Send the field's new value, and repeat the other fields as they are at this moment."""
        fleet, request = self.context.fleet, self.request
        delivery = await fleet.get_delivery(request.delivery)
        self._is_sent = True
        await fleet.update_delivery(request.delivery, edited(delivery, request.field, request.new))
        return None  # reading the delivery shows the field

    def done(self, tx: Transaction) -> None:
        person = people.get(tx, self.request.by)
        row = deliveries.get(tx, self.request.delivery)
        if person is None or row is None:
            return
        field = self.request.field
        now = value_of(snapshot(row), field) or self.request.new
        self.saved(tx, Asked(person, row), now)
        if row.is_open and self.is_their_doing:
            self.tell_others(tx, Asked(person, row), now)
        if field is Blank.TO_ADDRESS:
            conversations.refresh(tx, row.uuid, self.job.key)

    @property
    def is_their_doing(self) -> bool:
        """Whether this request can have made the change, and not somebody else before it."""
        return self._is_sent or self.job.attempts > 1

    @abstractmethod
    def saved(self, tx: Transaction, asked: Asked, now: str) -> None:
        """Tell the person who asked what the field holds now."""

    @abstractmethod
    def tell_others(self, tx: Transaction, asked: Asked, now: str) -> None:
        """Tell the other people whom the change concerns."""

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self.tell(tx, texts.refused(asked.say, asked.order, refusal.message))


class EditDeliveryOperation(_ChangeOperation[EditDelivery]):
    carries_out = EditDelivery
    view = View.DISPATCHER

    def overtaken(self, tx: Transaction, asked: Asked, now: str) -> None:
        request = self.request
        opened = OpenEdit(delivery=request.delivery, field=request.field, old=now, new=request.new)
        if dialogs.current(tx, request.by) is None:
            opened.ask(tx, request.by)
        question = texts.confirm(
            asked.say,
            asked.order,
            request.delivery,
            request.field,
            now,
            request.new,
            digest=opened.digest,
            above=asked.say(texts.OVERTAKEN),
        )
        self.tell(tx, question)

    def saved(self, tx: Transaction, asked: Asked, now: str) -> None:
        row, field = asked.row, self.request.field
        # A new address may want another fee, which can be changed as long as the order is open.
        fee = snapshot(row).fee if row.is_open and self.is_their_doing else None
        self.tell(tx, texts.saved(asked.say, asked.order, field, now, row.uuid, fee))

    def tell_others(self, tx: Transaction, asked: Asked, now: str) -> None:
        row, field = asked.row, self.request.field
        if field not in _NOT_THE_RIDERS:
            readers.tell(
                tx,
                JOB_EDITED,
                row,
                lambda say, _: texts.changed_for_rider(say, asked.order, field, now),
                effect_keys.told(self.job.key, "rider"),
                but_for=self.request.by,
            )


class UseAddressOperation(_ChangeOperation[UseAddress]):
    carries_out = UseAddress
    view = View.RIDER

    def overtaken(self, tx: Transaction, asked: Asked, now: str) -> None:
        self._tell_rider(
            tx, texts.changed_for_rider(asked.say, asked.order, self.request.field, now)
        )

    def saved(self, tx: Transaction, asked: Asked, now: str) -> None:
        # A rider who dispatches, too, reads it with the question for the fee.
        if not (asked.person.dispatches and self.is_their_doing):
            self._tell_rider(tx, texts.saved(asked.say, asked.order, self.request.field, now))

    def tell_others(self, tx: Transaction, asked: Asked, now: str) -> None:
        row, field, rider = asked.row, self.request.field, asked.person.first_name

        def message(say: Words, delivery: Delivery) -> Message:
            return texts.saved(say, asked.order, field, now, row.uuid, delivery.fee, rider)

        key = effect_keys.told_staff(self.job.key, "address")
        readers.tell(tx, ADDRESS_USED, row, message, key)

    def _tell_rider(self, tx: Transaction, message: Message) -> None:
        """Tell the rider a message with an address; it leaves the chat with the job."""
        by, job = self.request.by, self.job
        under, key = self.under, effect_keys.told(job.key)
        notice = Say(chat_id=by, message=message, under=under, with_job=self.request.delivery)
        notices.answer(tx, notice, key, asked_at=job.created_at)


def _is_whole(delivery: Delivery, field: Blank, value: str) -> bool:
    """Tell whether the delivery has everything that a change of it must repeat."""
    try:
        edited(delivery, field, value)
    except ValueError:
        return False
    return True
