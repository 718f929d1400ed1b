"""Customer link: what a customer opens, or scans, to follow a delivery."""

from bot.actions.access import Action
from bot.actions.everyone import join
from bot.actions.notices import View
from bot.chat.dispatcher.pressed_card import pressed_open, say_changed
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import links as texts


async def customer_link(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await pressed_open(tx, turn, Action.LINK_CUSTOMER)
        if row is None:
            return
        links = await join.invite_customers(tx, turn.context, turn.person, row)
        listed = [(link.name, link.token, link.link) for link in links]
        message = texts.customer_links(turn.say, row.order_number, row.uuid, listed)
        if not listed:
            message = texts.nobody_to_link(turn.say, row.order_number)
        await turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


async def link_qr(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await pressed_open(tx, turn, Action.LINK_CUSTOMER)
        if row is None:
            return
        (token,) = turn.tokens()
        link = await join.invite_customer(tx, turn.context, turn.person, row, token)
        if link is None:
            await say_changed(tx, turn, row)
            return
        message = texts.customer_qr(turn.say, row.order_number, link.name, link.link)
        await turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


CUSTOMER_LINK = Button(Verb.CUSTOMER_LINK, Action.LINK_CUSTOMER, customer_link)
LINK_QR = Button(Verb.LINK_QR, Action.LINK_CUSTOMER, link_qr, tokens=1)
