"""A step of a start: each read that the bot makes, and in which way the service takes it."""

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from bot.base.settings.loader import ConfigError
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings
from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    FleetError,
    HistoryQuery,
    NoWish,
    Period,
    Refused,
    RiderQuery,
    Unreadable,
)
from bot.fleet.endpoints import WRITES
from bot.fleet.pagination import SWEEP_PAGE
from bot.workers.fleet_connection import make_fleet_client, profile_of

T = TypeVar("T")

_ABOUT = "fleet.no_wish"
_TIMEOUT_SECONDS = 5
_A_DAY = date(2026, 3, 1)
_CHANGES = "the booking link and all changes (see fleet.encoding)"
_HOW = {
    NoWish.EMPTY: "required parameters without a wish are sent empty",
    NoWish.TOKENS: "each status is asked for in turn",
    NoWish.FILLED: "each status is asked for in turn, between wide dates",
    NoWish.NAMED: "each status is asked for in turn, between wide dates and without rider_id",
    NoWish.OMITTED: "required parameters without a wish are left out",
}


@dataclass(frozen=True, slots=True)
class Answered:
    """The outcome of one read: `trouble` is empty if it was answered, `None` if it was skipped."""

    what: str
    trouble: str | None


async def reads(settings: Settings) -> Finding:
    """Make each read of the contract once; a read that needs an id takes the first in a list."""
    try:
        async with make_fleet_client(settings.fleet, _TIMEOUT_SECONDS) as client:
            tried = [answered async for answered in _walk(client)]
    except (ConfigError, FleetError):  # the step of the key reports it
        return Finding(Sign.NOTE, _ABOUT, "What the bot reads is tried once the key is taken.")
    explained = _explained(client, settings)
    troubles = [answered.trouble for answered in tried if answered.trouble]
    if troubles:
        sentence = " ".join(["The fleet service does not give what is read:", *troubles])
        return Finding(Sign.OUTSIDE, _ABOUT, sentence, explained)
    # The client has learned these while it read.
    known_ways = client.learned.no_wish.values()
    ways = [" and ".join(_HOW[way] for way in NoWish if way in known_ways)]
    ways += [f"{name} as “{example}”" for name, example in client.spelt.items()]
    if sizes := client.learned.page_sizes.values():
        ways.append(f"at most {min(sizes)} records a page")
    answered = ", ".join(each.what for each in tried if each.trouble is not None)
    untried = ", ".join([*(each.what for each in tried if each.trouble is None), _CHANGES])
    sentence = f"The fleet service answers {answered}: {', '.join(ways)}. Not tried: {untried}."
    return Finding(Sign.GOOD, _ABOUT, sentence, explained)


async def _walk(client: FleetClient) -> AsyncIterator[Answered]:
    """Make the reads as the bot does: with its page size, for all, one rider, and one day."""
    everything = DeliveryQuery(per_page=SWEEP_PAGE)
    listed, answered = await _try("the list of deliveries", client.list_deliveries(everything))
    yield answered
    deliveries = listed.page.items if listed else ()
    yield await _first("one delivery", [client.get_delivery(each.uuid) for each in deliveries[:1]])
    day = everything.model_copy(
        update={"period": Period.CREATED_AT, "start": _A_DAY, "end": _A_DAY}
    )
    _, answered = await _try("the deliveries of a day", client.list_deliveries(day))
    yield answered
    all_riders = RiderQuery(per_page=SWEEP_PAGE)
    riders, answered = await _try("the list of riders", client.list_riders(all_riders))
    yield answered
    invited = RiderQuery(pending_invites=True, with_ongoing=False, per_page=SWEEP_PAGE)
    _, answered = await _try("who is invited", client.list_riders(invited))
    yield answered
    first = [rider.uuid for rider in riders.page.items[:1]] if riders else []
    yield await _first("one rider", [client.get_rider(uuid) for uuid in first])
    history = HistoryQuery(per_page=SWEEP_PAGE)
    yield await _first("a rider's history", [client.rider_history(uuid, history) for uuid in first])


async def _first(what: str, reading: list[Awaitable[T]]) -> Answered:
    if not reading:
        return Answered(what, None)
    _, answered = await _try(what, reading[0])
    return answered


async def _try(what: str, reading: Awaitable[T]) -> tuple[T | None, Answered]:
    try:
        return await reading, Answered(what, "")
    except (Refused, Unreadable) as error:
        return None, Answered(what, f"{what}: {error}")


def _explained(client: FleetClient, settings: Settings) -> tuple[str, ...]:
    """Return lines that say how each list, parameter and body is sent, and by which setting."""
    learned = client.learned
    lines = [
        f'GET {path}: {_HOW[way]} (fleet.no_wish = "{way}")'
        for path, way in learned.no_wish.items()
    ]
    lines += [f"{name} is written as “{example}”" for name, example in client.spelt.items()]
    lines += [
        f"GET {path}: at most {size} records a page (fleet.per_page = {size})"
        for path, size in learned.page_sizes.items()
    ]
    lines += [
        f"GET {path}: pages are turned by “{name}”" for path, name in learned.page_names.items()
    ]
    if learned.ids_in_capitals:
        lines.append("ids are written in capitals")
    taken = profile_of(settings.fleet)
    lines += [
        f"POST {endpoint.template}: the body is {taken.as_taken(endpoint).encoding.value}"
        f" (fleet.encoding.{name}); it was not tried"
        for name, endpoint in WRITES.items()
    ]
    return tuple(lines)
