"""The client of the fleet service, made from the settings."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from pydantic import BaseModel, SecretStr, ValidationError

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_authority
from bot.config import FleetSettings
from bot.fleet import (
    LOOKED_AT_AGAIN_AFTER,
    FleetClient,
    KeyHeader,
    Learned,
    OperatorDoor,
    Profile,
    Wire,
)
from bot.fleet.wire import AnswerObserver, nobody_observes
from bot.store import meta

_LEARNED = "fleet_reading"


def make_fleet_client(
    fleet: FleetSettings,
    timeout: float = 10.0,
    observe: AnswerObserver = nobody_observes,
    sender_email: str = "",
    elapsed: Callable[[], float] = time.monotonic,
) -> FleetClient:
    """Make the client; `timeout` limits each step of a request, in seconds; `observe` as in `Wire`.

    `sender_email` is used for a sender without a known address; `elapsed` is a clock in seconds.

    Raises:
        ConfigError: the address, the key or the authority's file cannot be used.
    """
    names = "fleet.base_url and fleet.api_key"
    wire = _make_wire(fleet, names, fleet.base_url, fleet.api_key, timeout, observe)
    return FleetClient(wire, profile_of(fleet, sender_email), elapsed=elapsed)


def make_operator_door(
    fleet: FleetSettings, timeout: float = 30.0, observe: AnswerObserver = nobody_observes
) -> OperatorDoor | None:
    """Make the operator's door, as `make_fleet_client` does; `None` if the settings name none.

    Raises:
        ConfigError: the address, the key or the authority's file cannot be used.
    """
    if not fleet.operator_url:
        return None
    names, header = "fleet.operator_url and fleet.operator_key", KeyHeader.BEARER
    url, key = fleet.operator_url, fleet.operator_key
    return OperatorDoor(_make_wire(fleet, names, url, key, timeout, observe, header))


def _make_wire(
    fleet: FleetSettings,
    names: str,
    url: str,
    key: SecretStr,
    timeout: float,
    observe: AnswerObserver,
    header: KeyHeader = KeyHeader.API_KEY,
) -> Wire:
    """Make a wire to the fleet service; errors call the settings of `url` and `key` `names`."""
    check_authority(fleet.ca_file, "fleet.ca_file")
    try:
        return Wire(
            url,
            key.get_secret_value(),
            key_header=header,
            ca_file=fleet.ca_file,
            proxy=fleet.proxy.get_secret_value(),
            allow_http=fleet.allow_http,
            timeout=timeout,
            observe=observe,
        )
    except ValueError as error:
        raise ConfigError(f"Cannot use {names}: {error}.") from error


def profile_of(fleet: FleetSettings, sender_email: str = "") -> Profile:
    """Return the profile of the service, its reading of the contract, from the settings."""
    return Profile.model_validate(
        {
            "encodings": fleet.encoding.model_dump(exclude_none=True),
            "no_wish": None if fleet.no_wish == "auto" else fleet.no_wish,
            "sender_email": sender_email,
            "page_size": fleet.per_page,
        }
    )


class _Kept(BaseModel):
    """The learned reading of the contract by the fleet service, and its time."""

    since: datetime
    learned: Learned


async def recall_learned(database: Database, fleet: FleetClient) -> None:
    """Give the client what a former run learned of its service less than a day ago.

    A database belongs to one account of one service, so what was learned still applies.
    """
    written = (await database.read(meta.facts)).get(_LEARNED)
    if not written:
        return
    with suppress(ValidationError):  # another version may have stored fields unknown to this one
        kept = _Kept.model_validate_json(written)
        if database.clock.now() - kept.since < LOOKED_AT_AGAIN_AFTER:
            fleet.learned = kept.learned


def keep_learned(tx: Transaction, learned: Learned, now: datetime) -> None:
    """Store what a client has learned of its service, with the time."""
    meta.write_down(tx, _LEARNED, _Kept(since=now, learned=learned).model_dump_json())
