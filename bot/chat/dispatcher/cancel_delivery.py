"""Cancel: call a delivery off, with a reason from the list or in the dispatcher's words."""

from datetime import timedelta

from bot.actions import notices, request_queue
from bot.actions.access import Action, may
from bot.actions.fleet_requests.cancel import Cancel
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, still_open
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn, settled
from bot.identifiers import DeliveryUuid, OrderNumber
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.texts import cancellation as texts
from bot.texts.callbacks import Verb, bound_to


class ReasonQuestion(Question):
    name = "cancel_reason"
    lasts = timedelta(minutes=30)

    delivery: DeliveryUuid
    reason: str = ""
    """The words that were typed last. A tap calls the delivery off with them."""


@settled
def which_reason(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.CANCEL_DELIVERY)
    if row is not None:
        message = texts.which_reason(turn.say, row.order_number, row.uuid)
        turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


async def named(turn: Turn, order: str) -> bool:
    """Ask why a named order is to be cancelled; return `False` if it cannot be."""
    # Several deliveries may have the same number: the newest open one is meant.
    rows = await turn.context.database.read(deliveries.by_order, OrderNumber(order))
    open_now = [row for row in rows if row.is_open]
    row = next((row for row in open_now if may(turn.person, Action.CANCEL_DELIVERY, row)), None)
    if row is None:
        return False
    message = texts.which_reason(turn.say, row.order_number, row.uuid)
    await turn.answer(message, under=(row.uuid, View.DISPATCHER))
    return True


@settled
def reason_chosen(tx: Transaction, turn: Turn) -> None:
    (token,) = turn.tokens()
    turn.erase_message(tx)
    row = pressed_open(tx, turn, Action.CANCEL_DELIVERY)
    if row is None:
        return
    if token in texts.REASONS:
        _cancel(tx, turn, row.uuid, turn.say.label(texts.REASONS[token]))
        return
    question = ReasonQuestion.current(tx, turn.person.user_id)
    if question and question.delivery == row.uuid and token == bound_to(question.reason):
        dialogs.close(tx, turn.person.user_id)
        _cancel(tx, turn, row.uuid, question.reason)
        return
    ReasonQuestion(delivery=row.uuid).ask(tx, turn.person.user_id)
    ask = texts.own_words(turn.say, row.order_number)
    turn.reply(tx, ask, under=(row.uuid, View.DISPATCHER))


@settled
def reason_typed(tx: Transaction, turn: Turn) -> None:
    reason = " ".join((turn.message.text or "").split())
    question = turn.answered(ReasonQuestion)
    if len(reason) > texts.LONGEST:
        turn.reply(tx, texts.too_long(turn.say))
        return
    # The delivery may have ended while the dispatcher typed.
    row = still_open(tx, turn, question.delivery, Action.CANCEL_DELIVERY)
    if row is not None:
        ReasonQuestion(delivery=row.uuid, reason=reason).ask(tx, turn.person.user_id)
        message = texts.ask_with_words(turn.say, row.order_number, row.uuid, reason)
        turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


def _cancel(tx: Transaction, turn: Turn, delivery: DeliveryUuid, reason: str) -> None:
    request = Cancel(delivery=delivery, by=turn.person.user_id, reason=reason)
    request_queue.enqueue(tx, request, turn.job.key)
    notices.show_progress(tx, turn.chat.id, delivery, View.DISPATCHER)


CANCEL_DELIVERY = Button(Verb.CANCEL_DELIVERY, Action.CANCEL_DELIVERY, which_reason)
CANCEL_REASON = Button(Verb.CANCEL_REASON, Action.CANCEL_DELIVERY, reason_chosen, tokens=1)
CANCEL_WORDS = Answer(ReasonQuestion.name, Action.CANCEL_DELIVERY, reason_typed, is_final=True)
