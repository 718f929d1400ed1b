"""Presses of buttons in a group: who may press, and where the answer goes."""

from enum import Enum

from bot.actions.access import Action, may_ask
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Button
from bot.texts import toasts
from bot.texts.callbacks import Verb


class Manner(Enum):
    """Where a button's answer goes."""

    ALOUD = (
        "the group reads it, where Telegram cannot show it to one alone: nothing in it is personal"
    )
    TOAST = "there is none but the toast"
    PRIVATE = "to who has pressed, where nobody else sees it"


_MANNERS = {
    Verb.CHOOSE_RIDER: Manner.ALOUD,
    Verb.RIDER_PAGE: Manner.ALOUD,
    Verb.ASSIGN: Manner.TOAST,
    Verb.ASSIGN_ANYWAY: Manner.TOAST,
    Verb.CANCEL: Manner.TOAST,
    Verb.HANDED_OVER: Manner.TOAST,
    Verb.TAKE_IT: Manner.TOAST,
    Verb.ASK_SHOP: Manner.TOAST,
}

_OF_SHOPS = {Verb.READY, Verb.READY_CHOSEN, Verb.CAME_BACK}
"""Buttons that everybody in a shop's group may press; the handler checks whose order it is."""


async def pressed(turn: GroupTurn, button: Button) -> None:
    """Call a button's handler, if the person who pressed it may do that in this group."""
    shop = await turn.context.database.read(turn.shop)
    if shop is not None and button.verb in _OF_SHOPS:
        turn.is_aloud, turn.say = True, turn.words_of(shop)
        await button.handler(turn)
        return
    if button.verb is Verb.WHOSE_SHOP and may_ask(turn.person, button.action):
        await button.handler(turn)
        return
    # Any other button is for dispatchers, in a group of dispatchers.
    if not (may_ask(turn.person, Action.ASSIGN) and may_ask(turn.person, button.action)):
        turn.toast(toasts.NOT_FOR_YOU)
        return
    group = await turn.context.database.read(turn.bound)
    if group is None:
        turn.toast(toasts.GROUP_UNBOUND)
        return
    turn.is_ephemeral = turn.context.telegram.takes_ephemeral
    manner = _MANNERS.get(button.verb, Manner.PRIVATE)
    if manner is Manner.PRIVATE and not turn.is_ephemeral:
        if not turn.person.reachable:
            turn.toast(toasts.CANNOT_WRITE_TO_YOU)
            return
        turn.hint(toasts.SENT_PRIVATELY)
    if manner is Manner.ALOUD and not turn.is_ephemeral:
        turn.is_aloud, turn.say = True, turn.words_of(group)
    await button.handler(turn)
