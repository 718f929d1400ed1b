"""Invited riders, who tell their name, since the fleet service has only an invitation of them."""

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
"""How long a newcomer's answer may wait for the fleet service; they can say hello again."""

_LONGEST_NAME = 60


class NameQuestion(Question):
    """The question for an invited rider's name; `suggested` is their name in Telegram."""

    name = "sign_up_name"
    lasts = timedelta(hours=1)

    suggested: str


async def look_at_riders(context: Context, person: Person, token: str = "") -> None:
    """Read the list of riders if this person rides here, or holds an invitation to ride.

    `invited` then knows whether the person is only invited. Give up if the fleet service does not
    answer soon.
    """
    if context.door is None:
        return
    is_of_rider = await context.database.read(invites.is_of_rider, token, person.user_id)
    if person.rider or is_of_rider:
        with suppress(FleetError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await context.riders.everyone()


def invited(context: Context, person: Person) -> Rider | None:
    """Return this person's rider if it is only invited, and the operator's door can sign it up."""
    if context.door is None or person.rider is None:
        return None
    rider = context.riders.remembered(person.rider)
    return rider if rider is not None and rider.is_invited else None


def as_name(text: str) -> str:
    """Return a text as a name in one line; "" if it cannot be a name."""
    name = " ".join(text.split())
    letters = sum(map(str.isalpha, name))
    # Some scripts write vowels as marks, which are not letters (Unicode: category M).
    others = [char for char in name if not char.isalpha() and not category(char).startswith("M")]
    is_name = letters > 1 and all(char in " -.'’" for char in others)
    return name if is_name and len(name) <= _LONGEST_NAME else ""
