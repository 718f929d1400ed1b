"""Delays: a rider says that it takes longer, and the people who wait for the order hear it."""

from collections.abc import Iterable, Sequence

from bot.actions import effect_keys
from bot.actions.follow_ups import ready_times
from bot.actions.news import LATE, LATE_FOR_SHOP
from bot.actions.recipients import contacts, readers
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import LATE_AGAIN
from bot.domain.person import Person
from bot.fleet import Delivery
from bot.store import audit, delays
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
    for row in late:
        readers.tell(
            tx,
            LATE,
            row,
            lambda say, delivery: _late(say, [delivery], minutes),
            effect_keys.late_for(key, row.uuid),
        )
        contacts.refresh_cards(tx, row)
    return bool(late)


def _tell_shops(tx: Transaction, rows: Iterable[DeliveryRow], minutes: int, key: EffectKey) -> None:
    """Tell a shop in its group, once, of all its orders that are late.

    The people of a shop who follow an order in their own chats hear it there, as customers.
    """
    # By chat, because a shop gets one message for all its orders.
    waiting: dict[int, list[readers.Reader]] = {}
    for row in filter(ready_times.waits, rows):
        for reader in readers.of(tx, LATE_FOR_SHOP, row):
            waiting.setdefault(reader.chat_id, []).append(reader)
    for of_shop in waiting.values():
        shop = of_shop[0]
        message = _late(shop.say, [one.delivery for one in of_shop], minutes)
        readers.post(tx, LATE_FOR_SHOP, shop, message, effect_keys.late(key))


def _late(say: Words, deliveries: Sequence[Delivery], minutes: int) -> Message:
    orders = [each.order_number for each in deliveries]
    return texts.late(say, orders, rider_name(deliveries[0]), minutes)
