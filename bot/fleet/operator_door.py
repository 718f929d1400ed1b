"""An operator's door: what this project's own fleet service takes in addition to the contract.

Whatever is put there is put whole. So what was not answered is simply asked for again.
"""

from collections.abc import Callable, Mapping
from copy import copy
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Self

from bot.fleet import endpoints
from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import KeyRefused, OperatorKeyRefused, Unreadable
from bot.fleet.fields import Fields
from bot.fleet.rider import Rider, read_rider
from bot.fleet.values import Coordinates, Point, read_coordinates
from bot.fleet.wire import Wire
from bot.identifiers import DeliveryUuid, RiderUuid


class PhotoStage(StrEnum):
    """The end of the way at which a parcel was photographed."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


_PHOTOS: Mapping[PhotoStage, Endpoint] = {
    PhotoStage.PICKUP: endpoints.PUT_PICKUP_PHOTO,
    PhotoStage.DROPOFF: endpoints.PUT_DROPOFF_PHOTO,
}


class OperatorDoor:
    """The door of one environment. Every method raises `FleetError`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._wire.aclose()

    def guarded(self, check: Callable[[], None]) -> "OperatorDoor":
        """Return this door for somebody who may lose the right to ask: `check` then raises."""
        guarded = copy(self)
        guarded._wire = self._wire.guarded(check)
        return guarded

    async def look(self) -> str:
        """Return which environment is behind the door."""
        environment = Fields(await self._ask(endpoints.LOOK_AT_DOOR)).text("environment")
        if not environment:
            raise Unreadable("What answers does not say which environment it is.")
        return environment

    async def put_photo(self, delivery: DeliveryUuid, stage: PhotoStage, jpeg: bytes) -> str:
        """Let a delivery have a photo, in place of the one before; return its address."""
        url = Fields(await self._ask(_PHOTOS[stage], delivery, jpeg)).text("url")
        if not url:
            raise Unreadable("The fleet service does not say where the photo is.")
        return url

    async def put_places(
        self,
        delivery: DeliveryUuid,
        *,
        sender: Point | None = None,
        receiver: Point | None = None,
    ) -> Coordinates:
        """Let an open delivery have these places; what is None stays. Return both as they are."""
        ends = {"sender": sender, "customer": receiver}
        body = {
            f"{end}_{axis}": getattr(point, axis)
            for end, point in ends.items()
            if point is not None
            for axis in ("latitude", "longitude")
        }
        return read_coordinates(Fields(await self._ask(endpoints.PUT_PLACES, delivery, body)))

    async def put_payment(self, delivery: DeliveryUuid, *, is_paid: bool) -> None:
        """Write down that a delivery is paid for, or is not after all, whatever its state."""
        await self._ask(endpoints.PUT_PAYMENT, delivery, {"is_paid": is_paid})

    async def put_taker(self, delivery: DeliveryUuid, taken_by: str) -> None:
        """Record who took a parcel at its door, in place of what was said before."""
        await self._ask(endpoints.PUT_TAKER, delivery, {"taken_by": taken_by})

    async def commissions(
        self, since: datetime, until: datetime, rider: RiderUuid | None = None
    ) -> dict[DeliveryUuid, Decimal]:
        """Return what each delivery of a time has brought its rider, all or one of them.

        A delivery of a rider without a commission is not in it.
        """
        body = {
            "since": since.isoformat(),
            "until": until.isoformat(),
            "rider_uuid": rider,
        }
        listed = await self._ask(endpoints.LIST_COMMISSIONS, body=body)
        earned: dict[DeliveryUuid, Decimal] = {}
        for each in listed if isinstance(listed, list) else ():
            one = Fields(each)
            uuid, amount = one.uuid("delivery_uuid"), one.decimal("rider_commission")
            if uuid is not None and amount is not None:
                earned[DeliveryUuid(uuid)] = amount
        return earned

    async def set_rider(
        self,
        rider: RiderUuid,
        *,
        name: str | None = None,
        phone_code: str | None = None,
        phone_number: str | None = None,
        email: str | None = None,
        vehicle_plate_number: str | None = None,
        address: str | None = None,
        active: bool | None = None,
    ) -> Rider:
        """Let a rider's record say this; what is None stays as it is."""
        body = {
            "name": name,
            "phone_code": phone_code,
            "phone_number": phone_number,
            "email": email,
            "vehicle_plate_number": vehicle_plate_number,
            "address": address,
            "active": active,
        }
        record = read_rider(await self._ask(endpoints.SET_RIDER, rider, body))
        if record is None or record.uuid != rider.lower():
            raise Unreadable("The answer of the fleet service lacks the rider.")
        return record

    async def _ask(
        self, endpoint: Endpoint, parameter: str = "", body: Body | bytes | None = None
    ) -> object:
        try:
            return await self._wire.ask(endpoint, parameter, body)
        except KeyRefused:
            raise OperatorKeyRefused from None
