"""Where on the map a delivery starts and ends."""

from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen

_MAX_LATITUDE = 90
_MAX_LONGITUDE = 180


class Point(Frozen):
    """A place on the map, in degrees."""

    latitude: float
    longitude: float


class Coordinates(Frozen):
    """Both ends of a delivery, each None where the service does not know it."""

    sender: Point | None = None
    receiver: Point | None = None


def read_coordinates(fields: Fields) -> Coordinates:
    """Read the four coordinate fields, given as strings, numbers or null."""
    return Coordinates(
        sender=_read_point(fields, "sender"), receiver=_read_point(fields, "customer")
    )


def _read_point(fields: Fields, end: str) -> Point | None:
    latitude = fields.decimal(f"{end}_latitude")
    longitude = fields.decimal(f"{end}_longitude")
    if latitude is None or longitude is None:
        return None
    if abs(latitude) > _MAX_LATITUDE or abs(longitude) > _MAX_LONGITUDE:
        return None
    return Point(latitude=float(latitude), longitude=float(longitude))
