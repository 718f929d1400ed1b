"""Picked up and Delivered: two buttons and two typed commands that take a code; and Skip."""

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.fleet_requests.confirm_code import ACTIONS, take_code
from bot.actions.rider import code_questions, codes, same_door
from bot.actions.rider.code_questions import QUESTIONS, CodeQuestion, DropoffQuestion
from bot.actions.rider.codes import Stage
from bot.base.transaction import Transaction
from bot.chat.handler import Answer, Button, Command, Handler
from bot.chat.rider.own_job import pressed_job, typed_job
from bot.chat.turn import Turn, settled
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


def _ask(stage: Stage) -> Handler:
    @settled
    def ask(tx: Transaction, turn: Turn) -> None:
        row = pressed_job(tx, turn, ACTIONS[stage])
        if row is None:
            return
        stopped = code_questions.ask_for_code(tx, turn.person, row, stage, turn.job.key)
        if stopped is not None:
            turn.reply(tx, stopped)

    return ask


def _typed(stage: Stage, name: str) -> Handler:
    @settled
    def take(tx: Transaction, turn: Turn) -> None:
        """Take order number and code from one typed line; the line is deleted in any case."""
        order, code = _order_and_code(turn)
        if turn.words:
            turn.erase_message(tx)
        if not order or code is None:
            turn.reply(tx, texts.how_to_type_code(turn.say, name))
            return
        row = typed_job(tx, turn, order, ACTIONS[stage])
        if row is not None:
            _take(tx, turn, row, stage, code)

    return take


def _answered(stage: Stage) -> Handler:
    @settled
    def take(tx: Transaction, turn: Turn) -> None:
        """Take the code that was asked for and delete its message; what is no code stays there."""
        said = turn.message.text or ""
        code, question = codes.typed(said), turn.answered(QUESTIONS[stage])
        if codes.has_digit(said):
            turn.erase_message(tx)
        row = _asked_row(tx, turn, question)
        if row is None:
            return
        if not codes.has_digit(said):
            _take_words(tx, turn, question, row.order_number, said.strip())
        elif code is None:
            turn.reply(tx, texts.NO_CODE)
        else:
            _take(tx, turn, row, stage, code)

    return take


def _asked_row(tx: Transaction, turn: Turn, question: CodeQuestion) -> DeliveryRow | None:
    """Return the delivery whose code is asked for, if it is this rider's still; else say so."""
    row = deliveries.get(tx, question.delivery)
    if row is not None and may(turn.person, ACTIONS[question.stage], row):
        return row
    code_questions.close_question(tx, turn.person, question.delivery, turn.job.key)
    turn.reply(tx, texts.not_yours_any_more(turn.say, row.order_number if row else ""))
    return None


def _take_words(tx: Transaction, turn: Turn, question: CodeQuestion, order: str, said: str) -> None:
    """Send nothing: a sentence is no code, and a lone word only if the rider says so."""
    if not codes.is_lone_word(said):
        turn.reply(tx, texts.words_are_no_code(turn.say, order))
        return
    user, number = turn.person.user_id, turn.message_id
    question.with_word(turn.context.vault, said, number, user).ask(tx, user)
    turn.reply(tx, texts.is_word_the_code(turn.say, order, question.delivery, number))


@settled
def send_word(tx: Transaction, turn: Turn) -> None:
    pressed = (turn.objects()[0], turn.tokens()[0])
    turn.erase_message(tx)
    question = code_questions.current(tx, turn.person.user_id)
    word = question.word if question else None
    if not question or not word or pressed != (question.delivery, str(word.message_id)):
        turn.stale()
        return
    row = _asked_row(tx, turn, question)
    if row is not None:
        notices.erase(tx, turn.chat.id, word.message_id, tx.now - question.lasts)
        code = question.opened(word, turn.context.vault, turn.person.user_id)
        _take(tx, turn, row, question.stage, code)


def _take(tx: Transaction, turn: Turn, row: DeliveryRow, stage: Stage, code: str) -> None:
    stopped = take_code(tx, turn.context, turn.person, row, stage, code, turn.job.key)
    if stopped is not None:
        turn.reply(tx, stopped)


def _order_and_code(turn: Turn) -> tuple[str, str | None]:
    if len(turn.words) != 2:  # noqa: PLR2004 - an order number and a code
        return "", None
    order, code = turn.words
    return order, codes.typed(code)


PICKUP = Command(
    "pickup",
    ACTIONS[Stage.PICKUP],
    phrase("confirm a pickup with the sender's code"),
    _typed(Stage.PICKUP, "pickup"),
    takes=phrase("<order> <code>"),
    carries_code=True,
)
DROPOFF = Command(
    "dropoff",
    ACTIONS[Stage.DROPOFF],
    phrase("confirm a drop-off with the customer's code"),
    _typed(Stage.DROPOFF, "dropoff"),
    takes=phrase("<order> <code>"),
    carries_code=True,
)
PICKED_UP = Button(Verb.PICKUP, ACTIONS[Stage.PICKUP], _ask(Stage.PICKUP))
DELIVERED = Button(Verb.DROPOFF, ACTIONS[Stage.DROPOFF], _ask(Stage.DROPOFF))
PICKUP_CODE = Answer(Stage.PICKUP, ACTIONS[Stage.PICKUP], _answered(Stage.PICKUP))
DROPOFF_CODE = Answer(Stage.DROPOFF, ACTIONS[Stage.DROPOFF], _answered(Stage.DROPOFF))
SEND_WORD = Button(Verb.SEND_WORD, Action.CONFIRM_DROPOFF, send_word, tokens=1)


@settled
def skip(tx: Transaction, turn: Turn) -> None:
    """Ask for the parcel after it, if this one is still asked for."""
    question = DropoffQuestion.current(tx, turn.person.user_id)
    if question is not None and question.delivery == turn.delivery():
        same_door.skip(tx, turn.person, question, turn.job.key)
    else:
        turn.erase_message(tx)


SKIP = Button(Verb.NEXT_PARCEL, Action.CONFIRM_DROPOFF, skip, is_quiet=True)
