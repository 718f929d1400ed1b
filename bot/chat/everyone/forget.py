"""/forget: erase all data about somebody, once they have confirmed it."""

from bot.actions.access import Action
from bot.actions.everyone import forget
from bot.actions.everyone.team import is_staff
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.texts.callbacks import Verb
from bot.texts.everyone import forget as texts
from bot.texts.words import phrase

_YES = "yes"


@settled
def forget_pressed(tx: Transaction, turn: Turn) -> None:
    if turn.tokens()[0] == _YES and not is_staff(turn.person):
        forget.forget(tx, turn.person, turn.job.key)
        turn.replace(tx, texts.FORGOTTEN)
    else:
        _explain(tx, turn)


def _explain(tx: Transaction, turn: Turn) -> None:
    if is_staff(turn.person):  # the people who have let them in remove them
        turn.reply(tx, texts.ASK_THE_OWNER)
    else:
        turn.reply(tx, texts.what_is_erased(turn.say))


FORGET = Command("forget", Action.FORGET, phrase("delete your data"), settled(_explain))
FORGET_BUTTON = Button(Verb.FORGET, Action.FORGET, forget_pressed, about=0, tokens=1, is_quiet=True)
