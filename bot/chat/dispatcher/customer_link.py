"""Customer link: what a customer opens to follow a delivery."""

from bot.actions import join
from bot.actions.access import Action, may
from bot.actions.notices import View
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.texts import dispatcher as texts
from bot.texts.callbacks import Verb


async def customer_link(turn: Turn) -> None:
    """Hand out a link for each party of the delivery."""
    async with turn.settle() as tx:
        row = await deliveries.get(tx, turn.objects()[0])
        if row is None or not row.is_open or not may(turn.person, Action.LINK_CUSTOMER, row):
            turn.toast(turn.say.label("This delivery is over."))
            return
        links = await join.invite_customers(tx, turn.desk, turn.person, row)
        listed = [(link.name, link.link) for link in links]
        message = texts.customer_link(turn.say, row.order_number, listed)
        await turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


CUSTOMER_LINK = Button(Verb.CUSTOMER_LINK, Action.LINK_CUSTOMER, customer_link)
