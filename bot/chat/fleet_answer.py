"""Asking the fleet service while somebody waits for the answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.chat.turn import Turn
from bot.fleet import FleetError, Refused
from bot.texts.everyone import replies as texts


@asynccontextmanager
async def asking_the_fleet(turn: Turn) -> AsyncIterator[None]:
    """Answer with a clear sentence if the fleet service does not: nothing was changed then."""
    try:
        yield
    except Refused as refusal:
        await turn.answer(texts.refused(turn.say, refusal.message))
    except FleetError:
        await turn.answer(texts.TRY_LATER)
