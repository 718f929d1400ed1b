"""What a customer's parcels cost, and whether they are paid."""

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.base.database.transaction import Transaction
from bot.chat.own_words import own_words
from bot.chat.parcel_meant import with_number_in
from bot.chat.passing_on import pass_on_beside, say_to_person
from bot.chat.turn import Turn, settled
from bot.store.subscriptions import SENDER
from bot.texts.customer import price as texts


@settled
def tell_price(tx: Transaction, turn: Turn, *, is_all: bool) -> None:
    """Tell the fee of the orders that are named, or else of all open ones.

    `is_all`: nothing else was said. Otherwise, and where no fee is known, a person reads it, too.
    """
    mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    meant = with_number_in(turn.text, mine) or [one for one in mine if one.row.is_open]
    known = [one for one in meant if one.seen.fee is not None]
    if not known:
        say_to_person(tx, turn, own_words(tx, turn), is_for_staff=True)
        return
    is_sender = all(one.party == SENDER for one in known)
    turn.reply(tx, texts.prices(turn.say, [one.seen for one in known], is_sender=is_sender))
    if not is_all:
        pass_on_beside(tx, turn)
