"""Pickups: parcels that wait at one sender's place share a card, and are taken together."""

from collections.abc import Iterable
from datetime import datetime

from bot.actions import request_queue
from bot.actions.access import Action, may
from bot.actions.rider.codes import VERBS
from bot.actions.rider.own_deliveries import age, ready
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.store import deliveries
from bot.texts import order_lines
from bot.texts.callbacks import Verb

NOT_PICKED_UP = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED})


def waits(person: Person, row: DeliveryRow) -> bool:
    """Tell whether a parcel is this rider's to fetch."""
    return row.state in NOT_PICKED_UP and may(person, Action.ACCEPT, row)


def waiting(tx: Transaction, person: Person, pickup: str | None) -> list[DeliveryRow]:
    """Return the parcels that a rider has to fetch at one place, in the order of `order`."""
    if pickup is None or person.rider is None:
        return []
    rows = deliveries.open_at_pickup(tx, person.rider, pickup)
    return sorted((row for row in rows if waits(person, row)), key=order)


def order(row: DeliveryRow) -> tuple[datetime, datetime, str, str]:
    """Return a sort key for a pickup: by the time it is ready, then by age, then by the street."""
    created_at, number = age(row)
    return ready(row), created_at, order_lines.place(snapshot(row)), number


def without_those_shown_together(rows: Iterable[DeliveryRow]) -> list[DeliveryRow]:
    """Keep only the first row of each pickup and each round, whose card shows the others, too."""
    first: dict[str, DeliveryRow] = {}
    # Go from the last to the first, so that the first row of each card overwrites the others.
    for row in reversed(list(rows)):
        if row.pickup and row.state in NOT_PICKED_UP:
            first[row.pickup] = row
        elif row.rider and row.state == State.IN_TRANSIT and not row.holder:
            first[row.rider] = row
        else:
            first[row.uuid] = row
    return list(reversed(first.values()))


def ready_for_code(tx: Transaction, person: Person, pickup: str | None) -> list[DeliveryRow]:
    """Return the parcels accepted at one place for which no confirmation is under way yet."""
    rows = []
    for row in waiting(tx, person, pickup):
        verbs = {change.request.verb for change in request_queue.pending(tx, row.uuid)}
        is_taken = row.state == State.ACCEPTED or Verb.ACCEPT in verbs
        if is_taken and verbs.isdisjoint(VERBS.values()):
            rows.append(row)
    return rows
