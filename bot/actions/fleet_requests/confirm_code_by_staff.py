"""A dispatcher confirms a pickup or a drop-off with a code, by the same rules as a rider."""

from typing import Literal

from bot.actions import effect_keys, notices, request_queue
from bot.actions.access import Action
from bot.actions.context import Context
from bot.actions.dispatcher import set_status
from bot.actions.dispatcher.set_status import StaffCodeQuestion
from bot.actions.fleet_requests.accept import NOT_ACCEPTED, accept_for_rider
from bot.actions.fleet_requests.confirm_code import CodedRequest, CodeOperation
from bot.actions.fleet_requests.delivery_operation import Asked
from bot.actions.notice_kinds import Say, View
from bot.actions.rider.code_limit import Locked, Paused
from bot.actions.rider.codes import Stage
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.store import code_attempts, dialogs
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts
from bot.texts.message import Message
from bot.texts.rider import replies as rider_texts


class ConfirmCodeByStaff(CodedRequest):
    """A dispatcher has typed a code that somebody told them."""

    allowed_by = Action.SET_STATUS
    pressed = Verb.SET_STATUS

    kind: Literal["hand_over_by_staff"] = "hand_over_by_staff"

    @property
    def guesser(self) -> str:
        return code_attempts.guesser(self.by)


def take_code(
    tx: Transaction,
    context: Context,
    person: Person,
    row: DeliveryRow,
    stage: Stage,
    code: str,
    key: EffectKey,
) -> Message | None:
    """Keep a typed code, sealed, and let the fleet service be asked; or return why not."""
    dialogs.close(tx, person.user_id)
    stopped = set_status.refusal(tx, person, row, stage)
    if stopped is not None:
        return stopped
    if stage is Stage.PICKUP and row.state in NOT_ACCEPTED:
        accept_for_rider(tx, person, row, effect_keys.accepted_first(key))
    request = ConfirmCodeByStaff(delivery=row.uuid, by=person.user_id, stage=stage)
    request_queue.enqueue(tx, request.with_code(code, context.vault), key)
    return None


class ConfirmCodeByStaffOperation(CodeOperation[ConfirmCodeByStaff]):
    """Tries a code that a dispatcher was told."""

    carries_out = ConfirmCodeByStaff
    view = View.DISPATCHER

    def done(self, tx: Transaction) -> None:
        super().done(tx)
        request = self.request
        set_status.answered(tx, request.by, request.delivery, request.stage)

    def tell_stopped(self, tx: Transaction, asked: Asked, limit: Paused | Locked) -> None:
        name, is_locked = asked.person.first_name, isinstance(limit, Locked)
        message = texts.codes_stopped(
            asked.say, asked.order, name, asked.row.uuid, locked=is_locked
        )
        notice = Say(chat_id=self.request.by, message=message, under=self.under)
        # All staff is told under this key, so the person who typed the code hears it once.
        key = effect_keys.told_staff(self.job.key, "stopped")
        notices.answer(
            tx, notice, effect_keys.to(key, self.request.by), asked_at=self.job.created_at
        )

    def ask_again(self, tx: Transaction, asked: Asked, refused: Message) -> None:
        stage = self.request.stage
        StaffCodeQuestion(delivery=asked.row.uuid, stage=stage).ask(tx, asked.person.user_id)
        self.tell(tx, rider_texts.code_asked_again(asked.say, stage, refused))
