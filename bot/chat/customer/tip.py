"""A tip for the rider who brought the parcel: how much, and in cash or by transfer."""

from datetime import timedelta

from bot.actions.access import Action
from bot.actions.customer import subscriptions, tip
from bot.actions.customer.subscriptions import Followed
from bot.actions.customer.tip import TipStays
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn, settled
from bot.domain.cash import Cash, EntryKind
from bot.identifiers import DeliveryUuid
from bot.parsing.orders.amounts import read_amount
from bot.store import cash, dialogs
from bot.store.dialogs import Question
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.cash import no_amount, other_currency
from bot.texts.customer import tip as texts
from bot.texts.message import Message
from bot.texts.names import rider_name

_WAYS = {
    texts.IN_CASH: EntryKind.TIP_IN_CASH,
    texts.BY_TRANSFER: EntryKind.TIP_BY_TRANSFER,
    texts.NONE: None,
}
_STAYS = {TipStays.TOO_LATE: texts.TOO_LATE, TipStays.TOO_OFTEN: texts.TOO_OFTEN}


class TipQuestion(Question):
    """The question how much the tip is, with its order and rider."""

    name = "tip"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid
    order: str
    rider: str


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    """Ask how much the tip is, or record how it was given."""
    what, number = turn.tokens()
    one = _theirs(tx, turn, turn.delivery())
    if one is None:
        turn.toast(toasts.NOT_FOR_YOU)
    elif what == texts.AMOUNT:
        rider = rider_name(one.seen) or "?"
        question = TipQuestion(delivery=one.row.uuid, order=one.row.order_number, rider=rider)
        question.ask(tx, turn.person.user_id)
        given = cash.tip_of(tx, one.row.uuid, turn.person.user_id)
        turn.reply(tx, texts.how_much(turn.say, one.seen, given))
    elif what in _WAYS:
        _tell(tx, turn, one, _WAYS[what], number)


def _theirs(tx: Transaction, turn: Turn, delivery: DeliveryUuid) -> Followed | None:
    one = subscriptions.one_for(tx, turn.person, Action.TIP, delivery)
    return one if one is not None and tip.may_give(turn.person, one.row) else None


def _tell(tx: Transaction, turn: Turn, one: Followed, kind: EntryKind | None, number: str) -> None:
    """Record a tip; its amount comes with the button, as the word of the person who pressed."""
    currency = tip.currency_of(one.row)
    hundredths = int(number) if number.isascii() and number.isdecimal() else 0
    # Callback data can be made up: refuse an amount of nothing, or one that is too large.
    amount = Cash.exactly(Cash(hundredths, currency).amount, currency)
    if kind is not None and amount is None:
        turn.stale()
        return
    # A tap also closes the question for the amount.
    if TipQuestion.current(tx, turn.person.user_id) is not None:
        dialogs.close(tx, turn.person.user_id)
    stays = tip.tell(tx, turn.person, one.row, kind, amount or Cash(0, currency), turn.job.key)
    if stays in _STAYS:
        turn.reply(tx, _STAYS[stays])
    elif kind is None or amount is None:
        turn.replace(tx, texts.NO_TIP)
    else:
        turn.replace(tx, texts.given(turn.say, one.seen, kind, amount))


def may_be_tip(turn: Turn) -> bool:
    """Tell whether a message can answer the question: as a reply to it, or as an amount."""
    question, replied = TipQuestion.read(turn.dialog), turn.message.reply_to_message
    if question is None or replied is None:
        # Other words may be meant for somebody else.
        return question is not None and read_amount(turn.text) is not None
    return texts.asks_how_much(turn.say, question.order, question.rider, replied.text or "")


@settled
def amount_said(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(TipQuestion)
    one = _theirs(tx, turn, question.delivery)
    amount = read_amount(turn.text)
    currency = tip.currency_of(one.row) if one else ""
    whole = Cash.exactly(amount, currency)
    if one is None:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.NO_TIP)
    elif amount is not None and amount.is_foreign(currency):
        turn.reply(tx, Message.of(other_currency(turn.say, turn.text, currency)))
    elif whole is None:
        turn.reply(tx, Message.of(no_amount(turn.say, turn.text)))
    else:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.which_way(turn.say, one.seen, whole))


TIP = Button(Verb.TIP, Action.TIP, pressed, tokens=2)
TIP_AMOUNT = Answer(TipQuestion.name, Action.TIP, amount_said, fits=may_be_tip)
