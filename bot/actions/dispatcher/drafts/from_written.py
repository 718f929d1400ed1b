"""The draft of an order that was written in free text.

Text for which a delivery has no field, or that is too long for its field, is kept as it came.
"""

from dataclasses import replace

from bot.actions.dispatcher.drafts.answers import MOST_ITEMS, Filled
from bot.actions.dispatcher.drafts.values import read_cash
from bot.base.plain_text import clean
from bot.domain.draft import (
    AT_DOOR,
    RECEIVER,
    SENDER,
    Blank,
    ChosenRider,
    Draft,
    DraftReceiver,
    Party,
    Spot,
)
from bot.domain.limits import LONGEST_LINE, LONGEST_NOTE
from bot.parsing.orders.amounts import Amount
from bot.parsing.orders.door_amounts import door_amounts
from bot.parsing.orders.labels import label_of
from bot.parsing.orders.lexicon import Part
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder
from bot.texts.dispatcher.input_errors import Wrong

HIGHEST_AMOUNT = 10**10
_PARTY = ("name", "phone", "address")


def drafted(order: WrittenOrder, currency: str = "") -> Filled:
    """Make a draft of an order; do not ask for items and a rider that it does not name.

    `currency` is the code of the account's currency, if it is known.
    """
    receiver = DraftReceiver(items=())
    rider = None if order.rider else ChosenRider()
    return taken_in(Draft(receivers=(receiver,), rider=rider), 0, order, currency)


def taken_in(draft: Draft, receiver: int, order: WrittenOrder, currency: str = "") -> Filled:
    """Fill the sender, one receiver and the other values of an order into a draft."""
    filled = _with_party(Filled(draft), order.sender, SENDER, receiver)
    filled = _with_party(filled, order.receiver, RECEIVER, receiver)
    filled = _with_fee(filled, order.fee, currency)
    filled, order = _with_door(filled, receiver, order, currency)
    changed = filled.draft
    if order.send_sms is not None:
        changed = changed.filled(Spot(Blank.SMS), order.send_sms)
    changed = _with_items_and_words(changed, receiver, order)
    # A value behind a phone's label that is no number is reported, and also stays in `left`.
    for line in () if order.receiver.phone else order.left:
        head, _, value = line.partition(":")
        label = label_of([word.text for word in words_of(head)])
        if label and label.field is Part.PHONE and clean(value):
            filled = filled.with_problem(clean(value), Wrong.PHONE)
    guessed = (Spot(blank, receiver if blank in RECEIVER else 0) for blank in sorted(order.guessed))
    changed = changed.guessing(spot for spot in guessed if changed.value(spot))
    return replace(filled, draft=changed, rider=order.rider or None)


def _with_party(filled: Filled, party: Party, blanks: dict[Blank, str], receiver: int) -> Filled:
    for blank, field in blanks.items():
        value = clean(getattr(party, field)) if field in _PARTY else ""
        if len(value) > LONGEST_LINE:
            filled = filled.with_problem(value, Wrong.TEXT)
        elif value:
            spot = Spot(blank, receiver if blank in RECEIVER else 0)
            filled = replace(filled, draft=filled.draft.filled(spot, value))
    return filled


def _with_fee(filled: Filled, fee: Amount | None, currency: str) -> Filled:
    if fee is None:
        return filled
    if fee.is_foreign(currency):
        return filled.with_problem(fee.written, Wrong.CURRENCY)
    if fee % 1:
        return filled.with_problem(f"{fee:f}", Wrong.CENTS)
    if not 0 <= fee < HIGHEST_AMOUNT:
        return filled.with_problem(f"{fee:f}", Wrong.AMOUNT)
    return replace(filled, draft=filled.draft.filled(Spot(Blank.FEE), int(fee)))


def _with_door(
    filled: Filled, receiver: int, order: WrittenOrder, currency: str
) -> tuple[Filled, WrittenOrder]:
    """Fill in the amounts at the door; those in another currency stay among the order's words.

    If an order names no fee, the price of the goods may be the fee, so mark it as a guess.
    """
    amounts, rest = door_amounts(order)
    draft = filled.draft
    for blank in AT_DOOR:
        amount: Amount | None = getattr(amounts, blank)
        if amount is None:
            continue
        exact = read_cash(f"{amount:f}")
        if exact is None or amount.is_foreign(currency):
            return filled, order
        draft = draft.filled(Spot(blank, receiver), exact)
    if amounts.goods is not None and order.fee is None:
        draft = draft.guessing([Spot(Blank.GOODS, receiver)])
    return replace(filled, draft=draft), rest


def _with_items_and_words(draft: Draft, receiver: int, order: WrittenOrder) -> Draft:
    """Add items and notes, and keep the rest of the words for people to read."""
    fitting = tuple(item for item in order.items if len(item.description) <= LONGEST_LINE)
    if fitting:
        draft = draft.filled(Spot(Blank.ITEMS, receiver), fitting[:MOST_ITEMS])
    former = draft.receivers[receiver]
    notes = [note for each in (former.note, *order.notes) if (note := clean(each))]
    left = [*former.left, *(each for line in order.left if (each := clean(line)))]
    long = [item.description for item in order.items if len(item.description) > LONGEST_LINE]
    many = [item.description for item in fitting[MOST_ITEMS:]]
    note = " · ".join(notes)
    if len(note) > LONGEST_NOTE:
        note, left = former.note, [*left, *map(clean, order.notes)]
    changed = former.model_copy(update={"note": note, "left": (*left, *long, *many)})
    return draft.with_receiver(receiver, changed)
