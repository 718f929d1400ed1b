"""Status: a dispatcher moves a delivery on for its rider, with the code if one is needed.

A dispatcher can also confirm that a parcel has changed hands on the way.
"""

from bot.actions import notices
from bot.actions.access import Action
from bot.actions.dispatcher import set_status
from bot.actions.dispatcher.set_status import StaffCodeQuestion
from bot.actions.fleet_requests.accept import accept_for_rider
from bot.actions.fleet_requests.confirm_code_by_staff import take_code
from bot.actions.follow_ups import handovers
from bot.actions.notice_kinds import View
from bot.actions.rider import codes, said_codes
from bot.actions.rider.codes import Stage
from bot.actions.rider.said_codes import Doubt
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import (
    pressed_open,
    say_changed,
    show_card,
    still_open,
)
from bot.chat.handler import Answer, Button
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.parsing.intents.codes import codes_in
from bot.store import deliveries
from bot.texts import toasts
from bot.texts.callbacks import Verb, mark
from bot.texts.dispatcher import status as texts
from bot.texts.rider import replies as rider_texts


@settled
def which_status(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.SET_STATUS)
    if row is not None:
        message = texts.which_status(turn.say, snapshot(row))
        turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


@settled
def set_to(tx: Transaction, turn: Turn) -> None:
    step, rider = turn.tokens()
    turn.erase_message(tx)
    row = pressed_open(tx, turn, Action.SET_STATUS)
    if row is None:
        return
    # The list of steps is valid only for the rider that the delivery had then.
    if step not in texts.STEPS or rider != mark(row.rider):
        say_changed(tx, turn, row)
    elif step in set(Stage):
        set_status.ask_for_code(tx, turn.person, row, Stage(step), turn.job.key)
    else:
        accept_for_rider(tx, turn.person, row, turn.job.key)
        notices.show_progress(tx, turn.chat.id, row.uuid, View.DISPATCHER)


@settled
def code_typed(tx: Transaction, turn: Turn) -> None:
    """Take the code that was asked for, or ask if in doubt; leave other words in the chat."""
    question = turn.answered(StaffCodeQuestion)
    said = said_codes.read(tx, turn.person, turn.text, is_asked=True)
    if not said.codes.codes:
        # A sentence is no code, and a lone word is one only if the dispatcher says so.
        words = turn.text.strip()
        if not codes.is_lone_word(words):
            own_words(tx, turn)  # this deletes a message that may hold a code all the same
            turn.reply(tx, texts.WORDS_ARE_NO_CODE)
            return
        user, number = turn.person.user_id, turn.message_id
        question.with_word(turn.context.vault, words, number, user).ask(tx, user)
        turn.reply(tx, texts.is_word_the_code(turn.say, question.delivery, number))
        return
    turn.erase_words(tx)
    code, doubt = said_codes.only_code(tx, said)
    if doubt is None:
        _take(tx, turn, question, code)
    else:
        _ask_before(tx, turn, question, code, doubt)


def _ask_before(
    tx: Transaction, turn: Turn, question: StaffCodeQuestion, code: str, doubt: Doubt
) -> None:
    """Ask whether this is the code; keep it sealed, and send nothing yet."""
    user, number = turn.person.user_id, turn.message_id
    row = deliveries.get(tx, question.delivery)
    stays = not turn.message.text  # a picture and its caption are not deleted
    question.with_word(turn.context.vault, code, number, user, stays=stays).ask(tx, user)
    message = rider_texts.is_it_the_code(
        turn.say,
        doubt.name,
        [(question.delivery, row.order_number if row else "")],
        number,
        Verb.SEND_STATUS_WORD,
        is_deleted=not stays,
    )
    turn.reply(tx, message)


@settled
def send_word(tx: Transaction, turn: Turn) -> None:
    pressed = (turn.objects()[0], turn.tokens()[0])
    turn.erase_message(tx)
    question = StaffCodeQuestion.current(tx, turn.person.user_id)
    word = question.word if question else None
    if not question or not word or pressed != (question.delivery, str(word.message_id)):
        turn.stale()
        return
    if not word.stays:
        notices.erase(tx, turn.chat.id, word.message_id, tx.now - question.lasts)
    code = question.opened(word, turn.context.vault, turn.person.user_id)
    _take(tx, turn, question, code)


def _is_answer(turn: Turn) -> bool:
    """Tell whether a message is an answer: any text, or a picture with a code in its caption."""
    return bool(turn.message.text or codes_in(turn.text, is_asked=True).codes)


def _take(tx: Transaction, turn: Turn, question: StaffCodeQuestion, code: str) -> None:
    row = still_open(tx, turn, question.delivery, Action.SET_STATUS)
    if row is None:
        return
    stage, key = question.stage, turn.job.key
    stopped = take_code(tx, turn.context, turn.person, row, stage, code, key)
    if stopped is None:
        notices.show_progress(tx, turn.chat.id, row.uuid, View.DISPATCHER)
    else:
        turn.reply(tx, stopped, under=(row.uuid, View.DISPATCHER))
        show_card(tx, turn, row.uuid)


@settled
def handed_over(tx: Transaction, turn: Turn) -> None:
    """Confirm a hand-over between riders for the rider, who cannot do so."""
    row = pressed_open(tx, turn, Action.END_HANDOVER)
    if row is not None and handovers.confirm(tx, turn.person, row):
        turn.toast(toasts.HANDED_OVER)
    elif row is not None:
        turn.stale()


STATUS = Button(Verb.STATUS, Action.SET_STATUS, which_status)
SET_STATUS = Button(Verb.SET_STATUS, Action.SET_STATUS, set_to, tokens=2)
SEND_STATUS_WORD = Button(Verb.SEND_STATUS_WORD, Action.SET_STATUS, send_word, tokens=1)
STATUS_CODE = Answer(
    StaffCodeQuestion.name, Action.SET_STATUS, code_typed, wants_code=True, fits=_is_answer
)
HANDED_OVER = Button(Verb.HANDED_OVER, Action.END_HANDOVER, handed_over)
