"""The round: the parcels that a rider has with them, as stops in the order of delivery."""

from collections.abc import Sequence
from dataclasses import replace
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
from bot.store.round_stops import RoundStop
from bot.texts import order_lines

_SEVERAL = 2


def brings(person: Person, row: DeliveryRow) -> bool:
    """Tell whether a rider has a parcel with them and is to deliver it."""
    return row.state == State.IN_TRANSIT and not row.holder and may(person, Action.ACCEPT, row)


def stops(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return the stops of a rider's round, the next one first.

    The rider's own order counts most. Then comes the kept order of the way, from the rider's place
    when a stop joined last. Without one it is a short way from a pickup, if two or more places are
    known. Stops without a known place come last, by street, the oldest first.
    """
    if person.rider is None:
        return []
    rows = deliveries.open_of_rider(tx, person.rider)
    return _in_order(tx, person, [row for row in rows if brings(person, row)])


def working_order(tx: Transaction, person: Person) -> list[DeliveryRow]:
    """Return a rider's open deliveries: the stops of the round, then the rest in working order."""
    rows = deliveries.open_of_rider(tx, person.as_rider)
    brought = [row for row in rows if brings(person, row)]
    others = [row for row in rows if not brings(person, row)]
    return [*_in_order(tx, person, brought), *in_working_order(others)]


def _in_order(tx: Transaction, person: Person, rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
    if len(rows) < _SEVERAL:
        return list(rows)
    kept = round_stops.of_rider(tx, person.as_rider)
    # The sort is stable, so stops of the same rank stay in the order of the way.
    return sorted(_by_way(rows), key=lambda row: _rank(kept.get(row.uuid)))


def _rank(stop: RoundStop | None) -> tuple[int, bool, int]:
    """Return a stop's sort key; for most stops nothing is kept."""
    if stop is None:
        return 0, True, 0
    return stop.place, stop.on_the_way is None, stop.on_the_way or 0


def _by_way(rows: Sequence[DeliveryRow], here: Place | None = None) -> list[DeliveryRow]:
    """Sort by a short way from `here`, or else from the oldest parcel's known pickup."""
    ends = [(row, snapshot(row).coordinates) for row in sorted(rows, key=age)]
    placed = [(row, _place(points.receiver)) for row, points in ends if points.receiver]
    if len(placed) < _SEVERAL:
        return _by_street(rows)
    starts = [_place(points.sender) for _, points in ends if points.sender]
    way = shortest_way(here or next(iter(starts), None), [place for _, place in placed])
    on_the_way = [placed[number][0] for number in way]
    placed_uuids = {row.uuid for row in on_the_way}
    others = [row for row in rows if row.uuid not in placed_uuids]
    return [*on_the_way, *_by_street(others)]


def set_out(tx: Transaction, person: Person, here: Place) -> None:
    """Order the way through a rider's stops from `here`; the rider's own order still goes first."""
    _keep(tx, person, _by_way(stops(tx, person), here))


def join(tx: Transaction, person: Person, row: DeliveryRow, here: Place) -> None:
    """Order the way from `here` if this stop has just joined the round."""
    stop = round_stops.of_rider(tx, person.as_rider).get(row.uuid)
    if brings(person, row) and (stop is None or stop.on_the_way is None):
        set_out(tx, person, here)


def put_first(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Make a stop the next one, until it is over."""
    # Stops that the rider has not moved are at 0.
    _put(tx, person, row, min([0, *_places(tx, person)]) - 1)


def put_last(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Put a stop behind all others."""
    _put(tx, person, row, max([0, *_places(tx, person)]) + 1)


def _places(tx: Transaction, person: Person) -> list[int]:
    return [stop.place for stop in round_stops.of_rider(tx, person.as_rider).values()]


def _put(tx: Transaction, person: Person, row: DeliveryRow, place: int) -> None:
    stop = round_stops.of_rider(tx, person.as_rider).get(row.uuid)
    round_stops.put(tx, replace(stop or RoundStop(row.uuid, person.as_rider), place=place))


def keep_order(tx: Transaction, person: Person, over: DeliveryRow) -> None:
    """Keep the order of the other stops when one is over, even if it came from that stop."""
    left = stops(tx, person)
    # The way through the other stops may be another one without the stop that is over.
    before = [row for row in _in_order(tx, person, [*left, over]) if row.uuid != over.uuid]
    if [row.uuid for row in before] != [row.uuid for row in left]:
        _keep(tx, person, before)


def _keep(tx: Transaction, person: Person, rows: Sequence[DeliveryRow]) -> None:
    kept = round_stops.of_rider(tx, person.as_rider)
    for number, row in enumerate(rows):
        stop = kept.get(row.uuid) or RoundStop(row.uuid, person.as_rider)
        round_stops.put(tx, replace(stop, on_the_way=number))


def _place(point: Point) -> Place:
    return point.latitude, point.longitude


def _by_street(rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
    """Sort by age, with the stops of one street together at the oldest of them."""
    oldest = sorted(rows, key=age)
    first: dict[str, tuple[datetime, str]] = {}
    for row in oldest:
        first.setdefault(_street(row), age(row))
    return sorted(oldest, key=lambda row: first[_street(row)])


def _street(row: DeliveryRow) -> str:
    return order_lines.place(snapshot(row)) or row.uuid
