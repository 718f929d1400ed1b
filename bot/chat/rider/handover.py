"""I have it, and Find: two riders between whom a parcel changes hands on the way."""

from collections.abc import Sequence

from bot.actions.access import Action, may
from bot.actions.follow_ups import handovers
from bot.actions.rider import code_questions
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries, locations
from bot.texts.callbacks import Verb
from bot.texts.message import Place
from bot.texts.names import first_name
from bot.texts.rider import handovers as texts
from bot.texts.rider import places


@settled
def take(tx: Transaction, turn: Turn) -> None:
    """Confirm that the rider has the parcel: from now on it is like any other on the way."""
    row = pressed_job(tx, turn, Action.TAKE_PARCEL)
    if row is not None and not handovers.confirm(tx, turn.person, row):
        turn.stale()
        code_questions.show_rider(tx, turn.person, row.uuid)
    turn.clear_pressed(tx)


@settled
def take_all(tx: Transaction, turn: Turn) -> None:
    """Confirm all parcels that have come from the same rider."""
    row = pressed_job(tx, turn, Action.TAKE_PARCEL)
    if row is None:
        return
    handover = handovers.awaited(tx, row)
    if handover is None:
        turn.stale()
        return
    # Another parcel of the same rider may have gone to a third rider meanwhile.
    for each in handovers.together(tx, handover):
        other = deliveries.get(tx, each.delivery)
        if other is not None and may(turn.person, Action.TAKE_PARCEL, other):
            handovers.confirm(tx, turn.person, other)
    turn.clear_pressed(tx)


def ask_what_is_there(turn: Turn, rows: Sequence[DeliveryRow], tx: Transaction) -> None:
    """Offer to confirm the parcels that a rider says they have taken over."""
    numbers = {row.uuid: row.order_number for row in rows}
    waiting = [
        (each, numbers[each.delivery], len(handovers.together(tx, each)))
        for each in handovers.to_take(tx, rows)
    ]
    turn.reply(tx, texts.is_it_with_you(turn.say, waiting))


@settled
def find(tx: Transaction, turn: Turn) -> None:
    """Show where the other rider is, if they share it; only these two see it."""
    row = deliveries.get(tx, turn.delivery())
    handover = handovers.party(tx, turn.person, turn.delivery())
    if row is None or handover is None:
        say_changed(tx, turn)
        return
    if turn.person.rider == handover.rider:
        other, phone = handover.holder, handover.holder_phone
        name = first_name(handover.holder_name)
    else:
        taker = snapshot(row).rider
        other, phone = handover.rider, texts.taker_phone(snapshot(row))
        name = first_name(taker.name) if taker else ""
    location = locations.current(tx, other)
    if location is None:
        turn.reply(tx, texts.not_to_be_found(turn.say, name, phone))
        return
    place = Place(
        latitude=location.latitude,
        longitude=location.longitude,
        title=name,
        address=phone or name,
    )
    turn.reply(tx, places.only(place))


TAKE_PARCEL = Button(Verb.TAKE_PARCEL, Action.TAKE_PARCEL, take)
TAKE_ALL_PARCELS = Button(Verb.TAKE_ALL_PARCELS, Action.TAKE_PARCEL, take_all)
FIND_EACH_OTHER = Button(Verb.FIND_EACH_OTHER, Action.FIND_EACH_OTHER, find)
