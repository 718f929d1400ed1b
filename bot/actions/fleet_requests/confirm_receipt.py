"""A receiver confirms with the code, from afar, that they have the parcel left for them."""

from typing import Literal

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.context import Context
from bot.actions.fleet_requests.confirm_code import CodedRequest, CodeOperation
from bot.actions.fleet_requests.delivery_operation import Asked
from bot.actions.follow_ups.undelivered import ReceiptQuestion
from bot.actions.notice_kinds import View
from bot.actions.rider import code_limit, code_questions
from bot.actions.rider.code_limit import Locked, Open, Paused
from bot.actions.rider.codes import Stage
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Refused
from bot.store import code_attempts, dialogs
from bot.store.undelivered import Outcome
from bot.texts import undelivered as texts
from bot.texts.callbacks import Verb
from bot.texts.message import Message
from bot.texts.reasons import why
from bot.texts.words import Words


class ConfirmReceipt(CodedRequest):
    """A receiver has typed the code of their own parcel."""

    allowed_by = Action.CONFIRM_RECEIPT
    pressed = Verb.CONFIRM_RECEIPT

    kind: Literal["confirm_receipt"] = "confirm_receipt"
    stage: Stage = Stage.DROPOFF

    @property
    def guesser(self) -> str:
        return code_attempts.guesser(self.by)


def take_code(
    tx: Transaction, context: Context, person: Person, row: DeliveryRow, code: str, key: EffectKey
) -> Message:
    """Keep a typed code, sealed, and let the fleet service be asked; return what to say."""
    dialogs.close(tx, person.user_id)
    code_questions.take_prompt(tx, person.user_id, row.uuid, key)
    request = ConfirmReceipt(delivery=row.uuid, by=person.user_id)
    limit = code_limit.current(tx, row.uuid, request.stage, request.guesser)
    say = Words(person.language)
    if not isinstance(limit, Open):
        return texts.no_more_tries(say, row.order_number)
    request_queue.enqueue(tx, request.with_code(code, context.vault), key)
    return texts.checking(say, row.order_number)


class ConfirmReceiptOperation(CodeOperation[ConfirmReceipt]):
    """Confirms the drop-off for the receiver who has the parcel."""

    carries_out = ConfirmReceipt
    view = View.CUSTOMER
    actor = None
    """`None`, so that the receiver hears that it is delivered: that answers their code."""

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        if asked.row.outcome == Outcome.LEFT:
            return super().stopped(tx, asked)
        self.tell(tx, texts.waits_no_more(asked.say, asked.order))
        return True

    def refusal_told(self, asked: Asked, refusal: Refused, _left: int) -> Message:
        return texts.not_accepted(asked.say, asked.order, why(asked.say, refusal.message))

    def tell_stopped(self, tx: Transaction, asked: Asked, _limit: Paused | Locked) -> None:
        self.tell(tx, texts.no_more_tries(asked.say, asked.order))

    def ask_again(self, tx: Transaction, asked: Asked, refused: Message) -> None:
        ReceiptQuestion(delivery=asked.row.uuid).ask(tx, asked.person.user_id)
        self.tell(tx, refused)
