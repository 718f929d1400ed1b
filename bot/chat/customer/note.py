"""/note: a customer's note for the rider, such as which gate to take."""

from bot.actions.access import Action
from bot.actions.customer import customer_notes, subscriptions
from bot.actions.customer.customer_notes import NoteQuestion
from bot.actions.customer.subscriptions import Followed
from bot.actions.order_numbers import is_called
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button, Command
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.domain.limits import LONGEST_NOTE
from bot.store import dialogs
from bot.texts.callbacks import Verb
from bot.texts.customer import note as texts
from bot.texts.words import phrase


@settled
def note_typed(tx: Transaction, turn: Turn) -> None:
    """Take a typed note for the order that it names first, or for the only order there is."""
    mine = subscriptions.all_for(tx, turn.person, Action.LEAVE_NOTE)
    # The first word may name an order that takes no note any more; the answer says so then.
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    named, known = _named(turn, mine), _named(turn, followed)
    words = " ".join(turn.words[1:] if known else turn.words)
    if not mine:
        _forget_code(tx, turn, words)
        turn.reply(tx, texts.NOTHING_OPEN)
    elif known and not named:
        _forget_code(tx, turn, words)
        turn.reply(tx, texts.over(turn.say, known[0].row.order_number))
    elif named or len(mine) == 1:
        _take(tx, turn, (named or mine)[0], words)
    else:
        _ask_which(tx, turn, mine, words)


def _named(turn: Turn, deliveries: list[Followed]) -> list[Followed]:
    first = " ".join(turn.words[:1])
    return [one for one in deliveries if is_called(one.row.order_number, first)]


@settled
def note_pressed(tx: Transaction, turn: Turn) -> None:
    """Take the words that were typed before the delivery was chosen, or ask for them."""
    one = subscriptions.one_for(tx, turn.person, Action.LEAVE_NOTE, turn.delivery())
    if one is None:
        turn.stale()
        return
    question = NoteQuestion.current(tx, turn.person.user_id)
    _take(tx, turn, one, (question and question.words) or "")


@settled
def note_answered(tx: Transaction, turn: Turn) -> None:
    words = turn.message.text or ""
    if not words:
        turn.reply(tx, texts.WORDS_ONLY)
        return
    question = turn.answered(NoteQuestion)
    mine = subscriptions.all_for(tx, turn.person, Action.LEAVE_NOTE)
    named = [one for one in mine if one.row.uuid == question.delivery]
    if named:
        _take(tx, turn, named[0], words)
    elif question.delivery or not mine:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.NOTHING_OPEN)
    else:
        _ask_which(tx, turn, mine, words)


def _take(tx: Transaction, turn: Turn, followed: Followed, text: str) -> None:
    words = own_words(tx, turn, text).text
    if not words or _is_refused(tx, turn, text):
        # The question stays open after a note that is too long: the shorter one is for this order.
        NoteQuestion(delivery=followed.row.uuid).ask(tx, turn.person.user_id)
        if not words:
            turn.reply(tx, texts.ask_for_note(turn.say, followed.row.order_number))
        return
    dialogs.close(tx, turn.person.user_id)
    order = followed.row.order_number
    rider_reads = customer_notes.leave(tx, turn.person, followed, words, turn.job.key)
    if rider_reads is None:
        turn.reply(tx, texts.too_many(turn.say, order))
    else:
        turn.reply(tx, texts.noted(turn.say, order, rider_reads=rider_reads))


def _ask_which(tx: Transaction, turn: Turn, mine: list[Followed], words: str) -> None:
    if not _is_refused(tx, turn, words):
        NoteQuestion(words=words or None).ask(tx, turn.person.user_id)
        orders = [(one.row.uuid, one.row.order_number) for one in mine]
        turn.reply(tx, texts.which_delivery(turn.say, orders))


def _is_refused(tx: Transaction, turn: Turn, words: str) -> bool:
    """Tell whether a note is refused, and say why; delete a message that holds a code."""
    if _forget_code(tx, turn, words):
        return True
    if len(words) > LONGEST_NOTE:
        turn.reply(tx, texts.too_long(turn.say))
        return True
    return False


def _forget_code(tx: Transaction, turn: Turn, words: str) -> bool:
    if not own_words(tx, turn, words).is_only_code:
        return False
    turn.reply(tx, texts.NEVER_SEND_CODES)
    return True


NOTE = Command(
    "note",
    Action.LEAVE_NOTE,
    phrase("tell the rider something, such as which gate to take"),
    note_typed,
    takes=phrase("<words>"),
)
NOTE_BUTTON = Button(Verb.NOTE, Action.LEAVE_NOTE, note_pressed)
NOTE_WORDS = Answer(NoteQuestion.name, Action.LEAVE_NOTE, note_answered, takes_all=True)
