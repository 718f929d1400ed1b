"""Customer link: the link that a customer opens, or scans, to follow a delivery."""

from collections.abc import Sequence

from bot.actions.access import Action
from bot.actions.everyone import join
from bot.actions.everyone.join import CustomerLink
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, say_changed
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.store.subscriptions import SENDER
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import links as texts
from bot.texts.dispatcher.links import Link


@settled
def customer_link(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.LINK_CUSTOMER)
    if row is None:
        return
    # Show the receivers' links first; the shop's own is a tap away, or the only one left.
    links = join.invite_receivers(tx, turn.context, turn.person, row)
    if links:
        _hand_out(tx, turn, row, links, asks_for_shop=join.has_shop(row))
    else:
        _link_shop(tx, turn, row)


@settled
def link_shop(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.LINK_CUSTOMER)
    if row is not None:
        _link_shop(tx, turn, row)


def _link_shop(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    link = join.invite_customer(tx, turn.context, turn.person, row, SENDER)
    if link is not None:
        _hand_out(tx, turn, row, [link], asks_for_shop=False)
    else:
        nobody = texts.nobody_to_link(turn.say, row.order_number)
        turn.reply(tx, nobody, under=(row.uuid, View.DISPATCHER))


def _hand_out(
    tx: Transaction,
    turn: Turn,
    row: DeliveryRow,
    links: Sequence[CustomerLink],
    *,
    asks_for_shop: bool,
) -> None:
    message = texts.customer_links(
        turn.say,
        row.order_number,
        row.uuid,
        [Link(link.name, link.token, link.link, link.phone) for link in links],
        turn.context.identity.business_name,
        asks_for_shop=asks_for_shop,
    )
    turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


@settled
def link_qr(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.LINK_CUSTOMER)
    if row is None:
        return
    (token,) = turn.tokens()
    link = join.invite_customer(tx, turn.context, turn.person, row, token)
    if link is None:
        say_changed(tx, turn, row)
        return
    message = texts.customer_qr(turn.say, row.order_number, link.name, link.link)
    turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


CUSTOMER_LINK = Button(Verb.CUSTOMER_LINK, Action.LINK_CUSTOMER, customer_link)
LINK_SHOP = Button(Verb.LINK_SHOP, Action.LINK_CUSTOMER, link_shop)
LINK_QR = Button(Verb.LINK_QR, Action.LINK_CUSTOMER, link_qr, tokens=1)
