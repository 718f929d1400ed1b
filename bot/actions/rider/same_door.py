"""Parcels for the same door, which are handed over one after the other, with a code each.

Several parcels at one pickup are fetched in the same way.
"""

from bot.actions import effect_keys, request_queue
from bot.actions.rider import code_questions, pickups
from bot.actions.rider.code_questions import CodeQuestion
from bot.actions.rider.codes import VERBS, Stage
from bot.actions.rider.own_deliveries import age, in_working_order
from bot.actions.rider.same_place import marks
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, dialogs, people


def is_same_door(one: Delivery, other: Delivery) -> bool:
    """Tell whether two deliveries have a receiver's phone number or address in common."""
    return not _marks(one).isdisjoint(_marks(other))


def _marks(delivery: Delivery) -> set[str]:
    return {mark for receiver in delivery.receivers for mark in marks(receiver) if mark}


def ask_for_next(
    tx: Transaction, user_id: int, delivery: DeliveryUuid, stage: Stage, key: EffectKey
) -> None:
    """Ask for the next parcel's code at the place where one was just fetched or handed over."""
    person = people.get(tx, user_id)
    row = deliveries.get(tx, delivery)
    if person is None or row is None or person.rider != row.rider:
        return
    # Do not replace a question that is open already.
    if dialogs.current(tx, user_id) is None:
        _ask_first(tx, person, row, stage, _others_there(tx, person, row, stage), key)


def skip(tx: Transaction, person: Person, question: CodeQuestion, key: EffectKey) -> None:
    """Leave a parcel for later, and ask for the code of the next one at the same place, if any."""
    code_questions.close_question(tx, person, question.delivery, key)
    skipped = deliveries.get(tx, question.delivery)
    door = deliveries.get(tx, question.door or DeliveryUuid(""))
    if skipped is not None and door is not None:
        # The parcels before the skipped one were skipped already.
        order = pickups.order if question.stage is Stage.PICKUP else age
        others = _others_there(tx, person, door, question.stage)
        behind = [row for row in others if order(row) > order(skipped)]
        _ask_first(tx, person, door, question.stage, behind, key)


def _ask_first(
    tx: Transaction,
    person: Person,
    door: DeliveryRow,
    stage: Stage,
    rows: list[DeliveryRow],
    key: EffectKey,
) -> None:
    """Ask for the code of the first of these parcels for which one may be typed now."""
    for row in rows:
        stopped = code_questions.ask_for_code(
            tx, person, row, stage, effect_keys.next_at_door(key), door=door.uuid
        )
        if stopped is None:
            return


def _others_there(
    tx: Transaction, person: Person, row: DeliveryRow, stage: Stage
) -> list[DeliveryRow]:
    """Return the rider's other parcels to fetch, or to hand over, at this parcel's place."""
    if stage is Stage.DROPOFF:
        return _at_door(tx, row)
    return [one for one in pickups.ready_for_code(tx, person, row.pickup) if one.uuid != row.uuid]


def parcels(tx: Transaction, row: DeliveryRow) -> list[DeliveryRow]:
    """Return this parcel, and the rider's other parcels for its door."""
    return [row, *_at_door(tx, row)]


def _at_door(tx: Transaction, row: DeliveryRow) -> list[DeliveryRow]:
    """Return the rider's other parcels for this door for which no confirmation is under way."""
    here = snapshot(row)
    rows = []
    for other in in_working_order(deliveries.open_of_rider(tx, row.rider or RiderUuid(""))):
        if other.uuid == row.uuid or other.state != State.IN_TRANSIT:
            continue
        if not is_same_door(here, snapshot(other)):
            continue
        verbs = {change.request.verb for change in request_queue.pending(tx, other.uuid)}
        if verbs.isdisjoint(VERBS.values()):
            rows.append(other)
    return rows
