"""The booking link (contract: Endpoints, 12)."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse

from bot.service.api.answers import success
from bot.service.api.docs import booking_operations as docs
from bot.service.api.paths import PublicUrl, TheOffice
from bot.service.api.route import ServiceRoute
from bot.service.errors import NotFoundError
from bot.service.shapes.booking import booking_link

router = APIRouter(prefix="/booking-inbound", tags=["booking"], route_class=ServiceRoute)


@router.get("/get_booking_link_detail/{link_code}", **docs.GET.route())
async def get(link_code: Annotated[str, Path()], office: TheOffice, url: PublicUrl) -> JSONResponse:
    """Return the business and its pricing, as its booking link shows them."""
    business = office.settings.organization
    booking = business.bookings.get(office.environment)
    if booking is None or booking.link_code != link_code:
        raise NotFoundError
    link_url = booking.link_url or str(url.replace(query=""))
    shape = booking_link(booking, business, environment=office.environment, link_url=link_url)
    return success(shape)
