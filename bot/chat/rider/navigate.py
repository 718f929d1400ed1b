"""Pin: the next stop on the map, where the fleet service knows the point."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.notices import ShowCard, View
from bot.actions.rider import code_questions
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.texts.callbacks import Verb


async def pin(turn: Turn) -> None:
    """Send the pin anew, at the end of the chat; it moves on and goes with the job."""
    async with turn.settle() as tx:
        row = await deliveries.get(tx, turn.objects()[0])
        if row is None or not may(turn.person, Action.NAVIGATE, row):
            turn.stale()
            await code_questions.show_rider(tx, turn.person, turn.objects()[0])
            return
        stop = ShowCard(chat_id=turn.chat.id, delivery=row.uuid, view=View.NEXT_STOP, fresh=True)
        await notices.post(tx, stop, effect_keys.pin(turn.job.key))


NAVIGATE = Button(Verb.NAVIGATE, Action.NAVIGATE, pin)
