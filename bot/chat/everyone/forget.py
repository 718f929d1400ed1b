"""/forget: what is kept of somebody is erased, once they have confirmed it."""

from bot.actions.access import Action
from bot.actions.everyone import forget
from bot.base.database import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb
from bot.texts.everyone import forget as texts
from bot.texts.words import phrase

_YES = "yes"


async def forget_typed(turn: Turn) -> None:
    async with turn.settle() as tx:
        await _explain(tx, turn)


async def forget_pressed(turn: Turn) -> None:
    async with turn.settle() as tx:
        if turn.tokens()[0] == _YES and not forget.is_staff(turn.person):
            await forget.forget(tx, turn.person, turn.job.key)
            await turn.replace(tx, texts.FORGOTTEN)
        else:
            await _explain(tx, turn)


async def _explain(tx: Transaction, turn: Turn) -> None:
    if forget.is_staff(turn.person):
        await turn.reply(tx, texts.ASK_THE_OWNER)
    else:
        await turn.reply(tx, texts.what_is_erased(turn.say))


FORGET = Command("forget", Action.FORGET, phrase("erase what I know of you"), forget_typed)
FORGET_BUTTON = Button(Verb.FORGET, Action.FORGET, forget_pressed, about=0, tokens=1)
