"""Picked up and Delivered: two buttons and two typed commands that take a code; and Skip."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.fleet_requests.confirm_code import ACTIONS, take_code
from bot.actions.fleet_requests.set_taker import report_taker
from bot.actions.order_numbers import tidy
from bot.actions.rider import code_questions, codes, said_codes, same_door, undo
from bot.actions.rider.code_questions import QUESTIONS, CodeQuestion
from bot.actions.rider.codes import Stage
from bot.actions.rider.said_codes import AskFirst, Said, Use
from bot.actions.rider.unsent_word import UnplacedCode
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button, Command, Handler
from bot.chat.own_words import own_words
from bot.chat.passing_on import attachment, pass_on_beside, say_to_person
from bot.chat.rider.answered_question import answered_question
from bot.chat.rider.own_job import pressed_job, typed_job
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.parsing.intents.codes import HIDDEN, SHORTEST, codes_in
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read
from bot.store import deliveries, dialogs, takers
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.undelivered import LONGEST
from bot.texts.words import phrase

_SIGNS = " .,:;!()[]{}*_'\"«»“”/-"


def _ask(stage: Stage) -> Handler:
    @settled
    def ask(tx: Transaction, turn: Turn) -> None:
        row = pressed_job(tx, turn, ACTIONS[stage])
        if row is None:
            return
        stopped = code_questions.ask_for_code(tx, turn.person, row, stage, turn.job.key)
        if stopped is not None:
            turn.reply(tx, stopped)
        else:
            # The rider has gone on, so the job that they took no longer waits for its Undo.
            undo.let_go(tx, turn.person, row.uuid, Verb.ACCEPT)

    return ask


def _typed(stage: Stage, name: str) -> Handler:
    @settled
    def take(tx: Transaction, turn: Turn) -> None:
        """Take the line as if the bot had asked for its order; delete it in any case."""
        if turn.words:
            turn.erase_message(tx)
        line = _read_line(tx, turn)
        if line is None:
            turn.reply(tx, texts.how_to_type_code(turn.say, name))
            return
        if not line.order:
            _take_said(tx, turn, None, line.said)
            return
        row = typed_job(tx, turn, line.order, ACTIONS[stage])
        if row is None:
            return
        question = QUESTIONS[stage](delivery=row.uuid, stage=stage)
        if line.word:
            _ask_about_word(tx, turn, question, row, line.word)
        else:
            _take_said(tx, turn, question, line.said)

    return take


@dataclass(frozen=True, slots=True)
class _Line:
    """The line behind a command: an order, and a code or a word that may be one.

    `order` is empty if the words around a code name no order.
    """

    order: str
    said: Said
    word: str = ""


def _read_line(tx: Transaction, turn: Turn) -> _Line | None:
    """Find an order of the rider's in the line, or else take the first word as its number."""
    behind = turn.argument
    said = said_codes.read(tx, turn.person, behind, is_asked=True)
    order = next(iter(said.orders), "")
    # “/dropoff the customer said 4821”: a word without a digit is not an order's number.
    if not order and said.codes.codes and turn.words[0].strip(_SIGNS).isalpha():
        return _Line(order, said)
    if not order and len(turn.words) > 1:
        order, behind = turn.words[0].strip(_SIGNS), " ".join(turn.words[1:])
        said = said_codes.read(tx, turn.person, behind, is_asked=True)
        if any(len(code.code) < SHORTEST for code in said.codes.codes):
            return None
    if said.without_orders() or len(said.codes.codes) > len(said.orders):
        return _Line(order, said) if order else None
    rest = " ".join(word for word in behind.split() if tidy(word.strip(_SIGNS)) != order)
    return _Line(order, said, rest.strip(_SIGNS)) if order and codes.is_lone_word(rest) else None


@settled
def code_said(tx: Transaction, turn: Turn) -> None:
    """Take a rider's message as a code, asked for or not, and delete the message.

    A forwarded code is not theirs to give.
    """
    question = answered_question(tx, turn)
    said = said_codes.read(tx, turn.person, turn.text, is_asked=question is not None)
    if said.codes.codes:
        _take_said(tx, turn, question, said)
    elif codes.is_lone_word(turn.text):
        # A lone word is sent only if the rider says that it is the code.
        opened = code_questions.current(tx, turn.person.user_id)
        row = _asked_row(tx, turn, opened) if opened else None
        if row is not None and opened is not None:
            _ask_about_word(tx, turn, opened, row, turn.text.strip())
    else:  # a number, but that of an order
        say_to_person(tx, turn, own_words(tx, turn))


def _take_said(tx: Transaction, turn: Turn, question: CodeQuestion | None, said: Said) -> None:
    """Take the codes in a message, or ask about them; pass the rest of its words on."""
    # A code stays in no chat, whatever happens next.
    turn.erase_words(tx)
    if question is not None and _asked_row(tx, turn, question) is None:
        return
    vault, is_command = turn.context.vault, turn.is_command
    decided = said_codes.decide(tx, vault, turn.person, said, question, is_command=is_command)
    if decided is None or not turn.is_by_them:
        if attachment(turn) is None:
            turn.reply(tx, texts.UNASKED_CODE)
    elif isinstance(decided, AskFirst):
        _ask_before(tx, turn, question, decided)
    else:
        for number, use in enumerate(decided):
            is_asked = question is not None and question.delivery == use.row.uuid
            stage = question.stage if question and is_asked else use.stage
            _take(tx, turn, use.row, stage, use.code, number)
    if attachment(turn) is not None:
        say_to_person(tx, turn, own_words(tx, turn))
    elif not said.codes.is_plain and not _keep_taker(tx, turn, decided):
        pass_on_beside(tx, turn)


def _keep_taker(tx: Transaction, turn: Turn, decided: Sequence[Use] | AskFirst | None) -> bool:
    """Keep who took the parcel if a rider says only that beside the code of one door, as in “1234
    guard took it”; return whether it was kept. It is shown once the parcel is delivered.
    """
    reading = read(turn.text, turn.person.language)
    if not reading.means(Intent.LEFT_WITH) or reading.says_more_than(Intent.LEFT_WITH):
        return False
    words = own_words(tx, turn).text.replace(HIDDEN, "").strip(_SIGNS)
    rows = decided.rows if isinstance(decided, AskFirst) else [use.row for use in decided or ()]
    if len(rows) != 1 or rows[0].state != State.IN_TRANSIT or not 0 < len(words) <= LONGEST:
        return False
    takers.put(tx, rows[0].uuid, turn.person.as_rider, words)
    report_taker(tx, turn.context, turn.person.user_id, rows[0].uuid, words, turn.job.key)
    return True


def _ask_before(tx: Transaction, turn: Turn, question: CodeQuestion | None, ask: AskFirst) -> None:
    """Ask whether this is a code, or for which order; keep it sealed, and send nothing yet."""
    vault, user, number = turn.context.vault, turn.person.user_id, turn.message_id
    stays = not turn.message.text
    if question is not None:
        question.with_word(vault, ask.code, number, user, stays=stays).ask(tx, user)
    else:
        UnplacedCode.make(vault, ask.code, number, user, stays=stays).ask(tx, user)
    rows, doubt = [(row.uuid, row.order_number) for row in ask.rows], ask.doubt.name
    turn.reply(tx, texts.is_it_the_code(turn.say, doubt, rows, number, is_deleted=not stays))


@settled
def use_code(tx: Transaction, turn: Turn) -> None:
    """Take the sealed code for the order whose button was pressed."""
    turn.erase_message(tx)
    user, (number,), vault = turn.person.user_id, turn.tokens(), turn.context.vault
    # The code is kept by itself if no code was asked for, and else with the question.
    unplaced, question = UnplacedCode.current(tx, user), code_questions.current(tx, user)
    word = question.word if question else None
    if unplaced is not None and str(unplaced.word.message_id) == number:
        word, code = unplaced.word, unplaced.opened(vault, user)
    elif question is not None and word is not None and str(word.message_id) == number:
        code = question.opened(word, vault, user)
    else:
        turn.stale()
        return
    row = pressed_job(tx, turn, Action.CONFIRM_DROPOFF)
    if row is None:
        return
    if question is None:
        dialogs.close(tx, user)
    # A lone word is still in the chat: delete it. A caption stays under its picture.
    if not word.stays:
        notices.erase(tx, turn.chat.id, word.message_id, tx.now - CodeQuestion.lasts)
    is_asked = question is not None and question.delivery == row.uuid
    stage = question.stage if question and is_asked else said_codes.stage_of(row)
    _take(tx, turn, row, stage, code)


def _ask_about_word(
    tx: Transaction, turn: Turn, question: CodeQuestion, row: DeliveryRow, word: str
) -> None:
    user, number = turn.person.user_id, turn.message_id
    question.with_word(turn.context.vault, word, number, user).ask(tx, user)
    turn.reply(tx, texts.is_word_the_code(turn.say, row.order_number, row.uuid, number))


def may_be_code(turn: Turn) -> bool:
    """Tell whether a message can answer the question for a code: it holds one, or a lone word."""
    if codes_in(turn.text, is_asked=True).codes:
        return True
    word = turn.message.text or ""
    return codes.is_lone_word(word) and not read(word, turn.person.language).intents


def _asked_row(tx: Transaction, turn: Turn, question: CodeQuestion) -> DeliveryRow | None:
    """Return the delivery whose code is asked for; if it is no longer this rider's, say so."""
    row = deliveries.get(tx, question.delivery)
    if row is not None and may(turn.person, ACTIONS[question.stage], row):
        return row
    code_questions.close_question(tx, turn.person, question.delivery, turn.job.key)
    turn.reply(tx, texts.not_yours_any_more(turn.say, row.order_number if row else ""))
    return None


def _take(
    tx: Transaction, turn: Turn, row: DeliveryRow, stage: Stage, code: str, number: int = 0
) -> None:
    # Several codes of one message need a key each; the first one has the message's own.
    key = effect_keys.code(turn.job.key, number) if number else turn.job.key
    stopped = take_code(tx, turn.context, turn.person, row, stage, code, key)
    if stopped is not None:
        turn.reply(tx, stopped)


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
PICKUP_CODE, DROPOFF_CODE = (
    Answer(stage, ACTIONS[stage], code_said, wants_code=True, fits=may_be_code) for stage in Stage
)
USE_CODE = Button(Verb.USE_CODE, Action.CONFIRM_DROPOFF, use_code, tokens=1)


@settled
def skip(tx: Transaction, turn: Turn) -> None:
    """Ask for the next parcel at the door, if this one is still asked for."""
    question = code_questions.current(tx, turn.person.user_id)
    if question is not None and question.delivery == turn.delivery():
        same_door.skip(tx, turn.person, question, turn.job.key)
    else:
        turn.erase_message(tx)


SKIP = Button(Verb.NEXT_PARCEL, Action.CONFIRM_DROPOFF, skip, is_quiet=True)
