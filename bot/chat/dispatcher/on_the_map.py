"""On the map: pins that follow the riders who share where they are."""

from bot.actions.access import Action
from bot.actions.dispatcher import on_the_map, rider_info
from bot.base.database.transaction import Transaction
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.identifiers import RiderUuid
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import on_the_map as texts


@settled
def show_one(tx: Transaction, turn: Turn) -> None:
    """Show one rider's pin at the end of the chat, wherever it was before."""
    (rider,) = turn.objects()
    entry = on_the_map.show_one(tx, turn.chat.id, RiderUuid(rider), turn.job.key)
    if not entry.has_pin:
        turn.reply(tx, texts.not_on_the_map(turn.say, entry, tx.now))


async def show_all(turn: Turn) -> None:
    """Show a pin for each rider who can be shown, and list all riders in the pressed message."""
    async with asking_the_fleet(turn):
        riders = await rider_info.everyone(turn.context)

        def show(tx: Transaction) -> None:
            entries = on_the_map.show_all(tx, turn.chat.id, riders, turn.job.key)
            turn.replace(tx, texts.everybody(turn.say, entries, tx.now))

        await turn.settle(show)


ON_THE_MAP = Button(Verb.ON_THE_MAP, Action.SEE_RIDERS, show_one, is_quiet=True)
ALL_ON_THE_MAP = Button(Verb.ALL_ON_THE_MAP, Action.SEE_RIDERS, show_all, about=0, is_quiet=True)
