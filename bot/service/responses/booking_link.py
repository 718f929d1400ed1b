"""The public booking link (contract: Booking link detail)."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self
from uuid import NAMESPACE_URL, uuid5

from bot.service.amounts import from_units
from bot.service.records import international
from bot.service.responses.fields import Decimal, OfBusiness, Shape, Timestamp, Uuid
from bot.service.settings import BookingSettings, OrganizationSettings, PricingModel

_PRICING_NAMES: Mapping[PricingModel, str] = {"per_km": "Per km", "flat": "Flat"}


class ExpressDelivery(Shape):
    """What faster costs, where that is offered."""

    express_type: str | None
    express_value: str | None


class Pricing(Shape):
    """What a booked delivery costs."""

    uuid: Uuid
    pricing_model: Literal["Per km", "Flat"]
    pricing_model_slug: Literal["per_km", "flat"]
    per_km_amount: Decimal | None
    express_delivery: ExpressDelivery
    created_at: Annotated[Timestamp, OfBusiness("created_at")]
    updated_at: Annotated[Timestamp, OfBusiness("created_at")]


class BookingLink(Shape):
    """The public page where customers book (contract: Booking link detail)."""

    uuid: Uuid
    profile_id: Uuid
    booking_form_template_id: Uuid
    link_code: str
    link_url: str | None
    logo: Annotated[str | None, OfBusiness("logo")]
    business_name: Annotated[str, OfBusiness("name")]
    business_address: Annotated[str | None, OfBusiness("business_address")]
    business_phone: str
    pricing: Pricing

    @classmethod
    def at(
        cls,
        link_url: str | None,
        environment: str,
        booking: BookingSettings,
        business: OrganizationSettings,
    ) -> Self:
        # Settings have no uuids; made from what they belong to, these are the same at every start.
        def made(name: str) -> str:
            return str(uuid5(NAMESPACE_URL, f"{business.uuid} {environment} {name}"))

        is_per_km = booking.pricing_model == "per_km"
        pricing = {
            "uuid": made("pricing"),
            "pricing_model": _PRICING_NAMES[booking.pricing_model],
            "pricing_model_slug": booking.pricing_model,
            "per_km_amount": from_units(booking.per_km_amount) if is_per_km else None,
            "express_delivery": booking,
        }
        link = {
            **{name: made(name) for name in ("uuid", "profile_id", "booking_form_template_id")},
            "link_code": booking.link_code,
            "link_url": link_url,
            "business_phone": international(business.phone_code, business.phone_number),
            "pricing": pricing,
        }
        return cls.of(link, business)
