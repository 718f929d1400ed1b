"""Skip: the next parcel for the same door is left for later."""

from bot.actions.access import Action
from bot.actions.rider import same_door
from bot.actions.rider.code_questions import CodeQuestion
from bot.actions.rider.codes import Stage
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.store import dialogs
from bot.texts.callbacks import Verb


async def skip(turn: Turn) -> None:
    """Ask for the parcel after it, if this one is still asked for."""
    async with turn.settle() as tx:
        dialog = await dialogs.current(tx, turn.person.user_id)
        if dialog is None or dialog.name != Stage.DROPOFF:
            await turn.erase_message(tx)
            return
        question = CodeQuestion.model_validate_json(dialog.data)
        if question.delivery == turn.delivery():
            await same_door.skip(tx, turn.person, question, turn.job.key)
        else:
            await turn.erase_message(tx)


SKIP = Button(Verb.NEXT_PARCEL, Action.CONFIRM_DROPOFF, skip)
