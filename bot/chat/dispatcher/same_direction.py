"""More in the same direction: give orders together that are ready together and go the same way."""

from bot.actions.access import Action, may
from bot.actions.dispatcher import same_direction
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import assign_many
from bot.chat.dispatcher.assign_many import Ticks
from bot.chat.dispatcher.pressed_card import say_changed
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.texts.callbacks import Verb


async def choose_together(turn: Turn) -> None:
    """Choose a rider for an order and for the orders that can go along with it now."""

    def tick(tx: Transaction) -> bool:
        row = deliveries.get(tx, turn.delivery())
        if row is None or not row.is_open or not may(turn.person, Action.ASSIGN, row):
            return False
        mates = same_direction.others(tx, row)
        ticked: dict[str, str | None] = {each.uuid: each.rider for each in (row, *mates)}
        Ticks(deliveries=ticked).ask(tx, turn.person.user_id)
        return bool(mates)

    if await turn.context.database.write(tick):
        await assign_many.choose_rider(turn)
    else:
        await turn.settle(say_changed, turn, None)


SAME_DIRECTION = Button(Verb.SAME_DIRECTION, Action.ASSIGN, choose_together, tokens=1)
