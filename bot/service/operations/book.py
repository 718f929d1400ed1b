"""Customers book deliveries for themselves, within bounds."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
_PLACES = 2
"""A phone can be booked for from so many places as often as from each of them."""
_WITH_KNOWN = 2
"""So many times what strangers can book in an hour is all that is booked, whoever books."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Booker:
    """Where somebody books from: their network, or a browser that `is_known` from before."""

    place: str
    is_known: bool = False


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
    booker: Booker,
    places: Mapping[str, Any],
) -> Delivery:
    """Create the delivery that a customer has confirmed; the same `uuid` again makes no other.

    Raises:
        TooManyBookingsError: too many for one of the phones, from this place, or in all.
    """
    # Whoever books at the same moment is counted, and the same booking is found.
    work.tx.alone_with(f"bookings in {work.environment.name}")
    made = find_deliveries(work.tx, work.environment.name, [uuid])
    if uuid in made:
        return made[uuid]
    (parcel,) = order.parcels
    ends = [order.sender("").phone, parcel.contact("").phone]
    new = BookedOrder(work.now, *(_hash(work, what) for what in (booker.place, *ends)))
    lately = bookings_since(work.tx, work.environment.name, work.now - rules.BOOKINGS_KEPT)
    _check_bounds(booking, new, lately, is_known=booker.is_known)
    add_booking(work.tx, work.environment.name, uuid, new)
    mode = CreationMode.VIA_BOOKING
    return create(work, order, parcel, uuid=uuid, creation_mode=mode, **places)


def _hash(work: UnitOfWork, what: str) -> bytes:
    return work.environment.vault.digest(what, context="bookings")


def _check_bounds(
    booking: BookingSettings, new: BookedOrder, lately: Sequence[BookedOrder], *, is_known: bool
) -> None:
    """Refuse what is too much of one place, for one phone, or in all.

    Strangers who type somebody's phone, or book in plenty, use up what is for strangers, and a
    browser that is known books on. That costs a day's patience: so there is an end to it as well.
    """
    in_the_hour = [each for each in lately if each.at > new.at - _HOUR]
    of_sender = [each for each in lately if each.sender == new.sender]
    of_receiver = [each for each in lately if each.receiver == new.receiver]
    bounds = [(_from(new, in_the_hour), booking.per_address_an_hour)]
    bounds += [(_from(new, each), booking.per_phone_a_day) for each in (of_sender, of_receiver)]
    bounds.append((in_the_hour, booking.in_all_an_hour * _WITH_KNOWN))
    if not is_known:
        most = booking.per_phone_a_day * _PLACES
        bounds += [(of_sender, most), (of_receiver, most), (in_the_hour, booking.in_all_an_hour)]
    if any(len(found) >= most for found, most in bounds):
        raise TooManyBookingsError
    if len(in_the_hour) + 1 == -(-booking.in_all_an_hour // 2):
        _log.warning("half of what is booked in an hour before strangers have to wait is booked")


def _from(new: BookedOrder, found: Sequence[BookedOrder]) -> list[BookedOrder]:
    return [each for each in found if each.address == new.address]
