"""Give out: offer the orders that wait for a rider in groups, and give one group as if ticked."""

from bot.actions.access import Action
from bot.actions.dispatcher import give_out as actions
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.assign_many import Ticks, which_rider
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import give_out as texts
from bot.texts.message import Message


@settled
def offer(tx: Transaction, turn: Turn) -> None:
    """Offer the groups, in a new message if the pressed one is still going to change."""
    message = _groups(tx, turn)
    if turn.tokens() == (texts.ANEW,):
        turn.reply(tx, message)
    else:
        turn.replace(tx, message)


async def choose(turn: Turn) -> None:
    """Tick the orders of a group, and ask who takes them."""
    (token,) = turn.tokens()
    groups = actions.groups(await turn.context.database.read(actions.waiting))
    group = next((each for each in groups if each.token == token), None)
    if group is None:
        # The group has changed or was given meanwhile: offer the present groups.
        turn.stale()
        await turn.settle(lambda tx: turn.replace(tx, _groups(tx, turn)))
        return
    async with asking_the_fleet(turn):
        which = await which_rider(turn, group.deliveries, 1)

        def ask(tx: Transaction) -> None:
            ticks = Ticks(deliveries=dict.fromkeys(each.uuid for each in group.deliveries))
            ticks.ask(tx, turn.person.user_id)
            turn.replace(tx, which)

        await turn.settle(ask)


def _groups(tx: Transaction, turn: Turn) -> Message:
    waiting = actions.waiting(tx)
    return texts.choose_group(turn.say, len(waiting), actions.groups(waiting))


GIVE_OUT = Button(Verb.GIVE_OUT, Action.ASSIGN, offer, about=0, tokens=1)
GIVE_GROUP = Button(Verb.GIVE_GROUP, Action.ASSIGN, choose, about=0, tokens=1)
