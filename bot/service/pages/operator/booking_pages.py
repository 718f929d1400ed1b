"""Bookings: those that wait for a person, and how much of what strangers can book is used up."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import Route

from bot.service.errors import NotFoundError
from bot.service.operations.book import approve, find_load, opened_order, refuse
from bot.service.operations.find import known_uuid
from bot.service.pages.operator.desk import Desk, Desks
from bot.service.settings import BookingSettings
from bot.service.store.booking_rows import BookingState

BOUNDS = {"in_all_an_hour": "bookings an hour", "texts_a_day": "texts a day"}


def booking_routes(desks: Desks) -> Sequence[Route]:
    return [
        desks.get("/bookings", _list),
        desks.post("/bookings/approve", _approve),
        desks.post("/bookings/refuse", _refuse),
        desks.post("/bookings/refuse-unproven", _refuse_unproven),
    ]


async def _list(desk: Desk) -> Response:
    load = await find_load(desk.environment)
    waiting = []
    for booking in load.queued if load else []:
        order = opened_order(desk.environment, booking)
        waiting.append(
            {
                "uuid": booking.delivery_uuid,
                "at": booking.at,
                "is_proven": booking.state == BookingState.WAITING,
                "order": order.delivery if order else None,
            }
        )
    return desk.show(
        "bookings",
        "bookings",
        booking=desk.environment.booking,
        page=f"{desk.visit.pages.public_url()}/{desk.environment.name}/book",
        load=load,
        bounds=BOUNDS,
        waiting=waiting,
    )


async def _approve(desk: Desk) -> Response:
    uuid = known_uuid(desk.form.get("uuid", ""))
    delivery = await approve(desk.environment, _settings(desk), uuid)
    return desk.done(f"Delivery {delivery.order_number} is booked.")


async def _refuse(desk: Desk) -> Response:
    await refuse(desk.environment, _settings(desk), [known_uuid(desk.form.get("uuid", ""))])
    return desk.done("The booking is refused.")


async def _refuse_unproven(desk: Desk) -> Response:
    load = await find_load(desk.environment)
    unproven = [
        each.delivery_uuid
        for each in (load.queued if load else [])
        if each.state == BookingState.UNPROVEN
    ]
    await refuse(desk.environment, _settings(desk), unproven)
    return desk.done(f"Bookings that are refused: {len(unproven)}.")


def _settings(desk: Desk) -> BookingSettings:
    settings = desk.environment.booking
    if settings is None:
        raise NotFoundError
    return settings
