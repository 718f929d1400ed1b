"""The business that the account belongs to, and its booking link."""

from typing import Literal

from bot.service.api.docs.parts import Decimal, Described, Timestamp, Uuid


class Organization(Described):
    """The business (contract: Organization detail)."""

    uuid: Uuid
    fleet_identity_number: str | None
    business_address: str | None
    phone_number: str
    phone_code: str
    logo: str | None
    created_at: Timestamp
    updated_at: Timestamp


class ListedOrganization(Organization):
    """The business in lists and status updates: with where it is."""

    country_id: int
    state_id: int
    city: str


class ExpressDelivery(Described):
    """What faster costs, where that is offered."""

    express_type: str | None
    express_value: str | None


class Pricing(Described):
    """What a booked delivery costs."""

    uuid: Uuid
    pricing_model: Literal["Per km"]
    pricing_model_slug: Literal["per_km"]
    per_km_amount: Decimal
    express_delivery: ExpressDelivery
    created_at: Timestamp
    updated_at: Timestamp


class BookingLink(Described):
    """The public page where customers book (contract: Booking link detail)."""

    uuid: Uuid
    profile_id: Uuid
    booking_form_template_id: Uuid
    link_code: str
    link_url: str
    logo: str
    business_name: str
    business_address: str
    business_phone: str
    pricing: Pricing
