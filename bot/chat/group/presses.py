"""Buttons under the messages of a group: who presses is asked, and where the answer goes."""

from enum import Enum

from bot.actions.access import Action, may_ask
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Button
from bot.texts.callbacks import Verb


class Manner(Enum):
    """Where a button's answer goes."""

    ALOUD = "the group reads it: nothing personal is in it"
    TOAST = "there is none but the toast"
    PRIVATE = "to the private chat of who has pressed"


_MANNERS = {
    Verb.CHOOSE_RIDER: Manner.ALOUD,
    Verb.RIDER_PAGE: Manner.ALOUD,
    Verb.ASSIGN: Manner.TOAST,
    Verb.CANCEL: Manner.TOAST,
}


async def pressed(turn: GroupTurn, button: Button) -> None:
    """Do what a button is for, if a dispatcher has pressed it in a group that is bound."""
    if not (may_ask(turn.person, Action.ASSIGN) and may_ask(turn.person, button.action)):
        turn.toast(turn.say.label("This is not for you."))
        return
    async with turn.context.database.read() as tx:
        group = await turn.bound(tx)
    if group is None:
        turn.toast(turn.say.label("This chat is not bound any more."))
        return
    manner = _MANNERS.get(button.verb, Manner.PRIVATE)
    if manner is Manner.PRIVATE:
        if not turn.person.reachable:
            turn.toast(turn.say.label("I cannot write to you. Open our chat and write /start."))
            return
        turn.toast(turn.say.label("I have sent it to you privately."))
    if manner is Manner.ALOUD:
        turn.is_aloud, turn.say = True, turn.words_of(group)
    await button.handler(turn)
