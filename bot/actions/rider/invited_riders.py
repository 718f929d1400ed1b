"""Somebody who is invited to ride says who they are, for the fleet service does not know it."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from unicodedata import category

from bot.actions.context import Context
from bot.domain.person import Person
from bot.fleet import FleetError, Rider
from bot.store import invites
from bot.store.dialogs import Question

_PATIENCE_SECONDS = 3.0
"""So long somebody waits who says hello; who is invited can say it once more."""

_LONGEST_NAME = 60


class NameQuestion(Question):
    """What somebody is called who is invited; Telegram calls them as `suggested`."""

    name = "sign_up_name"
    lasts = timedelta(hours=1)

    suggested: str


async def look_at_riders(context: Context, person: Person, token: str = "") -> None:
    """Find out whether who rides here, or may be about to, is only invited.

    As far as the fleet service answers soon; of anybody else nothing is asked.
    """
    if context.door is None:
        return
    is_of_rider = await context.database.read(invites.is_of_rider, token, person.user_id)
    if person.rider or is_of_rider:
        with suppress(FleetError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await context.riders.everyone()


def invited(context: Context, person: Person) -> Rider | None:
    """Return as whom a person rides here who is only invited, where they can say who they are."""
    if context.door is None or person.rider is None:
        return None
    rider = context.riders.remembered(person.rider)
    return rider if rider is not None and rider.is_invited else None


def as_name(text: str) -> str:
    """Return what can be somebody's name, in one line; "" for anything else."""
    name = " ".join(text.split())
    letters = sum(map(str.isalpha, name))
    # Some scripts write vowels as marks, which are not letters (Unicode: category M).
    others = [char for char in name if not char.isalpha() and not category(char).startswith("M")]
    is_name = letters > 1 and all(char in " -.'’" for char in others)
    return name if is_name and len(name) <= _LONGEST_NAME else ""
