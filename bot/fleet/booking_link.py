"""The public booking link of a business."""

from bot.fleet.fields import Fields
from bot.fleet.values import Frozen, Money, read_money


class Pricing(Frozen):
    """How the business charges; `model` is for people, `slug` for programs."""

    model: str = ""
    slug: str = ""
    per_km: Money | None = None
    express_type: str | None = None
    express_value: str | None = None


class BookingLink(Frozen):
    """The page where customers book for themselves (contract: Booking link detail)."""

    link_code: str = ""
    link_url: str | None = None
    business_name: str = ""
    business_address: str = ""
    business_phone: str = ""
    pricing: Pricing | None = None


def read_booking_link(raw: object) -> BookingLink | None:
    """Read a booking link; None where it names neither a code nor an address."""
    fields = Fields(raw)
    pricing = fields.record("pricing")
    express = pricing.record("express_delivery")
    link = BookingLink(
        link_code=fields.text("link_code"),
        link_url=fields.text_or_none("link_url"),
        business_name=fields.text("business_name"),
        business_address=fields.text("business_address"),
        business_phone=fields.text("business_phone"),
        pricing=Pricing(
            model=pricing.text("pricing_model"),
            slug=pricing.text("pricing_model_slug"),
            per_km=read_money(pricing.value("per_km_amount")),
            express_type=express.text_or_none("express_type"),
            express_value=express.text_or_none("express_value"),
        )
        if pricing
        else None,
    )
    return link if link.link_code or link.link_url else None
