"""A rider's words on money: the payment at a door, and whether a hand-in or a tip is right."""

from datetime import timedelta

from bot.actions import request_queue
from bot.actions.access import Action, may
from bot.actions.fleet_requests.set_payment import SetPayment
from bot.actions.rider import cash, code_questions, said_codes
from bot.actions.rider.unsent_word import UnsentWord
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.chat.handler import Answer, Button
from bot.chat.put_aside import was_asked
from bot.chat.rider.codes import code_said
from bot.chat.rider.own_job import say_changed
from bot.chat.turn import Turn, settled
from bot.domain.cash import Cash, Due, EntryKind
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.parsing.orders.amounts import read_amount
from bot.store import cards, deliveries, dialogs, people
from bot.store.dialogs import Question
from bot.texts.callbacks import Verb
from bot.texts.cash import ALL, CHANGE, OTHER, TRANSFER, TYPED, UNPAID, no_amount, other_currency
from bot.texts.message import Message
from bot.texts.rider import cash as texts
from bot.texts.rider import replies as rider_texts

_ANSWERS = {
    ALL: EntryKind.COLLECTED,
    TRANSFER: EntryKind.TRANSFER,
    UNPAID: EntryKind.UNPAID,
}
_NEEDS_CODE = {State.ACCEPTED, State.IN_TRANSIT}


class AmountQuestion(Question):
    """A rider is asked how much was paid for an order, known by its number.

    `number` was typed and may be a code: it is kept sealed until they say what it is.
    """

    name = "cash_amount"
    lasts = timedelta(minutes=30)

    delivery: DeliveryUuid
    order: str
    number: UnsentWord | None = None

    def with_number(self, vault: Vault, text: str, message_id: int) -> "AmountQuestion":
        number = UnsentWord.seal(vault, text, message_id, self._place)
        return self.model_copy(update={"number": number})

    def opened(self, vault: Vault, message_id: str) -> str | None:
        """Return the number that was typed in a message, if the question holds it."""
        number = self.number
        waits = number is not None and str(number.message_id) == message_id
        return number.opened(vault, self._place) if number and waits else None

    @property
    def _place(self) -> str:
        return f"amount of {self.delivery}"


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    """Take the answer about a door, and check it against the delivery as it is now."""
    what, number = turn.tokens()
    row = deliveries.get(tx, turn.delivery())
    due = _due(tx, turn, row)
    total = due.total if due else None
    is_other = what == ALL and total is not None and number != str(total.hundredths)
    if row is None or due is None or total is None or is_other:
        say_changed(tx, turn)
    elif what in _ANSWERS:
        _write_down(tx, turn, row, _ANSWERS[what], total, due)
        if row.rider == turn.person.rider:
            code_questions.show_rider(tx, turn.person, row.uuid)
        paid = cash.paid(tx, row)
        # A card is updated by itself; replace any other message by the present state.
        if paid is not None and cards.at(tx, turn.place, turn.message_id) is None:
            turn.replace(tx, texts.told(turn.say, row.order_number, paid))
    elif what == OTHER:
        # Keep another open question, which may be for the code at the next door.
        if turn.dialog and turn.dialog.name != AmountQuestion.name and was_asked(turn.dialog):
            turn.reply(tx, texts.SOMETHING_ELSE_OPEN)
            return
        AmountQuestion(delivery=row.uuid, order=row.order_number).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.how_much(turn.say, row.order_number))
    elif what == TYPED:
        _take_typed(tx, turn, row, number)
    elif what == CHANGE:
        turn.reply(tx, texts.choose_again(turn.say, row.order_number, row.uuid, total))


def _write_down(
    tx: Transaction, turn: Turn, row: DeliveryRow, kind: EntryKind, amount: Cash, due: Due
) -> None:
    """Record what was paid, and report the fee to the fleet service if it can be told."""
    key, goods = turn.job.key, due.of_goods(amount)
    is_new = cash.tell_paid(tx, turn.context, turn.person, row, kind, amount, key, goods=goods)
    # The fleet service keeps whether the fee is paid; the price of the goods is kept here.
    if is_new and due.fee is not None and turn.context.door is not None:
        is_paid = kind is not EntryKind.UNPAID
        request = SetPayment(by=turn.person.user_id, delivery=row.uuid, is_paid=is_paid)
        request_queue.enqueue(tx, request, key)


def _due(tx: Transaction, turn: Turn, row: DeliveryRow | None) -> Due | None:
    """Return what was due for a parcel, if this person may say whether it was paid."""
    if row is None or row.rider is None or not may(turn.person, Action.COLLECT_CASH, row):
        return None
    return cash.due(tx, row)


def _take_typed(tx: Transaction, turn: Turn, row: DeliveryRow, number: str) -> None:
    """Take the sealed number, which the rider has now said to be the amount."""
    question = AmountQuestion.current(tx, turn.person.user_id)
    mine = question is not None and question.delivery == row.uuid
    text = question.opened(turn.context.vault, number) if question and mine else None
    turn.erase_message(tx)
    if question is None or text is None:
        turn.stale()
    else:
        _take_amount(tx, turn, question, text)


def may_be_amount(turn: Turn) -> bool:
    """Tell whether a message can answer the question: as a reply to it, or as an amount."""
    question, replied = AmountQuestion.read(turn.dialog), turn.message.reply_to_message
    if question is None or replied is None:
        return question is not None and read_amount(turn.text) is not None
    return texts.asks_how_much(turn.say, question.order, replied.text or "")


async def amount_said(turn: Turn) -> None:
    """Take an amount, unless it may be the next code: bare digits while a parcel waits for one.

    If such digits reply to the question, ask what they are; otherwise take them for a code.
    """
    amount = read_amount(turn.text)

    def is_read_as_code(tx: Transaction) -> bool:
        mine = deliveries.open_of_rider(tx, turn.person.as_rider)
        said = said_codes.read(tx, turn.person, turn.text)
        return any(row.state in _NEEDS_CODE for row in mine) and bool(said.without_orders())

    # A number with a currency is not a code.
    is_bare = amount is not None and not amount.currencies
    may_be_code = is_bare and await turn.context.database.read(is_read_as_code)
    if may_be_code and turn.message.reply_to_message is None:
        await code_said(turn)
        return

    def take_or_ask(tx: Transaction) -> None:
        question, number = turn.answered(AmountQuestion), turn.message_id
        if not may_be_code:
            if _take_amount(tx, turn, question, turn.text):
                turn.receipt(tx)
            return
        turn.erase_message(tx)
        sealed = question.with_number(turn.context.vault, turn.text, number)
        sealed.ask(tx, turn.person.user_id)
        turn.reply(tx, texts.amount_or_code(turn.say, question.order, question.delivery, number))

    await turn.settle(take_or_ask)


def _take_amount(tx: Transaction, turn: Turn, question: AmountQuestion, text: str) -> bool:
    """Record what was collected; if that is not possible, say why and return `False`."""
    amount = read_amount(text)
    row = deliveries.get(tx, question.delivery)
    due = _due(tx, turn, row)
    total = due.total if due else None
    if row is None or due is None or total is None:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, rider_texts.not_yours_any_more(turn.say, question.order))
        return False
    collected = Cash.exactly(amount, total.currency)
    if amount is not None and amount.is_foreign(total.currency):
        turn.reply(tx, Message.of(other_currency(turn.say, text, total.currency)))
    elif collected is None:
        turn.reply(tx, Message.of(no_amount(turn.say, text)))
    else:
        dialogs.close(tx, turn.person.user_id)
        _write_down(tx, turn, row, EntryKind.COLLECTED, collected, due)
        if row.rider == turn.person.rider:
            code_questions.show_rider(tx, turn.person, row.uuid)
        return True
    return False


CASH_AT_DOOR = Button(Verb.CASH, Action.COLLECT_CASH, pressed, tokens=2, is_quiet=True)
CASH_AMOUNT = Answer(
    AmountQuestion.name, Action.COLLECT_CASH, amount_said, wants_code=True, fits=may_be_amount
)


@settled
def hand_in_answered(tx: Transaction, turn: Turn) -> None:
    """Take a rider's answer about a hand-in, and show the answer that holds."""
    number, word = turn.tokens()
    known = number.isdecimal() and word in {texts.RIGHT, texts.WRONG}
    is_right = word == texts.RIGHT
    taken = cash.answer_hand_in(tx, turn.person, int(number), is_right=is_right) if known else None
    if taken is None:
        turn.stale()
        turn.clear_pressed(tx)
        return
    taker = people.get(tx, taken.entry.by)
    say = texts.denied if taken.is_denied else texts.confirmed
    turn.replace(tx, say(turn.say, taker.first_name if taker else "?", taken.entry.cash))


CASH_TAKEN = Button(
    Verb.CASH_TAKEN, Action.CONFIRM_HAND_IN, hand_in_answered, about=0, tokens=2, is_quiet=True
)


@settled
def tip_denied(tx: Transaction, turn: Turn) -> None:
    (number,) = turn.tokens()
    entry = cash.deny_tip(tx, turn.person, int(number)) if number.isdecimal() else None
    if entry is None:
        turn.stale()
        turn.clear_pressed(tx)
    else:
        turn.replace(tx, texts.tip_denied(turn.say, entry))


TIP_DENIED = Button(Verb.TIP_DENIED, Action.DENY_TIP, tip_denied, about=0, tokens=1, is_quiet=True)
