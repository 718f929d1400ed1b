"""Ready times: a shop is asked as soon as an order has a rider, and its answer is passed on.

The contract has no field for this, so nothing changes at the fleet service.
"""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.news import READY_LATER, SHOP_TROUBLE
from bot.actions.notice_kinds import ShowCard, Urgency, View
from bot.actions.recipients import contacts, readers, shops, staff
from bot.actions.rider.own_deliveries import age
from bot.actions.rider.pickups import NOT_PICKED_UP
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery
from bot.identifiers import DeliveryUuid
from bot.store import audit, cards, deliveries, people, ready_times
from bot.store.ready_times import ReadyTime, Trouble
from bot.texts.cards.shop_card import ShopOrder, shop_card
from bot.texts.customer import ready_when as texts
from bot.texts.dispatcher import shop_troubles
from bot.texts.message import Message
from bot.texts.words import Words

_TOGETHER = timedelta(seconds=30)
"""The time within which orders given to one rider share one question to the shop."""


def waits(row: DeliveryRow) -> bool:
    """Tell whether an order is still at its shop."""
    return row.is_open and row.state in NOT_PICKED_UP


def follow(tx: Transaction, row: DeliveryRow, *, is_given: bool) -> None:
    """Ask the shop about an order that a rider has just got, or update the shop's card."""
    if row.question is not None:
        show(tx, row)
    elif is_given and waits(row) and shops.sends_often(tx, row):
        ask(tx, row)


def can_ask(tx: Transaction, row: DeliveryRow) -> bool:
    """Tell whether an order's shop can be asked: it has people here, and still has the order."""
    return waits(row) and (row.question is not None or bool(shops.chats(tx, row)))


def ask_again(tx: Transaction, row: DeliveryRow) -> bool:
    """Ask the shop because a dispatcher wishes it, even if it was asked before."""
    # A new revision, because the question is posted once for each.
    deliveries.touch(tx, row.uuid)
    changed = deliveries.get(tx, row.uuid)
    return changed is not None and ask(tx, changed)


def ask(tx: Transaction, row: DeliveryRow) -> bool:
    """Ask the people of an order's shop with a sound; return `False` if there are none."""
    chats = shops.chats(tx, row)
    if chats:
        question = row.question
        # Orders that are given together share one message, known by the first order.
        if question is None and row.rider is not None and row.pickup is not None:
            question = ready_times.just_asked(tx, row.rider, row.pickup, tx.now - _TOGETHER)
        question = question or row.uuid
        ready_times.ask(tx, row.uuid, question)
        for chat in chats:
            _show(tx, chat.chat_id, question, row, rings=True)
    return bool(chats)


def show(tx: Transaction, row: DeliveryRow, *, pressed_in: int | None = None) -> None:
    """Update the cards that ask a shop about an order."""
    if row.question is not None:
        for chat in shops.chats(tx, row):
            is_answer = chat.chat_id == pressed_in
            _show(tx, chat.chat_id, row.question, row, is_answer=is_answer)


def take_from(tx: Transaction, chat_id: int, row: DeliveryRow) -> None:
    """Update the shop's card of a person who no longer speaks for the shop."""
    if row.question is not None:
        _show(tx, chat_id, row.question, row)


def _show(
    tx: Transaction,
    chat_id: int,
    question: DeliveryUuid,
    row: DeliveryRow,
    *,
    rings: bool = False,
    is_answer: bool = False,
) -> None:
    card = ShowCard(chat_id=chat_id, delivery=question, view=View.SHOP, fresh=rings, create=rings)
    key = effect_keys.shop_asked(question, row.uuid, row.revision)
    urgency = Urgency.ANSWER if is_answer else None
    notices.post(tx, card, effect_keys.to(key, chat_id), urgency=urgency)


def card(tx: Transaction, chat_id: int, question: DeliveryUuid) -> Message | None:
    """Return the message that asks a shop's chat about orders, in their present state.

    An order that left the shop before the message was sent needs no question.
    """
    first = deliveries.get(tx, question)
    say = shops.words_in(tx, chat_id, first) if first else None
    if say is None:
        return None
    rows = [
        (row, said)
        for said in ready_times.of_question(tx, question)
        if (row := deliveries.get(tx, said.delivery)) is not None
    ]
    rows.sort(key=lambda one: age(one[0]))
    if not any(waits(row) for row, _ in rows) and not cards.get(tx, chat_id, question, View.SHOP):
        return None
    return shop_card(
        say, [ShopOrder(snapshot(row), said, waits(row), row.late_by) for row, said in rows]
    )


def say_ready(
    tx: Transaction, row: DeliveryRow, answer: ReadyTime, key: EffectKey, *, pressed_in: int
) -> None:
    """Keep when an order is ready, and show it to the people who work on it."""
    changed = _keep(tx, row, answer, pressed_in)
    rider = people.rider_person(tx, row.rider) if row.rider else None
    if rider is None or not rider.reachable or answer.ready_at is None:
        return
    # At that time the rider's card says that the order is ready.
    notices.show_card_later(tx, rider.user_id, row.uuid, View.RIDER, answer.ready_at)
    if row.ready_at is not None and answer.ready_at > row.ready_at:  # later than they were told
        at = answer.ready_at
        readers.tell(
            tx,
            READY_LATER,
            changed,
            lambda say, _: texts.ready_later(say, changed, at),
            effect_keys.ready_later(key),
        )


def say_trouble(
    tx: Transaction,
    row: DeliveryRow,
    answer: ReadyTime,
    trouble: Trouble,
    key: EffectKey,
    *,
    pressed_in: int,
) -> None:
    """Keep a shop's trouble with an order, and tell all dispatchers."""
    delivery = snapshot(_keep(tx, row, answer, pressed_in))

    def for_dispatcher(say: Words, delivery: Delivery) -> Message:
        return shop_troubles.for_dispatcher(say, delivery, texts.trouble_words(say, trouble))

    def for_group(say: Words) -> Message:
        return shop_troubles.for_group(say, delivery, texts.trouble_words(say, trouble))

    trouble_key = effect_keys.trouble(key)
    readers.tell(tx, SHOP_TROUBLE, row, for_dispatcher, trouble_key, in_groups=for_group)


def _keep(tx: Transaction, row: DeliveryRow, answer: ReadyTime, pressed_in: int) -> DeliveryRow:
    ready_times.say(tx, answer)
    audit.record(tx, answer.said_by, "say_ready", row.uuid, answer.trouble)
    return refresh(tx, row, pressed_in=pressed_in)


def refresh(tx: Transaction, row: DeliveryRow, *, pressed_in: int | None = None) -> DeliveryRow:
    """Update every card that shows the words of shop and rider; return the delivery."""
    deliveries.touch(tx, row.uuid)
    changed = deliveries.get(tx, row.uuid) or row
    contacts.refresh_rider_card(tx, changed, quiet=True)
    staff.refresh_cards(tx, changed)
    show(tx, changed, pressed_in=pressed_in)
    return changed
