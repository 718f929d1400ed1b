"""Delays: a rider says that it takes longer, and the people who wait for an order are told."""

from collections.abc import Iterable, Sequence

from bot.actions import effect_keys, notices
from bot.actions.follow_ups import ready_times
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import shops
from bot.actions.recipients.shops import ShopChat
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import LATE_AGAIN
from bot.domain.person import Person
from bot.store import audit, delays, people, subscriptions
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.rider import late as texts
from bot.texts.words import Words


def say_late(
    tx: Transaction, person: Person, rows: Iterable[DeliveryRow], minutes: int, key: EffectKey
) -> bool:
    """Tell everybody who waits; `False` if the rider has told them a moment ago."""
    late: list[DeliveryRow] = []
    for row in rows:
        last = delays.of_delivery(tx, row.uuid)
        if last is not None and last.rider == row.rider and tx.now - last.at < LATE_AGAIN:
            continue
        delays.record(tx, row.uuid, person.as_rider, minutes)
        audit.record(tx, person.user_id, "say_late", row.uuid, str(minutes))
        late.append(ready_times.refresh(tx, row))
    _tell_shops(tx, late, minutes, key)
    _tell_customers(tx, late, minutes, key)
    return bool(late)


def _tell_shops(tx: Transaction, rows: Sequence[DeliveryRow], minutes: int, key: EffectKey) -> None:
    """Tell a shop in its group, once, of the orders that are there.

    The people of a shop who follow an order in their own chats hear it there, as customers.
    """
    # By chat, for a shop has one message for all its orders.
    waiting: dict[int, tuple[ShopChat, list[DeliveryRow]]] = {}
    for row in filter(ready_times.waits, rows):
        for chat in shops.chats(tx, row):
            if chat.is_group:
                waiting.setdefault(chat.chat_id, (chat, []))[1].append(row)
    for chat, late in waiting.values():
        question = late[0].question
        notice = Say(
            chat_id=chat.chat_id,
            message=_late(chat.say, late, minutes),
            under=(question, View.SHOP) if question else None,
            topic=chat.topic,
        )
        to_chat = effect_keys.to(effect_keys.late(key), chat.chat_id)
        notices.post(tx, notice, to_chat, urgency=Urgency.DOOR)


def _tell_customers(
    tx: Transaction, rows: Sequence[DeliveryRow], minutes: int, key: EffectKey
) -> None:
    for row in rows:
        for subscription in subscriptions.of_delivery(tx, row.uuid):
            person = people.get(tx, subscription.user_id)
            if person is None or not person.reachable:
                continue
            notice = Say(
                chat_id=person.user_id,
                message=_late(Words(person.language), [row], minutes),
                under=(row.uuid, View.CUSTOMER),
            )
            to_person = effect_keys.to(effect_keys.late_for(key, row.uuid), person.user_id)
            notices.post(tx, notice, to_person, urgency=Urgency.DOOR)
            notices.show_card(tx, person.user_id, row, View.CUSTOMER, create=False)


def _late(say: Words, rows: Sequence[DeliveryRow], minutes: int) -> Message:
    orders = [row.order_number for row in rows]
    return texts.late(say, orders, rider_name(snapshot(rows[0])), minutes)
