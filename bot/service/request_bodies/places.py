"""Where a delivery begins and ends, as a program at the operator's door says it."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from bot.service.records import MapPlace
from bot.service.request_bodies.fields import Body, Degrees

_Latitude = Annotated[Degrees, Field(ge=-90, le=90)]
_Longitude = Annotated[Degrees, Field(ge=-180, le=180)]


class PlacesStatement(Body):
    """The places that are known; of each both numbers. What is left out, or null, stays."""

    sender_latitude: _Latitude | None = None
    sender_longitude: _Longitude | None = None
    customer_latitude: _Latitude | None = None
    customer_longitude: _Longitude | None = None

    @property
    def pickup(self) -> MapPlace | None:
        return _place(self.sender_latitude, self.sender_longitude)

    @property
    def dropoff(self) -> MapPlace | None:
        return _place(self.customer_latitude, self.customer_longitude)

    @model_validator(mode="after")
    def _in_pairs(self) -> Self:
        ends = (
            (self.sender_latitude, self.sender_longitude),
            (self.customer_latitude, self.customer_longitude),
        )
        if any((latitude is None) != (longitude is None) for latitude, longitude in ends):
            raise ValueError("takes the latitude and the longitude of a place together")
        return self


def _place(latitude: float | None, longitude: float | None) -> MapPlace | None:
    return None if latitude is None or longitude is None else MapPlace(latitude, longitude)
