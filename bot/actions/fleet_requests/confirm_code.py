"""A rider confirms a pickup or a drop-off with a code.

A refused code is a guess, and guesses are limited. A guess is written down before the code is sent,
so that no crash makes it free, and taken back when nobody looked at the code.
"""

import base64
from functools import partial
from typing import Literal, Self, TypeVar

from rapidfuzz.distance import OSA

from bot.actions import effect_keys, notices, request_queue
from bot.actions.access import Action
from bot.actions.context import Context
from bot.actions.fleet_requests.accept import NOT_ACCEPTED, Accept
from bot.actions.fleet_requests.delivery_operation import Asked, DeliveryOperation
from bot.actions.news import CODE_HELD_UP, CODES_STOPPED
from bot.actions.notice_kinds import View
from bot.actions.recipients import readers
from bot.actions.request_queue import DeliveryRequest
from bot.actions.rider import code_habits, code_limit, code_questions, same_door, undo
from bot.actions.rider.code_limit import CodeLimit, Locked, Open, Paused
from bot.actions.rider.codes import VERBS, Stage
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.base.vault import Vault
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import GIVEN_UP_AFTER
from bot.domain.person import Person
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import code_attempts, deliveries, dialogs
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.message import Message
from bot.texts.rider import replies as texts
from bot.texts.words import Words

ACTIONS = {Stage.PICKUP: Action.CONFIRM_PICKUP, Stage.DROPOFF: Action.CONFIRM_DROPOFF}
_CONFIRMED = {
    Stage.PICKUP: {State.IN_TRANSIT, State.FAILED, State.DELIVERED},
    Stage.DROPOFF: {State.DELIVERED},
}


class CodedRequest(DeliveryRequest):
    """Somebody has typed a code. It is sealed for this delivery, stage and person only."""

    stage: Stage
    sealed_code: str = ""

    @property
    def guesser(self) -> str:
        """The person to whom a refused code counts as a guess."""
        raise NotImplementedError

    def with_code(self, code: str, vault: Vault) -> Self:
        sealed = base64.b64encode(vault.seal(code.encode(), self._place)).decode()
        return self.model_copy(update={"sealed_code": sealed})

    def code(self, vault: Vault) -> str:
        """Open the code, only for the request that needs it."""
        return vault.open(base64.b64decode(self.sealed_code), self._place).decode()

    def to_be_kept(self) -> Self:
        return self.model_copy(update={"sealed_code": ""})

    @property
    def _place(self) -> str:
        return f"code|{self.delivery}|{self.stage}|{self.guesser}"


class ConfirmCode(CodedRequest):
    kind: Literal["hand_over"] = "hand_over"
    rider: RiderUuid
    door: DeliveryUuid | None = None
    """The parcel for the same door after which this one's code was asked for."""

    @property
    def action(self) -> Action:
        return ACTIONS[self.stage]

    @property
    def verb(self) -> Verb:
        return VERBS[self.stage]

    @property
    def guesser(self) -> str:
        return self.rider


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
    door = code_questions.door_of(tx, person, row.uuid)
    stopped = code_questions.refusal(tx, person, row, stage)
    if stopped is None or code_questions.is_past(row, stage):
        code_questions.close_question(tx, person, row.uuid, key)
    if stopped is not None:
        return stopped
    rider, by = person.as_rider, person.user_id
    if stage is Stage.PICKUP and row.state in NOT_ACCEPTED:
        undo.let_go(tx, person, row.uuid, Verb.ACCEPT)
        # A rider who fetches the parcel accepts the job, even without having said so.
        accept = Accept(delivery=row.uuid, by=by, rider=rider)
        request_queue.enqueue(tx, accept, effect_keys.accepted_first(key))
    request = ConfirmCode(delivery=row.uuid, by=by, rider=rider, stage=stage, door=door)
    request_queue.enqueue(tx, request.with_code(code, context.vault), key)
    notices.show_progress(tx, person.user_id, row.uuid, View.RIDER)
    return None


CodedRequestT = TypeVar("CodedRequestT", bound=CodedRequest)


class CodeOperation(DeliveryOperation[CodedRequestT]):
    """Sets `in_transit` with the pickup code, or `delivered` with the drop-off code."""

    expires = GIVEN_UP_AFTER
    trusts_known = True
    _is_sent = False

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state in _CONFIRMED[self.request.stage]

    async def send(self) -> Delivery:
        fleet, delivery = self.context.fleet, self.request.delivery
        code = self.request.code(self.context.vault)
        if self.request.stage is Stage.PICKUP:
            return await fleet.update_status(delivery, StatusToken.IN_TRANSIT, pickup_code=code)
        return await fleet.update_status(delivery, StatusToken.DELIVERED, dropoff_code=code)

    def stopped(self, tx: Transaction, asked: Asked) -> bool:
        code_attempts.take_back(tx, self.job.key)
        if not self.request.sealed_code:  # it was given up once, and then the code was wiped
            return True
        limit = self._limit(tx)
        if isinstance(limit, Open):
            return False
        self.tell_stopped(tx, asked, limit)
        return True

    def before_sending(self, tx: Transaction) -> None:
        self._is_sent = True
        request = self.request
        code_attempts.count(tx, self.job.key, request.delivery, request.stage, request.guesser)

    def done(self, tx: Transaction) -> None:
        code_attempts.take_back(tx, self.job.key)
        if self.request.sealed_code and self.may_have_done_it:
            code_habits.was_right(tx, self.request.code(self.context.vault))

    @property
    def may_have_done_it(self) -> bool:
        """Whether this code can have made the change; if not, another one made it before."""
        return self._is_sent or self.job.attempts > 1

    def not_looked_at(self, tx: Transaction) -> None:
        code_attempts.take_back(tx, self.job.key)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        stage = self.request.stage
        tx.after(partial(self.context.metrics.code_was_wrong, stage))
        match self._limit(tx):
            case Open(left):
                message = self.refusal_told(asked, refusal, left)
                if dialogs.current(tx, self.request.by) is None:
                    self.ask_again(tx, asked, message)
                else:  # the person has turned to something else meanwhile
                    self.tell(tx, message)
            case stopped:
                self.tell_stopped(tx, asked, stopped)
                order, name, delivery = asked.order, asked.person.first_name, asked.row.uuid
                is_locked = isinstance(stopped, Locked)
                readers.tell(
                    tx,
                    CODES_STOPPED,
                    asked.row,
                    lambda say, _: dispatcher_texts.codes_stopped(
                        say, order, name, delivery, locked=is_locked
                    ),
                    effect_keys.told_staff(self.job.key, "stopped"),
                )

    def refusal_told(self, asked: Asked, refusal: Refused, left: int) -> Message:
        """Return the message about a refused code; `left` more may be tried."""
        stage = self.request.stage
        return texts.code_refused(asked.say, asked.order, stage, refusal.message, left)

    def _limit(self, tx: Transaction) -> CodeLimit:
        request = self.request
        return code_limit.current(tx, request.delivery, request.stage, request.guesser)

    def tell_stopped(self, tx: Transaction, asked: Asked, limit: Paused | Locked) -> None:
        raise NotImplementedError

    def ask_again(self, tx: Transaction, asked: Asked, refused: Message) -> None:
        """Open the question again, in one message with the reason for the refusal."""
        raise NotImplementedError

    def waits_long(self, tx: Transaction, asked: Asked) -> None:
        order, name = asked.order, asked.person.first_name
        readers.tell(
            tx,
            CODE_HELD_UP,
            asked.row,
            lambda say, _: dispatcher_texts.code_held_up(say, order, name),
            effect_keys.told_staff(self.job.key, "held_up"),
        )

    def give_back(self, tx: Transaction) -> None:
        code_attempts.take_back(tx, self.job.key)
        super().give_back(tx)

    def ask_anew(self, tx: Transaction, say: Words) -> None:
        row = deliveries.get(tx, self.request.delivery)
        if row is not None:
            self.tell(tx, texts.code_lost(say, row.order_number, self.request.stage))

    def expired(self, tx: Transaction, asked: Asked) -> None:
        self.waits_long(tx, asked)
        code_attempts.take_back(tx, self.job.key)
        self.tell(tx, texts.ask_code_again(asked.say, asked.order, self.request.stage))


class ConfirmCodeOperation(CodeOperation[ConfirmCode]):
    """Tries the rider's own code, closes the question for it, and may ask for the next one."""

    carries_out = ConfirmCode
    view = View.RIDER

    def done(self, tx: Transaction) -> None:
        super().done(tx)
        request, key, vault = self.request, self.job.key, self.context.vault
        if self.may_have_done_it:
            self._note_typed(tx)
            self._keep_for_dropoff(tx)
        elif request.stage is Stage.PICKUP and request.sealed_code:
            # The pickup was confirmed before this code was tried. The rider hears so, unless it is
            # the code that did it.
            code = request.code(vault)
            if code_habits.typed_for(tx, vault, request.rider, code) is None:
                self._tell_unused(tx)
        code_questions.answered(tx, request.by, request.delivery, request.stage, key)
        same_door.ask_for_next(tx, request.by, request.delivery, request.stage, key)

    def refused(self, tx: Transaction, asked: Asked, refusal: Refused) -> None:
        self._note_typed(tx)
        super().refused(tx, asked, refusal)

    def _keep_for_dropoff(self, tx: Transaction) -> None:
        """Try a code that the rider has typed after this one at the drop-off.

        They had not seen yet that the pickup is confirmed, as after an outage. A code that is one
        slip away from the first one corrects it, and is not tried.
        """
        mine, vault = self._opened(self.request), self.context.vault
        for change in request_queue.pending(tx, self.request.delivery):
            behind = change.request
            if not isinstance(behind, ConfirmCode) or not behind.sealed_code:
                continue
            stages, riders = {self.request.stage, behind.stage}, {self.request.rider, behind.rider}
            if stages != {Stage.PICKUP} or len(riders) > 1:
                continue
            code = self._opened(behind)
            if code == mine or not request_queue.drop(tx, change):
                continue
            if OSA.distance(code, mine) == 1:
                self._tell_unused(tx)
                continue
            dropoff = behind.model_copy(update={"stage": Stage.DROPOFF, "door": None})
            # A seal holds for one stage only, so the code is sealed once more.
            sealed = dropoff.with_code(code, vault)
            request_queue.enqueue(tx, sealed, effect_keys.at_next_stage(change.key))

    def _tell_unused(self, tx: Transaction) -> None:
        asked = self.asked(tx)
        if asked.row.is_open:
            self.tell(tx, texts.picked_up_already(asked.say, asked.order), "unused")

    def _opened(self, request: ConfirmCode) -> str:
        return request.code(self.context.vault) if request.sealed_code else ""

    def _note_typed(self, tx: Transaction) -> None:
        request, vault = self.request, self.context.vault
        if request.sealed_code:
            code = request.code(vault)
            code_habits.was_typed(tx, vault, request.rider, code, request.delivery)

    def tell_stopped(self, tx: Transaction, asked: Asked, limit: Paused | Locked) -> None:
        self.tell(tx, code_questions.stopped(asked.say, asked.order, limit))
        if isinstance(limit, Paused):
            by, delivery = self.request.by, self.request.delivery
            notices.show_card_later(tx, by, delivery, View.RIDER, limit.until)

    def ask_again(self, tx: Transaction, asked: Asked, refused: Message) -> None:
        code_questions.ask_again(
            tx,
            asked.person,
            asked.row,
            self.request.stage,
            refused,
            effect_keys.told(self.job.key),
            asked_at=self.job.created_at,
            door=self.request.door,
        )
