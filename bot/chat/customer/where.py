"""/track and /where: a card for each parcel, and its place as far as it is known."""

from bot.actions import effect_keys
from bot.actions.access import Action
from bot.actions.cards.views import when_it_comes
from bot.actions.customer import subscriptions
from bot.actions.customer.subscriptions import Followed
from bot.actions.follow_ups import handovers
from bot.actions.notice_kinds import View
from bot.actions.order_numbers import is_called
from bot.actions.recipients import contacts
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.fleet import State
from bot.store import locations
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.customer import track as customer_texts
from bot.texts.customer import where as texts
from bot.texts.words import phrase


@settled
def track(tx: Transaction, turn: Turn) -> None:
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    rows = [one.row for one in followed if one.row.is_open]
    if not rows:
        turn.reply(tx, customer_texts.NOTHING_TO_TRACK)
    for row in rows:
        key = effect_keys.card_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.CUSTOMER, key)


@settled
def track_pressed(tx: Transaction, turn: Turn) -> None:
    one = subscriptions.one_for(tx, turn.person, Action.SEE_WHERE, turn.delivery())
    if one is None:
        turn.toast(toasts.NOT_FOR_YOU)
    else:
        key = effect_keys.card_asked_for(turn.job.key, one.row.uuid)
        turn.send_card(tx, one.row.uuid, View.CUSTOMER, key)


TRACK = Command("track", Action.TRACK, phrase("a card for each of your parcels"), track)


@settled
def where_typed(tx: Transaction, turn: Turn) -> None:
    tell_where(tx, turn, turn.argument)


def tell_where(tx: Transaction, turn: Turn, order: str = "") -> None:
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    if order:
        wanted = [one for one in followed if is_called(one.row.order_number, order)]
    else:
        wanted = [one for one in followed if one.row.is_open]
    if not wanted and order:
        turn.reply(tx, texts.not_followed(turn.say, order))
    elif not wanted:
        turn.reply(tx, customer_texts.NOTHING_TO_TRACK)
    elif len(wanted) == 1:
        _tell(tx, turn, wanted[0])
    else:
        seen = [handovers.as_carried(one.seen, handovers.awaited(tx, one.row)) for one in wanted]
        turn.reply(tx, texts.where_they_are(turn.say, seen))


@settled
def where_pressed(tx: Transaction, turn: Turn) -> None:
    one = subscriptions.one_for(tx, turn.person, Action.SEE_WHERE, turn.delivery())
    if one is None:
        turn.toast(toasts.NOT_FOR_YOU)
    else:
        _tell(tx, turn, one)


def _tell(tx: Transaction, turn: Turn, followed: Followed) -> None:
    """Say where a parcel is, with a map while its rider shares a position on the way."""
    row, handover = followed.row, handovers.awaited(tx, followed.row)
    seen = handovers.as_carried(followed.seen, handover)
    # A parcel that waits for another rider on the way does not move with the rider who shares.
    on_the_way = seen.state is State.IN_TRANSIT and handover is None
    position = locations.current(tx, row.rider) if on_the_way and row.rider else None
    message = texts.where_it_is(
        turn.say,
        seen,
        on_the_map=position is not None,
        can_write=contacts.rider_for(tx, row) is not None,
        when=when_it_comes(tx, turn.person, row, followed.party, turn.context.identity.zone),
    )
    turn.reply(tx, message, under=(row.uuid, View.CUSTOMER))
    if position is not None:
        key = effect_keys.map_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.LOCATION, key)


WHERE = Command(
    "where",
    Action.SEE_WHERE,
    phrase("where your parcel is now"),
    where_typed,
    takes=phrase("<order>"),
)
SHOW_PARCEL = Button(Verb.SHOW_PARCEL, Action.SEE_WHERE, track_pressed)
WHERE_BUTTON = Button(Verb.WHERE, Action.SEE_WHERE, where_pressed)
