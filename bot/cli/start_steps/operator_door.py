"""A step of a start: whether the operator's door opens, if the settings name one."""

from bot.base.settings.loader import ConfigError
from bot.cli.start_steps.proxy import trouble_of
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings
from bot.fleet import FleetError, KeyRefused, NotSent, Unavailable, Unknown
from bot.workers.fleet_connection import make_operator_door

_KEY, _ADDRESS = "fleet.operator_key", "fleet.operator_url"
_TIMEOUT_SECONDS = 5


async def door(settings: Settings) -> Finding | None:
    """Try the door; its trouble never refuses a start, because requests to it can wait."""
    fleet = settings.fleet
    try:
        operator_door = make_operator_door(fleet, _TIMEOUT_SECONDS)
        if operator_door is None:
            return None
        async with operator_door:
            environment = await operator_door.look()
    except ConfigError as error:
        return Finding(Sign.OUTSIDE, _ADDRESS, str(error))
    except FleetError as error:
        about, sentence = _trouble(error, fleet.environment)
        if isinstance(error, NotSent):
            sentence = await trouble_of(fleet.proxy, "fleet.proxy", fleet.operator_url) or sentence
        return Finding(Sign.OUTSIDE, about, sentence)
    if environment != fleet.environment:
        sentence = f"It is the door of {environment}, and fleet.environment is {fleet.environment}."
        return Finding(Sign.OUTSIDE, _ADDRESS, sentence)
    return Finding(Sign.GOOD, _KEY, f"The operator's door opens to the key ({environment}).")


def _trouble(error: FleetError, environment: str) -> tuple[str, str]:
    """Return the setting at fault, and what to do."""
    match error:
        case KeyRefused():
            return _KEY, (
                "The fleet service refuses fleet.operator_key: `handover service operator-key new"
                f" {environment}` prints one."
            )
        case NotSent():
            return _ADDRESS, (
                "The operator's door cannot be reached: check fleet.operator_url, and fleet.ca_file"
                " if the authority is yours."
            )
        case Unavailable() | Unknown():
            sentence = "The operator's door does not answer well right now: try again in a minute."
            return _ADDRESS, sentence
    return _ADDRESS, (
        "What answers is not an operator's door: fleet.operator_url must be the address of a fleet"
        " service of your own, such as"
        f" https://fleet.example.com/{environment}/operator/v1; with another service, leave it out."
    )
