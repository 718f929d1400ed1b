"""Acting on somebody's words with a tap: a shop's order, a receiver's new address."""

from dataclasses import replace

from bot.actions import conversation_cards, request_queue
from bot.actions.access import Action, may
from bot.actions.dispatcher.edit import OpenEdit, value_of
from bot.actions.fleet_requests.edit_delivery import UseAddress
from bot.actions.recipients import shops
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.edit import show_change
from bot.chat.dispatcher.pasted_orders import is_in_the_way, take_orders
from bot.chat.dispatcher.written_orders import orders_in
from bot.chat.everyone.conversation import readable
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.domain.draft import Blank, Party
from bot.store import deliveries
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.drafted_words import something_else_open


async def order_pressed(turn: Turn) -> None:
    """Make drafts of a shop's written order, with the shop as sender if it names none."""
    written = await turn.context.database.read(_order_of, turn)
    if written is None:
        turn.stale()
    elif is_in_the_way(turn):
        await turn.answer(something_else_open(turn.say))
    else:
        words, shop, author = written
        orders = await orders_in(turn, words, shop.phone, author)
        named = [each if each.sender != Party() else replace(each, sender=shop) for each in orders]
        await take_orders(turn, named, text=words, author=author, shop=shop)


def _order_of(tx: Transaction, turn: Turn) -> tuple[str, Party, int] | None:
    """Return the words of an order, the shop that wrote them, and its user id."""
    conversation = readable(tx, turn, turn.objects()[0])
    if conversation is None:
        return None
    own = conversation_cards.own_words(tx, conversation)
    words = conversation_cards.written_order(tx, conversation, own)
    row = conversation_cards.last_sent(tx, conversation.user_id) if words else None
    if not words or row is None:
        return None
    sender, phone = snapshot(row).sender, shops.phone_of(tx, row.uuid) or ""
    # Take the shop's details from the last order that it has sent.
    shop = Party(name=sender.name, phone=phone, address=sender.address) if sender else Party()
    return words, shop, conversation.user_id


@settled
def address_pressed(tx: Transaction, turn: Turn) -> None:
    """Take the address that a receiver wants: for a dispatcher to confirm, for a rider at once."""
    conversation = readable(tx, turn, turn.objects()[0])
    delivery = conversation.delivery if conversation else None
    row = deliveries.get(tx, delivery) if delivery else None
    if conversation is None or row is None or not may(turn.person, Action.USE_ADDRESS, row):
        turn.stale()
        return
    own = conversation_cards.own_words(tx, conversation)
    address = conversation_cards.new_address(tx, conversation, own)
    present = value_of(snapshot(row), Blank.TO_ADDRESS)
    if not address:
        turn.stale()
    elif conversation.reader is None:
        opened = OpenEdit(delivery=row.uuid, field=Blank.TO_ADDRESS, old=present)
        show_change(tx, turn, row, opened, address)
    else:
        request = UseAddress(by=turn.person.user_id, delivery=row.uuid, old=present, new=address)
        request_queue.enqueue(tx, request, turn.job.key)
        turn.toast(toasts.SAVING)


ORDER_OF_WORDS = Button(Verb.ORDER_OF_WORDS, Action.CREATE_DELIVERY, order_pressed)
USE_ADDRESS = Button(Verb.USE_ADDRESS, Action.USE_ADDRESS, address_pressed)
