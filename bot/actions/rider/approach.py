"""The rider comes nearer: receivers hear that they are near, and that they are at the door.

Near is what their live location says, near the place of the drop-off; at the door is what they say.
Each is told once for each attempt, and near is not told after the door.
"""

from collections.abc import Callable
from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.snapshots import as_seen_by, snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import NEAR_METRES
from bot.domain.shortest_way import is_somewhere, metres
from bot.fleet import Delivery, State
from bot.store import people, quotas, subscriptions
from bot.store.locations import Location
from bot.store.quotas import Quota
from bot.store.subscriptions import SENDER
from bot.store.undelivered import Outcome
from bot.texts.customer import arrival as texts
from bot.texts.message import Message
from bot.texts.words import Words

_OF_NOW = timedelta(minutes=2)
"""How old a place may be of which it is told that the rider is there."""

_A_DAY = timedelta(days=1)
_NEAR, _AT_DOOR = Quota("near", 1, _A_DAY), Quota("at_door", 1, _A_DAY)


def comes_to_door(row: DeliveryRow) -> bool:
    """Tell whether a parcel is on its way to its door, and not back, or left with somebody."""
    return row.state == State.IN_TRANSIT and not row.holder and row.outcome in {None, Outcome.AGAIN}


def tell_if_near(tx: Transaction, row: DeliveryRow, location: Location) -> None:
    """Tell the receivers, if the rider is near their door now."""
    door, here = snapshot(row).coordinates.receiver, (location.latitude, location.longitude)
    if door is None or location.seen_at is None or not comes_to_door(row):
        return
    there = door.latitude, door.longitude
    is_there = is_somewhere(there) and metres(here, there) <= NEAR_METRES
    if is_there and abs(tx.now - location.seen_at) <= _OF_NOW:
        _tell(tx, row, texts.near, _NEAR)


def tell_at_door(tx: Transaction, row: DeliveryRow) -> int:
    """Tell the receivers that the rider is at the door; return how many of them are here."""
    return _tell(tx, row, texts.at_door, _AT_DOOR)


def _tell(
    tx: Transaction, row: DeliveryRow, text: Callable[[Words, Delivery], Message], quota: Quota
) -> int:
    attempt = row.attempt or 1
    receivers = 0
    for one in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, one.user_id) if one.party != SENDER else None
        if person is None or not person.reachable:
            continue
        seen = as_seen_by(snapshot(row), one.party)
        if seen.state is not State.IN_TRANSIT:
            continue
        receivers += 1
        about = f"{row.uuid} {attempt}"
        is_new = quotas.take(tx, quota, person.user_id, about)
        # A place comes late at times: nobody is near any more who stands at the door.
        if quota is _AT_DOOR:
            quotas.take(tx, _NEAR, person.user_id, about)
        if is_new:
            message = text(Words(person.language), seen)
            notice = Say(chat_id=person.user_id, message=message, under=(row.uuid, View.CUSTOMER))
            key = effect_keys.approach(row.uuid, person.user_id, quota.name, attempt)
            notices.post(tx, notice, key, urgency=Urgency.DOOR)
    return receivers
