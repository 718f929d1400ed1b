"""Broadcasts: a dispatcher's words to all riders on duty, and a card with the riders' receipts."""

from uuid import uuid4

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, ShowCard, Urgency, View
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person, Role
from bot.identifiers import DeliveryUuid
from bot.store import audit, broadcasts, people
from bot.store.broadcasts import RiderBroadcast
from bot.texts.dispatcher import broadcasts as texts
from bot.texts.message import Message
from bot.texts.words import Words


def send(tx: Transaction, person: Person, words: str, key: EffectKey) -> bool:
    """Send words to all riders on duty except their author; return `False` if there is none."""
    riders = [
        each
        for each in people.with_role(tx, [Role.RIDER])
        if each.reachable and not each.off_duty and each.user_id != person.user_id
    ]
    if not riders:
        return False
    broadcast = RiderBroadcast(str(uuid4()), person.user_id, words)
    broadcasts.add(tx, broadcast, [each.user_id for each in riders])
    audit.record(tx, person.user_id, "broadcast", None, str(len(riders)))
    for each in riders:
        message = texts.for_rider(Words(each.language), broadcast)
        notice = Say(chat_id=each.user_id, message=message, author=person.user_id)
        rider_key = effect_keys.to(effect_keys.broadcast(key), each.user_id)
        notices.post(tx, notice, rider_key, urgency=Urgency.ALARM)
    _show(tx, broadcast, key, is_new=True)
    return True


def see(tx: Transaction, person: Person, uuid: str, key: EffectKey) -> RiderBroadcast | None:
    """Record that a rider has seen a broadcast; return the broadcast if it is still kept."""
    broadcast = broadcasts.get(tx, uuid)
    if broadcast is not None and broadcasts.see(tx, uuid, person.user_id):
        _show(tx, broadcast, key, is_new=False)
    return broadcast


def card(tx: Transaction, person: Person, uuid: str) -> Message | None:
    """Return the author's card: how many riders have seen the broadcast, and who has not."""
    broadcast = broadcasts.get(tx, uuid)
    if broadcast is None or broadcast.user_id != person.user_id or not person.dispatches:
        return None
    readers = broadcasts.readers(tx, uuid)
    waited_for = [people.get(tx, each.user_id) for each in readers if not each.has_seen]
    names = sorted(each.first_name for each in waited_for if each is not None)
    return texts.for_author(Words(person.language), broadcast, len(readers), names)


def _show(tx: Transaction, broadcast: RiderBroadcast, key: EffectKey, *, is_new: bool) -> None:
    notice = ShowCard(
        chat_id=broadcast.user_id,
        delivery=DeliveryUuid(broadcast.uuid),
        view=View.BROADCAST,
        create=is_new,
        quiet=True,
    )
    urgency = Urgency.ANSWER if is_new else Urgency.REFRESH
    card_key = effect_keys.to(effect_keys.broadcast(key), broadcast.user_id)
    notices.post(tx, notice, card_key, urgency=urgency)
