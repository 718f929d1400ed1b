"""Customers book deliveries for themselves, within bounds."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from bot.service import rules
from bot.service.environment import UnitOfWork, operation
from bot.service.errors import ServiceError
from bot.service.operations.create import create
from bot.service.records import Delivery
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.settings import BookingSettings
from bot.service.store.booking_rows import BookedOrder, add_booking, bookings_since
from bot.service.store.delivery_rows import find_deliveries
from bot.service.vocabulary import CreationMode

_HOUR = timedelta(hours=1)


class TooManyBookingsError(ServiceError):
    """More is booked than the settings allow; nothing is made, and no text sent."""

    status = 429
    message = "Too much has been booked here lately. Please try later, or call the business."


@operation
def book(
    work: UnitOfWork,
    booking: BookingSettings,
    order: NewDelivery,
    uuid: str,
    address: str,
    places: Mapping[str, Any],
) -> Delivery:
    """Create the delivery that a customer has confirmed; the same `uuid` again makes no other.

    Raises:
        TooManyBookingsError: too many for these phones, from this address, or in all.
    """
    # Whoever books at the same moment is counted, and the same booking is found.
    work.tx.alone_with(f"bookings in {work.environment.name}")
    made = find_deliveries(work.tx, work.environment.name, [uuid])
    if uuid in made:
        return made[uuid]
    (parcel,) = order.parcels
    ends = [order.sender("").phone, parcel.contact("").phone]
    new = BookedOrder(work.now, *(_hash(work, what) for what in (address, *ends)))
    lately = bookings_since(work.tx, work.environment.name, work.now - rules.BOOKINGS_KEPT)
    _check_bounds(booking, new, lately)
    add_booking(work.tx, work.environment.name, uuid, new)
    mode = CreationMode.VIA_BOOKING
    return create(work, order, parcel, uuid=uuid, creation_mode=mode, **places)


def _hash(work: UnitOfWork, what: str) -> bytes:
    return work.environment.vault.digest(what, context="bookings")


def _check_bounds(
    booking: BookingSettings, new: BookedOrder, lately: Sequence[BookedOrder]
) -> None:
    in_the_hour = [each for each in lately if each.at > new.at - _HOUR]
    from_here = [each for each in in_the_hour if each.address == new.address]
    phones = {new.sender, new.receiver}
    of_phones = [each for each in lately if phones & {each.sender, each.receiver}]
    for found, most in (
        (in_the_hour, booking.in_all_an_hour),
        (from_here, booking.per_address_an_hour),
        (of_phones, booking.per_phone_a_day),
    ):
        if len(found) >= most:
            raise TooManyBookingsError
