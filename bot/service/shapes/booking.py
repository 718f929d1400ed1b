"""The public booking link (contract: Booking link detail)."""

from uuid import NAMESPACE_URL, uuid5

from bot.service.phones import international
from bot.service.settings import BookingSettings, OrganizationSettings
from bot.service.shapes.parts import Shape, decimal, timestamp


def booking_link(
    booking: BookingSettings, business: OrganizationSettings, *, environment: str, link_url: str
) -> Shape:
    """Return an environment's booking link, with its pricing."""
    # Settings have no uuids; made from what they belong to, these are the same at every start.
    uuids = {
        name: str(uuid5(NAMESPACE_URL, f"{business.uuid} {environment} {name}"))
        for name in ("uuid", "profile_id", "booking_form_template_id", "pricing")
    }
    pricing = {"uuid": uuids.pop("pricing")} | _pricing(booking, business)
    return {
        **uuids,
        "link_code": booking.link_code,
        "link_url": link_url,
        "logo": business.logo or "",
        "business_name": business.name,
        "business_address": business.business_address or "",
        "business_phone": international(business.phone_code, business.phone_number),
        "pricing": pricing,
    }


def _pricing(booking: BookingSettings, business: OrganizationSettings) -> Shape:
    created = timestamp(business.created_at)
    return {
        "pricing_model": "Per km",
        "pricing_model_slug": "per_km",
        "per_km_amount": decimal(booking.per_km_amount),
        "express_delivery": {
            "express_type": booking.express_type,
            "express_value": booking.express_value,
        },
        "created_at": created,
        "updated_at": created,
    }
