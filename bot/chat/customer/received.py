"""Receipts: the code of a receiver whose parcel was left, the word of a shop that has one back."""

from bot.actions.access import Action, may
from bot.actions.customer import subscriptions
from bot.actions.customer.subscriptions import Followed
from bot.actions.fleet_requests.confirm_receipt import take_code
from bot.actions.follow_ups import undelivered
from bot.actions.follow_ups.undelivered import ReceiptQuestion
from bot.actions.order_numbers import tidy
from bot.actions.recipients import shops
from bot.actions.rider import code_habits
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn, settled
from bot.parsing.intents.codes import CodesSaid, codes_in
from bot.parsing.intents.reader import Reading
from bot.store import deliveries, dialogs
from bot.store.subscriptions import SENDER
from bot.store.undelivered import Outcome
from bot.texts import undelivered as texts
from bot.texts.callbacks import Verb


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    one = next((each for each in _left(tx, turn) if each.row.uuid == turn.delivery()), None)
    if one is None:
        turn.stale()
    else:
        undelivered.ask_receiver(tx, turn.person, one.row, turn.job.key)


@settled
def code_answered(tx: Transaction, turn: Turn) -> None:
    delivery = turn.answered(ReceiptQuestion).delivery
    one = next((each for each in _left(tx, turn) if each.row.uuid == delivery), None)
    if one is not None and _said(tx, turn, one).codes:
        _take(tx, turn, one)
        return
    # The words have the shape of a code, so delete them in any case.
    turn.erase_words(tx)
    if one is not None:
        undelivered.ask_receiver(tx, turn.person, one.row, turn.job.key)
        return
    row = deliveries.get(tx, delivery)
    dialogs.close(tx, turn.person.user_id)
    turn.reply(tx, texts.waits_no_more(turn.say, row.order_number if row else ""))


async def heard_code(turn: Turn, _reading: Reading) -> bool:
    """Take a code that a receiver writes unasked, if it can be for one parcel only."""

    def one_left(tx: Transaction) -> Followed | None:
        left = _left(tx, turn)
        return left[0] if len(left) == 1 and _said(tx, turn, left[0]).are_clear else None

    one = await turn.context.database.read(one_left) if turn.is_by_them else None
    if one is not None:
        await turn.settle(_take, turn, one)
    return one is not None


def _left(tx: Transaction, turn: Turn) -> list[Followed]:
    """Return the parcels that were left for somebody and wait for their code."""
    mine = subscriptions.all_for(tx, turn.person, Action.CONFIRM_RECEIPT)
    return [one for one in mine if one.row.outcome == Outcome.LEFT and one.party != SENDER]


def _said(tx: Transaction, turn: Turn, one: Followed) -> CodesSaid:
    orders = {tidy(one.row.order_number)}
    return codes_in(turn.text, code_habits.lengths(tx), orders, is_asked=True)


def _take(tx: Transaction, turn: Turn, one: Followed) -> None:
    """Take the code, and delete the message: a code stays in no chat."""
    code = _said(tx, turn, one).codes[0].code
    turn.erase_words(tx)
    turn.reply(tx, take_code(tx, turn.context, turn.person, one.row, code, turn.job.key))


def is_code(turn: Turn) -> bool:
    return bool(codes_in(turn.text, is_asked=True).codes)


@settled
def came_back(tx: Transaction, turn: Turn) -> None:
    """Take the word of a person who speaks for a shop, in its group or in a private chat."""
    row = deliveries.get(tx, turn.delivery())
    speaks = row is not None and shops.words_in(tx, turn.place, row) is not None
    may_say = row is not None and may(turn.person, Action.TAKE_BACK, row, follows=speaks)
    if row and may_say and undelivered.came_back(tx, turn.user.id, row, turn.job.key):
        turn.replace(tx, texts.has_it_back(turn.say, row.order_number, turn.user.first_name))
    else:
        turn.stale()


CONFIRM_RECEIPT = Button(Verb.CONFIRM_RECEIPT, Action.CONFIRM_RECEIPT, pressed)
RECEIPT_CODE = Answer(
    ReceiptQuestion.name, Action.CONFIRM_RECEIPT, code_answered, fits=is_code, wants_code=True
)
CAME_BACK = Button(Verb.CAME_BACK, Action.TAKE_BACK, came_back)
