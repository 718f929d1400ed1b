"""Taking in cash: a dispatcher takes all that a rider carries, or another amount with a reason."""

from datetime import timedelta

from bot.actions.access import Action
from bot.actions.dispatcher import cash
from bot.actions.dispatcher.cash import NotTaken
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn
from bot.domain.cash import Cash
from bot.domain.limits import LONGEST_NOTE
from bot.identifiers import RiderUuid
from bot.parsing.orders.amounts import read_amount
from bot.store import cash as ledger
from bot.store import dialogs
from bot.store.dialogs import Question
from bot.texts.callbacks import Verb
from bot.texts.cash import no_amount, other_currency
from bot.texts.dispatcher import cash as texts
from bot.texts.message import Message
from bot.texts.names import first_name


class ReceivedQuestion(Question):
    """The question which amount somebody took from a rider, and then, why it is not all of it.

    `as_of` is the rider's hand-in before this one.
    """

    name = "cash_received"
    lasts = timedelta(minutes=30)

    rider: RiderUuid
    currency: str
    as_of: int
    hundredths: int | None = None


async def receive(turn: Turn) -> None:
    """Offer to take the cash that a rider carries now."""
    await cash.look_up_names(turn.context)
    rider = RiderUuid(turn.objects()[0])

    def offer(tx: Transaction) -> None:
        if turn.person.rider == rider:
            turn.reply(tx, texts.NOT_FROM_YOURSELF)
            return
        carried = cash.carried_by(tx, turn.context, rider)
        # The button carries the last hand-in, so that one made meanwhile is noticed.
        currencies = [each.currency for each in carried.sums]
        as_of = {currency: ledger.last_hand_in(tx, rider, currency) for currency in currencies}
        turn.reply(tx, texts.how_much(turn.say, carried, as_of))

    await turn.settle(offer)


async def received(turn: Turn) -> None:
    """Take in the amount of the pressed button, or ask for another one."""
    # Callback data can be made up.
    code, number, as_of = turn.tokens()
    if not as_of.isdecimal() or not (number.isdecimal() or number == texts.OTHER):
        await turn.settle(turn.clear_pressed)
        return
    await cash.look_up_names(turn.context)
    question = ReceivedQuestion(
        rider=RiderUuid(turn.objects()[0]),
        currency=texts.currency_of(code),
        as_of=int(as_of),
        hundredths=int(number) if number.isdecimal() else None,
    )

    def take_or_ask(tx: Transaction) -> None:
        if question.hundredths is not None:
            amount = Cash(question.hundredths, question.currency)
            turn.replace(tx, _take(tx, turn, question, amount))
            return
        name, carried = _rider(tx, turn, question)
        question.ask(tx, turn.person.user_id)
        turn.reply(tx, texts.which_amount(turn.say, name, carried))

    await turn.settle(take_or_ask)


def _rider(tx: Transaction, turn: Turn, question: ReceivedQuestion) -> tuple[str, Cash]:
    """Return the rider's first name and the cash that they carry now."""
    name = first_name(cash.name_of(tx, turn.context, question.rider))
    return name, ledger.carried(tx, question.rider, question.currency)


def _take(
    tx: Transaction, turn: Turn, question: ReceivedQuestion, amount: Cash, reason: str | None = None
) -> Message:
    """Record the hand-in, and return the message; it says why if the hand-in is refused."""
    done = cash.receive(tx, turn.person, question.rider, amount, question.as_of, reason)
    name, carried = _rider(tx, turn, question)
    if done is NotTaken.FROM_THEMSELVES:
        return turn.say.message(texts.NOT_FROM_YOURSELF)
    if done is NotTaken.TAKEN_MEANWHILE:
        return texts.taken_meanwhile(turn.say, name, carried)
    if isinstance(done, NotTaken):
        return texts.too_much(turn.say, name, amount, carried)
    return texts.received(turn.say, name, amount, is_asked=done)


def may_be_answer(turn: Turn) -> bool:
    """Tell whether a message can be the answer: an amount, or after that, any words."""
    question = ReceivedQuestion.read(turn.dialog)
    if question is None:
        return False
    is_reply = turn.message.reply_to_message is not None
    return question.hundredths is not None or is_reply or read_amount(turn.text) is not None


async def answered(turn: Turn) -> None:
    """Take the answer: the amount, or the reason why it is not all of it."""
    await cash.look_up_names(turn.context)
    question = turn.answered(ReceivedQuestion)
    if question.hundredths is None:
        await turn.settle(_take_amount, turn, question)
        return
    amount = Cash(question.hundredths, question.currency)
    reason = " ".join(turn.text.split())

    def take_reason(tx: Transaction) -> None:
        if len(reason) > LONGEST_NOTE:
            turn.reply(tx, texts.reason_too_long(turn.say, LONGEST_NOTE))
            return
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, _take(tx, turn, question, amount, reason))

    await turn.settle(take_reason)


def _take_amount(tx: Transaction, turn: Turn, question: ReceivedQuestion) -> None:
    """Take in the full amount; for any other amount, ask for the reason first."""
    written, currency = read_amount(turn.text), question.currency
    amount = Cash.exactly(written, currency)
    if written is not None and written.is_foreign(currency):
        turn.reply(tx, Message.of(other_currency(turn.say, turn.text, currency)))
        return
    if amount is None:
        turn.reply(tx, Message.of(no_amount(turn.say, turn.text)))
        return
    _, carried = _rider(tx, turn, question)
    refused = cash.refusal(tx, turn.person, question.rider, amount, question.as_of)
    if refused is None and amount != carried:
        asked = question.model_copy(update={"hundredths": amount.hundredths})
        asked.ask(tx, turn.person.user_id)
        turn.reply(tx, texts.why_not_all(turn.say, amount, carried))
        return
    if refused is not NotTaken.TOO_MUCH:  # too much may be a slip: keep the question open
        dialogs.close(tx, turn.person.user_id)
    turn.reply(tx, _take(tx, turn, question, amount))


RECEIVE = Button(Verb.RECEIVE_CASH, Action.RECEIVE_CASH, receive, is_quiet=True)
RECEIVED = Button(Verb.CASH_RECEIVED, Action.RECEIVE_CASH, received, tokens=3, is_quiet=True)
RECEIVED_AMOUNT = Answer(
    ReceivedQuestion.name, Action.RECEIVE_CASH, answered, is_final=True, fits=may_be_answer
)
