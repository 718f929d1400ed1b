"""Buttons under the messages of a group: who presses is asked, and where the answer goes."""

from enum import Enum

from bot.actions.access import Action, may_ask
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Button
from bot.texts import toasts
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
    Verb.ASSIGN_ANYWAY: Manner.TOAST,
    Verb.CANCEL: Manner.TOAST,
    Verb.HANDED_OVER: Manner.TOAST,
}


async def pressed(turn: GroupTurn, button: Button) -> None:
    """Do what a button is for, if a dispatcher has pressed it in a group that is bound."""
    if not (may_ask(turn.person, Action.ASSIGN) and may_ask(turn.person, button.action)):
        turn.toast(toasts.NOT_FOR_YOU)
        return
    group = await turn.context.database.read(turn.bound)
    if group is None:
        turn.toast(toasts.GROUP_UNBOUND)
        return
    manner = _MANNERS.get(button.verb, Manner.PRIVATE)
    if manner is Manner.PRIVATE:
        if not turn.person.reachable:
            turn.toast(toasts.CANNOT_WRITE_TO_YOU)
            return
        turn.hint(toasts.SENT_PRIVATELY)
    if manner is Manner.ALOUD:
        turn.is_aloud, turn.say = True, turn.words_of(group)
    await button.handler(turn)
