"""Pin: the next stop on the map, where the fleet service knows the point."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notices import ShowCard, View
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb


async def pin(turn: Turn) -> None:
    """Send the pin anew, at the end of the chat; it moves on and goes with the job."""
    async with turn.settle() as tx:
        row = await pressed_job(tx, turn, Action.NAVIGATE)
        if row is None:
            return
        stop = ShowCard(chat_id=turn.chat.id, delivery=row.uuid, view=View.NEXT_STOP, fresh=True)
        await notices.post(tx, stop, effect_keys.pin(turn.job.key))


NAVIGATE = Button(Verb.NAVIGATE, Action.NAVIGATE, pin)
