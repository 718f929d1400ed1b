"""Places: where a rider goes next, as a link to a map, as an address to copy, as a pin."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from bot.base.plain_text import clean
from bot.fleet import Delivery, Point, Receiver, Sender, State
from bot.texts.html import Html
from bot.texts.message import Message, Place

# Google refuses addresses of more than 2,048 characters, and a letter can take twelve of them.
_LONGEST_DESTINATION = 160
_MOST_ON_THE_WAY = 9
_LONGEST_OF_MANY = 60
"""Characters of an address among ten."""
_LONGEST_LINK = 2048

_SHORTEST, _LONGEST = timedelta(minutes=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where to go: a name and an address, empty where nobody knows them, and perhaps a point."""

    name: str
    address: str
    point: Point | None

    @property
    def map_link(self) -> str | None:
        """A link that begins navigation there; `None` where there is nothing to go by."""
        return _way_to(self.goal[:_LONGEST_DESTINATION]) if self.goal else None

    @property
    def goal(self) -> str:
        """The point, or else the address, that a map is asked for; "" where neither is known."""
        point = self.point
        return f"{point.latitude},{point.longitude}" if point else self.address


def way_through(stops: Sequence[Stop]) -> str | None:
    """Return a link to a map with the way through several stops; `None` if one is not known.

    The map takes nine stops on the way to the last one, and a link of 2,048 characters: the stops
    behind those are left out.
    """
    # The map takes a bar for the sign between two stops.
    goals = [stop.goal.replace("|", " ")[:_LONGEST_OF_MANY] for stop in stops]
    shown = goals[: _MOST_ON_THE_WAY + 1]
    if not all(shown):
        return None
    for count in range(len(shown), 1, -1):
        *between, last = shown[:count]
        link = _way_to(last, waypoints="|".join(between))
        if len(link) <= _LONGEST_LINK:
            return link
    return None


def _way_to(destination: str, **more: str) -> str:
    query = {"api": "1", "destination": destination, **more}
    return f"https://www.google.com/maps/dir/?{urlencode(query)}"


def next_stop(delivery: Delivery) -> Stop:
    """Return where the rider of a delivery goes next."""
    if delivery.state is State.IN_TRANSIT:
        receiver = delivery.receivers[0] if delivery.receivers else None
        return _stop(receiver, delivery.coordinates.receiver)
    return _stop(delivery.sender, delivery.coordinates.sender)


def _stop(party: Sender | Receiver | None, point: Point | None) -> Stop:
    return Stop(clean(party.name) if party else "", clean(party.address) if party else "", point)


def pin(stop: Stop) -> Message | None:
    """Show a stop on the map, if it is known where that is."""
    if stop.point is None:
        return None
    return only(
        Place(
            latitude=stop.point.latitude,
            longitude=stop.point.longitude,
            title=stop.name or stop.address,
            address=stop.address or stop.name,
        )
    )


def live(latitude: float, longitude: float, lasts: timedelta) -> Place:
    """Return a place that moves, for as long as that lasts, within what Telegram takes."""
    seconds = int(min(max(lasts, _SHORTEST), _LONGEST).total_seconds())
    return Place(latitude=latitude, longitude=longitude, live_seconds=seconds)


def only(place: Place) -> Message:
    """Return a message that is nothing but a place."""
    return Message(html=Html(), attachment=place)
