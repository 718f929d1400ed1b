"""Customers book deliveries for themselves: by a code to their phone, and within bounds."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from bot.base.database.transaction import Transaction
from bot.base.vault import SealBroken
from bot.service.environment import Environment, UnitOfWork, lookup, operation
from bot.service.errors import NotFoundError, RefusedError, ServiceError
from bot.service.operations.booking_bounds import HALF, BookingLoad
from bot.service.operations.create import create
from bot.service.records import Delivery
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.rules.bookings import (
    BOOKER_KNOWN_AFTER,
    BOOKING_CODE_LENGTH,
    BOOKING_CODE_TRIES,
    BOOKING_CODE_VALID_FOR,
    BOOKINGS_KEPT,
)
from bot.service.settings import BookingSettings
from bot.service.store import booking_rows
from bot.service.store.booking_rows import CODE, QUEUE, QUEUED, BookedOrder, BookingState
from bot.service.store.text_rows import drop_texts
from bot.service.vocabulary import CreationMode

_log = logging.getLogger(__name__)

find_booking = lookup(booking_rows.find_booking)


class ConfirmedOrder(BaseModel):
    """What a customer has confirmed: the body that creates it, and where it begins and ends."""

    body: dict[str, Any]
    places: dict[str, Any]

    @property
    def delivery(self) -> NewDelivery:
        return NewDelivery.model_validate(self.body)


@dataclass(frozen=True, slots=True)
class Booker:
    """The origin of a booking, and since when its browser is known to have the booker's phone."""

    network: str
    proven_since: datetime | None = None


class TooManyBookingsError(ServiceError):
    """More waits for a person than they could look at; nothing is made, and no text sent."""

    status = 429
    message = "Too much has been booked here lately. Please try later, or call the business."


@operation
def book(
    work: UnitOfWork, settings: BookingSettings, uuid: str, order: ConfirmedOrder, booker: Booker
) -> None:
    """Make the delivery that a customer has confirmed, or have it wait; a second call does nothing.

    It waits for the code that is texted to the sender's phone, unless this browser is known to have
    that, and for a person beyond the bounds: nobody else is texted before.

    Raises:
        TooManyBookingsError: too many wait already.
    """
    load = _alone(work, settings)
    if any(each.delivery_uuid == uuid for each in load.lately):
        return
    environment, delivery = work.environment, order.delivery
    (parcel,) = delivery.parcels
    new = BookedOrder(
        uuid,
        work.now,
        booking_hash(environment, booker.network),
        booking_hash(environment, delivery.sender("").phone),
        booking_hash(environment, parcel.contact("").phone),
        BookingState.PROVING,
        environment.vault.seal(order.model_dump_json().encode(), _order_of(uuid)),
    )
    if booker.proven_since is None:
        # A text costs money and reaches somebody: only the phone of the booker gets one yet.
        booked = _asked_for_code(work, load, new)
    else:
        booked = _settled(work, load, new, booker.proven_since)
    booking_rows.add_booking(work.tx, work.environment.name, booked)
    _tell_of_half(load, booked)


@operation
def prove(work: UnitOfWork, settings: BookingSettings, uuid: str, code: str) -> bytes | None:
    """Take the code of a booking; where it is right, return the hash of the booker's phone.

    Wrong codes are counted, and after some of them even the right one is refused.

    Raises:
        NotFoundError: there is no such booking.
        TooManyBookingsError: it would wait for a person, and too many do already.
    """
    load = _alone(work, settings)
    booking = _found(load, uuid)
    if booking.digest is None or not takes_code(booking, work.now):
        return None
    if not work.environment.vault.matches(code, booking.digest, context=_code_of(uuid)):
        booking_rows.change_booking(work.tx, replace(booking, misses=booking.misses + 1))
        return None
    settled = _settled(work, load, booking, work.now)
    booking_rows.change_booking(work.tx, settled)
    _tell_of_half(load, settled)
    return booking.sender


@operation
def text_new_code(work: UnitOfWork, settings: BookingSettings, uuid: str) -> datetime | None:
    """Text another code, and return None, or from when on there can be one.

    If the phone can get no more codes today, the booking waits for a person instead.

    Raises:
        NotFoundError: there is no such booking.
        TooManyBookingsError: it would wait for a person, and too many do already.
    """
    load = _alone(work, settings)
    booking = _found(load, uuid)
    if booking.state != BookingState.PROVING:
        return None
    at = load.next_code_at(booking)
    if at is not None and at > work.now:
        return at
    asked = _asked_for_code(work, load, booking)
    booking_rows.change_booking(work.tx, asked)
    _tell_of_half(load, asked)
    return None


@operation
def approve(work: UnitOfWork, settings: BookingSettings, uuid: str) -> Delivery:
    """Make the delivery of a booking that waits for a person.

    Raises:
        NotFoundError: no such booking waits.
    """
    booking = _found(_alone(work, settings), uuid)
    if booking.state not in QUEUED:
        raise NotFoundError
    delivery = _create(work, booking)
    booking_rows.change_booking(work.tx, _over(booking, BookingState.APPROVED))
    work.did("booking approved", delivery.title)
    return delivery


@operation
def refuse(work: UnitOfWork, settings: BookingSettings, uuids: Sequence[str]) -> None:
    """Refuse bookings that wait for a person; the others are left alone."""
    waiting = {each.delivery_uuid: each for each in _alone(work, settings).queued}
    refused = [waiting[uuid] for uuid in uuids if uuid in waiting]
    for each in refused:
        booking_rows.change_booking(work.tx, _over(each, BookingState.REFUSED))
    work.did("bookings refused", f"{len(refused)}")


def booking_load(tx: Transaction, environment: str, settings: BookingSettings) -> BookingLoad:
    """Return the present load of bookings in an environment."""
    since = tx.now - BOOKINGS_KEPT
    return BookingLoad(settings, booking_rows.bookings_since(tx, environment, since), tx.now)


_find_load = lookup(booking_load)


async def find_load(environment: Environment) -> BookingLoad | None:
    """Return the load of bookings, if the environment's page is open to customers."""
    settings = environment.booking
    if settings is None or not settings.open:
        return None
    return await _find_load(environment, settings)


def takes_code(booking: BookedOrder, now: datetime) -> bool:
    """Tell whether the code that was texted last can still be given."""
    return (
        booking.code_at is not None
        and now < booking.code_at + BOOKING_CODE_VALID_FOR
        and booking.misses < BOOKING_CODE_TRIES
    )


def opened_order(environment: Environment, booking: BookedOrder) -> ConfirmedOrder | None:
    """Return the order of a booking that waits, unless it was sealed with another key file."""
    try:
        opened = environment.vault.open(booking.sealed or b"", _order_of(booking.delivery_uuid))
    except SealBroken:
        return None
    return ConfirmedOrder.model_validate_json(opened)


def booking_hash(environment: Environment, what: str) -> bytes:
    """Return the hash of a network or a phone (E.164) by which bookings are counted."""
    return environment.vault.digest(what, context="bookings")


def _alone(work: UnitOfWork, settings: BookingSettings) -> BookingLoad:
    # One booking at a time: each is counted before the next, and a repeated one is found.
    work.tx.alone_with(f"bookings in {work.environment.name}")
    return booking_load(work.tx, work.environment.name, settings)


def _found(load: BookingLoad, uuid: str) -> BookedOrder:
    for each in load.lately:
        if each.delivery_uuid == uuid:
            return each
    raise NotFoundError


def _asked_for_code(work: UnitOfWork, load: BookingLoad, new: BookedOrder) -> BookedOrder:
    """Text a code to the booker, where one can be now; without any today a person is asked."""
    at = load.next_code_at(new)
    if at is None:
        return _queued(work, load, new, BookingState.UNPROVEN)
    if at > work.now:
        return new
    uuid, environment = new.delivery_uuid, work.environment
    order = _order(environment, new)
    code = environment.settings.draw(BOOKING_CODE_LENGTH)
    phone = order.delivery.sender("").phone
    # The former code is void: where its text still waits, nobody gets it.
    drop_texts(work.tx, uuid, [CODE])
    work.text(uuid, CODE, phone, environment.wording.booking_code(phone, code))
    digest = environment.vault.digest(code, context=_code_of(uuid))
    return replace(new, digest=digest, misses=0, codes=new.codes + 1, code_at=work.now)


def _settled(
    work: UnitOfWork, load: BookingLoad, new: BookedOrder, proven_since: datetime
) -> BookedOrder:
    """Make the delivery of a booking, or have it wait for a person where that is too much."""
    is_known = load.is_approved(new) or proven_since <= work.now - BOOKER_KNOWN_AFTER
    if is_known:  # wherever they are, they are counted as themselves
        new = replace(new, address=new.sender)
    if not load.has_room(new, is_known=is_known):
        return _queued(work, load, new, BookingState.WAITING)
    _create(work, new)
    return _over(new, BookingState.MADE)


def _queued(
    work: UnitOfWork, load: BookingLoad, new: BookedOrder, state: BookingState
) -> BookedOrder:
    # From here on a person decides, and the code that was texted proves nothing.
    queued = replace(new, state=state, digest=None)
    if not load.has_room_in_queue(queued):
        raise TooManyBookingsError
    if not load.queued:
        _log.warning("a booking waits for a person, and others will: see Bookings of /operator")
        environment, phone = work.environment, load.settings.approver
        if phone:
            page = f"{environment.settings.public_url}/operator/{environment.name}/bookings"
            text = environment.wording.booking_waits(phone, page)
            work.text(new.delivery_uuid, QUEUE, phone, text)
    return queued


def _over(booking: BookedOrder, state: BookingState) -> BookedOrder:
    return replace(booking, state=state, sealed=None, digest=None)


def _create(work: UnitOfWork, booking: BookedOrder) -> Delivery:
    order, uuid = _order(work.environment, booking), booking.delivery_uuid
    delivery = order.delivery
    (parcel,) = delivery.parcels
    return create(
        work,
        delivery,
        parcel,
        uuid=uuid,
        creation_mode=CreationMode.VIA_BOOKING,
        **order.places,
    )


def _order(environment: Environment, booking: BookedOrder) -> ConfirmedOrder:
    order = opened_order(environment, booking)
    if order is None:
        raise RefusedError({"uuid": ["This booking was sealed with another key file."]})
    return order


def _order_of(uuid: str) -> str:
    return f"order of booking {uuid}"


def _code_of(uuid: str) -> str:
    return f"code of booking {uuid}"


def _tell_of_half(before: BookingLoad, booked: BookedOrder) -> None:
    for bound, share in before.with_one(booked).shares.items():
        if before.shares[bound] < HALF <= share:
            _log.warning("strangers have used half of what they can book (%s)", bound)
