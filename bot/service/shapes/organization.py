"""`organization_detail` (contract: Organization detail)."""

from bot.service.settings import OrganizationSettings
from bot.service.shapes.parts import Shape, timestamp


def organization(business: OrganizationSettings) -> Shape:
    """Return the shape that a single delivery carries."""
    created = timestamp(business.created_at)
    return {
        "uuid": business.uuid,
        "fleet_identity_number": business.fleet_identity_number,
        "business_address": business.business_address,
        "phone_number": business.phone_number,
        "phone_code": business.phone_code,
        "logo": business.logo,
        "created_at": created,
        "updated_at": created,
    }


def listed_organization(business: OrganizationSettings) -> Shape:
    """Return the shape that the deliveries of a list carry: with country, state and city."""
    place = {
        "country_id": business.country_id,
        "state_id": business.state_id,
        "city": business.city,
    }
    return organization(business) | place
