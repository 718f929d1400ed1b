"""What the fleet service says to the key."""

from bot.cli.check.finding import Finding, Sign
from bot.config import Settings
from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    FleetError,
    KeyRefused,
    NotSent,
    Unavailable,
    Unknown,
    Wire,
)

_KEY, _ADDRESS = "fleet.api_key", "fleet.base_url"


async def key(settings: Settings) -> Finding:
    """Read one delivery's worth of a list: the cheapest question that needs the key."""
    fleet = settings.fleet
    try:
        wire = Wire(fleet.base_url, fleet.api_key.get_secret_value(), ca_file=fleet.ca_file)
    except (ValueError, OSError):
        said = "The address, the key or fleet.ca_file cannot be used: correct them."
        return Finding(Sign.BAD, _ADDRESS, said)
    try:
        async with FleetClient(wire) as client:
            await client.list_deliveries(DeliveryQuery(per_page=1))
    except FleetError as error:
        return _trouble(error, fleet.environment)
    return Finding(Sign.GOOD, _KEY, f"The fleet service takes the key ({fleet.environment}).")


def _trouble(error: FleetError, environment: str) -> Finding:
    match error:
        case KeyRefused():
            said = f"The fleet service refuses the key: is it one for {environment}?"
            return Finding(Sign.BAD, _KEY, said)
        case NotSent():
            said = "No connection: check the address, and fleet.ca_file if the authority is yours."
        case Unavailable() | Unknown():
            said = "The fleet service does not answer well right now: try again in a minute."
        case _:
            said = "The answer is none of the contract's: the address must end in /api/v1."
    return Finding(Sign.BAD, _ADDRESS, said)
