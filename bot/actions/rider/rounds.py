"""The round: what a rider has with them, stop by stop, in the order in which they go."""

from collections.abc import Sequence
from datetime import datetime

from bot.actions.access import Action, may
from bot.actions.rider.own_deliveries import age, in_working_order
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.domain.shortest_way import Place, shortest_way
from bot.fleet import Point, State
from bot.store import deliveries, round_stops
from bot.texts import order_lines

_SEVERAL = 2


def brings(person: Person, row: DeliveryRow) -> bool:
    """Tell whether a rider has a parcel with them, and it is theirs to deliver."""
    return row.state == State.IN_TRANSIT and not row.holder and may(person, Action.ACCEPT, row)


def stops(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return what a rider brings, the next stop first.

    The rider's own order counts most. Else it is a short way where the places of two stops or more
    are known; what has no place comes behind, each street together, the oldest first.
    """
    if person.rider is None:
        return []
    rows = deliveries.open_of_rider(tx, person.rider)
    return _in_order(tx, person, [row for row in rows if brings(person, row)])


def working_order(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return what is open of a rider's: the stops of the round, then the rest in working order."""
    rows = deliveries.open_of_rider(tx, person.as_rider)
    brought = [row for row in rows if brings(person, row)]
    others = [row for row in rows if not brings(person, row)]
    return [*_in_order(tx, person, brought), *in_working_order(others)]


def _in_order(tx: Transaction, person: Person, rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
    if len(rows) < _SEVERAL:
        return list(rows)
    ends = [(row, snapshot(row).coordinates) for row in sorted(rows, key=age)]
    placed = [(row, _place(points.receiver)) for row, points in ends if points.receiver]
    if len(placed) < _SEVERAL:
        ordered = _by_street(rows)
    else:
        # The way begins where the oldest of the parcels was picked up.
        starts = [_place(points.sender) for _, points in ends if points.sender]
        way = shortest_way(next(iter(starts), None), [place for _, place in placed])
        on_the_way = [placed[number][0] for number in way]
        placed_uuids = {row.uuid for row in on_the_way}
        others = [row for row in rows if row.uuid not in placed_uuids]
        ordered = [*on_the_way, *_by_street(others)]
    # The rider's own order is kept as places below and above 0, and all others are at 0.
    places = round_stops.of_rider(tx, person.as_rider)
    return sorted(ordered, key=lambda row: places.get(row.uuid, 0))


def put_first(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Let a stop be the next one, until it is over."""
    places = round_stops.of_rider(tx, person.as_rider).values()
    round_stops.put(tx, person.as_rider, row.uuid, min([0, *places]) - 1)


def put_last(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Let a stop come behind all others."""
    places = round_stops.of_rider(tx, person.as_rider).values()
    round_stops.put(tx, person.as_rider, row.uuid, max([0, *places]) + 1)


def keep_order(tx: Transaction, person: Person, over: DeliveryRow) -> None:
    """Let the other stops stay in their order when one is over, also where it had decided that."""
    left = stops(tx, person)
    before = [row for row in _in_order(tx, person, [*left, over]) if row.uuid != over.uuid]
    if [row.uuid for row in before] != [row.uuid for row in left]:
        # Below 0, so that what is picked up later comes behind them.
        for place, row in enumerate(before, start=-len(before)):
            round_stops.put(tx, person.as_rider, row.uuid, place)


def _place(point: Point) -> Place:
    return point.latitude, point.longitude


def _by_street(rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
    """Sort by age, and bring those of one street together with the oldest of them."""
    oldest = sorted(rows, key=age)
    first: dict[str, tuple[datetime, str]] = {}
    for row in oldest:
        first.setdefault(_street(row), age(row))
    return sorted(oldest, key=lambda row: first[_street(row)])


def _street(row: DeliveryRow) -> str:
    return order_lines.place(snapshot(row)) or row.uuid
