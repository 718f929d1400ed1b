"""The truth of a storm: what the fleet service's own database says, whoever was told what."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import psycopg

from bot.fleet import State
from tests.faults.parcels import Parcel, Parcels
from tests.faults.storm.database_view import DatabaseFile, view_of
from tests.faults.storm.moments import Moment, Moments

_LOOK_SECONDS = 0.02
_LOOK_SERVER_SECONDS = 0.2

_ROWS = """
    SELECT uuid, number, state, rider_uuid, receiver_name, pickup_misses, dropoff_misses
    FROM deliveries
"""
_EVENTS = "SELECT delivery_uuid, event FROM webhooks ORDER BY id"

_STATES = {
    "pending": State.PENDING,
    "awaiting_pickup": State.AWAITING_PICKUP,
    "order_accepted": State.ACCEPTED,
    "in_transit": State.IN_TRANSIT,
    "delivered": State.DELIVERED,
    "cancelled": State.CANCELLED,
}
_FORWARD = (State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED, State.IN_TRANSIT, State.DELIVERED)


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A delivery as the service holds it."""

    uuid: str
    order: str
    state: State
    rider: str | None
    receiver: str
    misses: int


class FleetTruth:
    """Looks into the service's database all the time, and lets the parcels follow it.

    `changes` are all that were seen: when, and what the delivery was then. `listeners` are called
    with each row that has changed.
    """

    def __init__(self, url: str, parcels: Parcels, moments: Moments) -> None:
        self._source = view_of(url)
        self._is_file = isinstance(self._source, DatabaseFile)
        self._parcels = parcels
        self._moments = moments
        self._known: dict[str, FleetRow] = {}
        self.changes: list[tuple[datetime, FleetRow]] = []
        self.listeners: list[Callable[[FleetRow], None]] = []

    def close(self) -> None:
        self._source.close()

    @property
    def rows(self) -> Mapping[str, FleetRow]:
        """Every delivery as it was at the last look, by its uuid."""
        return self._known

    def events(self) -> list[tuple[str, str]]:
        """Return all that the service has told: the delivery's uuid and the event's name."""
        return [(str(uuid), str(event)) for uuid, event in self._source.rows(_EVENTS)]

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            with suppress(sqlite3.OperationalError, psycopg.OperationalError):
                if self._source.changed():
                    self.look()
            self._lead()
            await asyncio.sleep(_LOOK_SECONDS if self._is_file else _LOOK_SERVER_SECONDS)

    def look(self) -> None:
        """Take in what has changed."""
        new = [row for row in self._read() if self._known.get(row.uuid) != row]
        for row in new:
            before, self._known[row.uuid] = self._known.get(row.uuid), row
            if before is None or (before.state, before.rider) != (row.state, row.rider):
                self.changes.append((datetime.now(UTC), row))
            for listener in self.listeners:
                listener(row)
        if new:
            self._moments.come(Moment.FLEET_CHANGED)

    def _lead(self) -> None:
        """Let the parcels follow, also those that the office has just been told of."""
        followed = [
            follow(parcel, self._known[parcel.uuid])
            for parcel in self._parcels
            if parcel.uuid in self._known
        ]
        if any(followed):
            self._parcels.changed.notify()

    def _read(self) -> Iterator[FleetRow]:
        for uuid, number, state, rider, receiver, pickup, dropoff in self._source.rows(_ROWS):
            yield FleetRow(
                *(str(uuid), str(number), _STATES[str(state).lower().replace(" ", "_")]),
                str(rider) if rider else None,
                str(receiver or ""),
                int(str(pickup)) + int(str(dropoff)),
            )


def follow(parcel: Parcel, row: FleetRow) -> bool:
    """Let a parcel be what its row says, and say whether it was not.

    What it must have been in between, it was.
    """
    if (parcel.rider, parcel.state) == (row.rider, row.state):
        return False
    if row.rider and parcel.rider != row.rider:
        parcel.riders.append(row.rider)
    if row.state in _FORWARD and parcel.state in _FORWARD:
        parcel.been.update(_FORWARD[: _FORWARD.index(row.state) + 1])
    parcel.state = row.state
    parcel.been.add(row.state)
    return True
