"""Bookings: those that wait for a person, and how much of what strangers can book is used up."""

from starlette.responses import Response

from bot.service.errors import NotFoundError
from bot.service.operations.book import approve, find_load, opened_order, refuse
from bot.service.operations.find import known_uuid
from bot.service.pages.operator.desk import Desk, DeskSection
from bot.service.settings import BookingSettings
from bot.service.store.booking_rows import BookingState

BOUNDS = {"in_all_an_hour": "bookings an hour", "texts_a_day": "texts a day"}

section = DeskSection()


@section.get("/bookings")
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


@section.post("/bookings/approve")
async def _approve(desk: Desk) -> Response:
    uuid = known_uuid(desk.form.get("uuid", ""))
    delivery = await approve(desk.environment, _settings(desk), uuid)
    return desk.done(f"Delivery {delivery.order_number} is booked.")


@section.post("/bookings/refuse")
async def _refuse(desk: Desk) -> Response:
    await refuse(desk.environment, _settings(desk), [known_uuid(desk.form.get("uuid", ""))])
    return desk.done("The booking is refused.")


@section.post("/bookings/refuse-unproven")
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
