"""The booking link (contract: Endpoints, 12)."""

from typing import Annotated

from fastapi import APIRouter, Path

from bot.service.api.docs import booking_operations as docs
from bot.service.api.route import ServiceRequest, ServiceRoute
from bot.service.errors import NotFoundError
from bot.service.responses.booking_link import BookingLink
from bot.service.responses.envelopes import Booking

router = APIRouter(prefix="/booking-inbound", tags=["booking"], route_class=ServiceRoute)


@router.get("/get_booking_link_detail/{link_code}", **docs.GET.route())
async def get(link_code: Annotated[str, Path()], request: ServiceRequest) -> Booking:
    environment = request.environment
    booking = environment.booking
    if booking is None or booking.link_code != link_code:
        raise NotFoundError
    origin = request.app.state.public_url().rstrip("/")
    own_page = f"{origin}/{environment.name}/book/{link_code}" if origin else None
    link_url = booking.link_url or own_page
    link = BookingLink.at(link_url, environment.name, booking, environment.business)
    return Booking(data=link)
