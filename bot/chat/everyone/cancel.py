"""/cancel: withdraw what the bot has asked."""

from bot.actions.access import Action
from bot.actions.rider import code_questions
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import dialogs
from bot.texts.callbacks import Verb
from bot.texts.everyone import replies as texts
from bot.texts.words import phrase


async def cancel(turn: Turn) -> None:
    async with turn.settle() as tx:
        if await dialogs.current(tx, turn.person.user_id) is None:
            await turn.reply(tx, texts.NOTHING_TO_CANCEL)
            return
        asked = await code_questions.current(tx, turn.person.user_id)
        if asked:
            await code_questions.close_question(tx, turn.person, asked.delivery, turn.job.key)
        await dialogs.close(tx, turn.person.user_id)
        await turn.reply(tx, texts.CANCELLED)


async def take_away(turn: Turn) -> None:
    async with turn.settle() as tx:
        await turn.erase_message(tx)


CANCEL = Command("cancel", Action.CANCEL_DIALOG, phrase("leave a question open"), cancel)
TAKE_AWAY = Button(Verb.CANCEL, Action.CANCEL_DIALOG, take_away, about=0)
