"""What a booked delivery costs (contract: Booking link detail; `rules.bookings`, on prices)."""

from decimal import ROUND_CEILING, Decimal
from math import asin, cos, radians, sin, sqrt

from bot.service.records import MapPlace
from bot.service.settings import BookingSettings

_EARTH_KM = 6371.0088
_TENTH = Decimal("0.1")
_UNIT = Decimal(1)


def straight_km(start: MapPlace, end: MapPlace) -> float:
    """Return the kilometres between two places as the crow flies (haversine)."""
    south, north = radians(start.latitude), radians(end.latitude)
    across = radians(end.longitude - start.longitude)
    part = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(across / 2) ** 2
    # Rounding can lift the part of two opposite places above 1, which `asin` refuses.
    return 2 * _EARTH_KM * asin(sqrt(min(1.0, part)))


def road_km(booking: BookingSettings, start: MapPlace, end: MapPlace) -> Decimal:
    """Return about how many kilometres the road is, up to a whole tenth."""
    # The digits of the float, not its binary value: that can lie just above a whole tenth.
    kilometres = Decimal(repr(straight_km(start, end) * booking.road_factor))
    return kilometres.quantize(_TENTH, ROUND_CEILING)


def price(
    booking: BookingSettings, kilometres: Decimal | None, *, express: bool = False
) -> int | None:
    """Return the price in whole units of the currency, None where nobody knows the distance."""
    if booking.pricing_model == "flat":
        base = Decimal(booking.flat_amount)
    elif kilometres is None:
        return None
    else:
        base = booking.per_km_amount * kilometres
    least = max(base, Decimal(booking.minimum_amount))
    whole = least + express_charge(booking, least) if express else least
    return int(whole.quantize(_UNIT, ROUND_CEILING))


def express_charge(booking: BookingSettings, base: Decimal) -> Decimal:
    """Return what express delivery costs on top of `base`; nothing where there is none."""
    value = Decimal(booking.express_value or 0)
    if booking.express_type == "percentage":
        return base * value / 100
    return value if booking.express_type == "fixed" else Decimal()
