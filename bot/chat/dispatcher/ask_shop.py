"""Ready when? and Message the shop: a dispatcher asks an order's shop, or writes to it."""

from datetime import timedelta

from bot.actions import effect_keys
from bot.actions.access import Action
from bot.actions.follow_ups import ready_times
from bot.actions.news import SHOP_WORDS
from bot.actions.recipients import readers, shops
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, still_open
from bot.chat.handler import Answer, Button
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.identifiers import DeliveryUuid
from bot.store import audit, dialogs
from bot.store.dialogs import Question
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import shop_troubles as texts


class ForShop(Question):
    """A message to the people of an order's shop that is being written."""

    name = "message_shop"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


@settled
def ask(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.ASK_SHOP)
    if row is None:
        return
    if not ready_times.waits(row):
        turn.stale()
    elif ready_times.ask_again(tx, row):
        turn.toast(toasts.SHOP_ASKED)
    else:
        turn.reply(tx, texts.nobody_there(turn.say, row.order_number))


@settled
def write(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.WRITE_TO_SHOP)
    if row is None:
        return
    chats = shops.chats(tx, row)
    if not chats:
        turn.reply(tx, texts.nobody_there(turn.say, row.order_number))
        return
    ForShop(delivery=row.uuid).ask(tx, turn.person.user_id)
    in_group = any(chat.is_group for chat in chats)
    turn.reply(tx, texts.ask_for_words(turn.say, row.order_number, in_group=in_group))


@settled
def written(tx: Transaction, turn: Turn) -> None:
    words = own_words(tx, turn).text
    if not words:
        turn.reply(tx, texts.WORDS_ONLY)
        return
    row = still_open(tx, turn, turn.answered(ForShop).delivery, Action.WRITE_TO_SHOP)
    if row is None:
        return
    dialogs.close(tx, turn.person.user_id)
    told = readers.tell(
        tx,
        SHOP_WORDS,
        row,
        lambda say, _: texts.for_shop(say, row.order_number, words),
        effect_keys.shop_words(turn.job.key),
    )
    audit.record(tx, turn.person.user_id, Action.WRITE_TO_SHOP, row.uuid)
    # The shop's people may have left since the dispatcher was asked for the words.
    if told:
        turn.reply(tx, texts.PASSED_ON)
    else:
        turn.reply(tx, texts.nobody_there(turn.say, row.order_number))


ASK_SHOP = Button(Verb.ASK_SHOP, Action.ASK_SHOP, ask)
MESSAGE_SHOP = Button(Verb.MESSAGE_SHOP, Action.WRITE_TO_SHOP, write)
WORDS_FOR_SHOP = Answer(ForShop.name, Action.WRITE_TO_SHOP, written)
