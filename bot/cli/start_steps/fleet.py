"""Steps of a start that concern the fleet service: its certificate, and the API key."""

from contextlib import suppress

from bot.base.database.schema import DatabaseUnusable
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_authority
from bot.cli.start_steps.proxy import trouble_of
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings
from bot.fleet import (
    DeliveryQuery,
    FleetError,
    KeyRefused,
    NotFound,
    NotSent,
    Refused,
    Unavailable,
    Unknown,
)
from bot.setting_kinds import is_local
from bot.store.probe import probe
from bot.workers.fleet_connection import make_fleet_client

_KEY, _ADDRESS, _AUTHORITY = "fleet.api_key", "fleet.base_url", "fleet.ca_file"
_TIMEOUT_SECONDS = 5


async def authority(settings: Settings) -> Finding:
    try:
        check_authority(settings.fleet.ca_file, _AUTHORITY)
    except ConfigError as error:
        return Finding(Sign.BAD, _AUTHORITY, str(error))
    if settings.fleet.base_url.startswith("http://") and not is_local(settings.fleet.base_url):
        sentence = "It is plain http: whoever can read that network reads fleet.api_key, too."
        return Finding(Sign.NOTE, _ADDRESS, sentence)
    trusted = settings.fleet.ca_file or "what this machine trusts"
    return Finding(Sign.GOOD, _AUTHORITY, f"The fleet service is known by {trusted}.")


async def key(settings: Settings) -> Finding:
    """Try the key with the cheapest read that needs one: a list of one delivery.

    Once the service has accepted the key, no answer keeps the bot from starting.
    """
    fleet = settings.fleet
    taken = Finding(Sign.GOOD, _KEY, f"The fleet service takes the key ({fleet.environment}).")
    if (await authority(settings)).sign is Sign.BAD:
        sentence = "The key is tried once the fleet service can be known by fleet.ca_file."
        return Finding(Sign.NOTE, _KEY, sentence)
    try:
        async with make_fleet_client(fleet, _TIMEOUT_SECONDS) as client:
            await client.list_deliveries(DeliveryQuery(per_page=1))
    except ConfigError as error:
        return Finding(Sign.BAD, _ADDRESS, str(error))
    except FleetError as error:
        # A refused query means that the key was accepted; `fleet_reads` reports the query.
        if isinstance(error, Refused) and not isinstance(error, NotFound):
            return taken
        about, sentence, is_passing = _trouble(error, fleet.environment)
        if isinstance(error, NotSent):
            sentence = await trouble_of(fleet.proxy, "fleet.proxy", fleet.base_url) or sentence
        # A bound database shows that the service has accepted the key before.
        is_known = is_passing
        if not is_known:
            with suppress(DatabaseUnusable):  # the step of the database reports it
                is_known = (await probe(settings.store.url)).is_bound
        return Finding(Sign.OUTSIDE if is_known else Sign.BAD, about, sentence)
    return taken


def _trouble(error: FleetError, environment: str) -> tuple[str, str, bool]:
    """Return the setting at fault, what to do, and whether the trouble may pass by itself."""
    match error:
        case KeyRefused():
            sentence = f"The fleet service refuses fleet.api_key: is it one for {environment}?"
            return _KEY, sentence, False
        case NotSent():
            sentence = (
                "The fleet service cannot be reached: check fleet.base_url, and fleet.ca_file if"
                " the authority is yours."
            )
            return _ADDRESS, sentence, True
        case Unavailable() | Unknown():
            sentence = "The fleet service does not answer well right now: try again in a minute."
            return _ADDRESS, sentence, True
    sentence = (
        "What answers is not a fleet service: fleet.base_url must be its address with the"
        f" environment, such as https://fleet.example.com/{environment}/api/v1."
    )
    return _ADDRESS, sentence, False
