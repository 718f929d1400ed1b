"""Delays: a rider says that it takes longer, and whoever waits for an order is told."""

from bot.actions import effect_keys, notices
from bot.actions.deliveries import ready_times
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import shops
from bot.actions.snapshots import snapshot
from bot.base.jobs import EffectKey
from bot.base.transaction import Transaction
from bot.store import audit, delays, people, subscriptions
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.promises import LATE_AGAIN
from bot.texts.rider import late as texts
from bot.texts.words import Words


def say_late(
    tx: Transaction, person: Person, row: DeliveryRow, minutes: int, key: EffectKey
) -> bool:
    """Tell everybody who waits; `False` if the rider has told them a moment ago."""
    last = delays.of_delivery(tx, row.uuid)
    if last is not None and last.rider == row.rider and tx.now - last.at < LATE_AGAIN:
        return False
    delays.record(tx, row.uuid, person.as_rider, minutes)
    audit.record(tx, person.user_id, "say_late", row.uuid, str(minutes))
    changed = ready_times.refresh(tx, row)
    _tell_shop(tx, changed, minutes, key)
    _tell_customers(tx, changed, minutes, key)
    return True


def _tell_shop(tx: Transaction, row: DeliveryRow, minutes: int, key: EffectKey) -> None:
    """Tell a shop in its group, as long as the order is there; who follows is told anyway."""
    if not ready_times.waits(row):
        return
    for chat in shops.chats(tx, row):
        if chat.is_group:
            notice = Say(
                chat_id=chat.chat_id,
                message=_late(chat.say, row, minutes),
                under=(row.question, View.SHOP) if row.question else None,
                topic=chat.topic,
            )
            _post(tx, notice, key)


def _tell_customers(tx: Transaction, row: DeliveryRow, minutes: int, key: EffectKey) -> None:
    for subscription in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, subscription.user_id)
        if person is None or not person.reachable:
            continue
        said = _late(Words(person.language), row, minutes)
        under = (row.uuid, View.CUSTOMER)
        _post(tx, Say(chat_id=person.user_id, message=said, under=under), key)
        notices.show_card(tx, person.user_id, row, View.CUSTOMER, create=False)


def _late(say: Words, row: DeliveryRow, minutes: int) -> Message:
    return texts.late(say, row.order_number, rider_name(snapshot(row)), minutes)


def _post(tx: Transaction, notice: Say, key: EffectKey) -> None:
    told = effect_keys.to(effect_keys.late(key), notice.chat_id)
    notices.post(tx, notice, told, urgency=Urgency.DOOR)
