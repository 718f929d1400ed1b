"""The approach: receivers hear that the rider is near, and that the rider is at the door.

The live location shows that a rider is near; riders say themselves that they are at the door. Each
is told once per attempt, and "near" is not told after "at the door".
"""

from datetime import timedelta

from bot.actions import effect_keys
from bot.actions.news import AT_DOOR, NEAR, News
from bot.actions.recipients import readers
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import NEAR_METRES
from bot.domain.shortest_way import metres
from bot.fleet import State
from bot.store import quotas
from bot.store.locations import Location
from bot.store.quotas import Quota
from bot.store.undelivered import Outcome
from bot.texts.customer import arrival as texts

_OF_NOW = timedelta(minutes=2)
"""The greatest age of a location that still counts as the rider's present place."""

_A_DAY = timedelta(days=1)
_ONCE = {news: Quota(news.name, 1, _A_DAY) for news in (NEAR, AT_DOOR)}


def comes_to_door(row: DeliveryRow) -> bool:
    """Tell whether a parcel is on its way to its door, so neither on its way back nor left."""
    return row.state == State.IN_TRANSIT and not row.holder and row.outcome in {None, Outcome.AGAIN}


def tell_if_near(tx: Transaction, row: DeliveryRow, location: Location) -> None:
    """Tell the receivers that the rider is near, if the location is recent and near the door."""
    door = snapshot(row).coordinates.receiver
    if door is None or location.seen_at is None or not comes_to_door(row):
        return
    is_there = metres(location.place, (door.latitude, door.longitude)) <= NEAR_METRES
    if is_there and abs(tx.now - location.seen_at) <= _OF_NOW:
        _tell(tx, row, NEAR)


def tell_at_door(tx: Transaction, row: DeliveryRow) -> int:
    """Tell the receivers that the rider is at the door; return how many of them use the bot."""
    return _tell(tx, row, AT_DOOR)


def _tell(tx: Transaction, row: DeliveryRow, news: News) -> int:
    text = texts.near if news is NEAR else texts.at_door
    attempt = row.attempt or 1
    about, key = f"{row.uuid} {attempt}", effect_keys.approach(row.uuid, news.name, attempt)
    receivers = [one for one in readers.of(tx, news, row) if one.delivery.state is State.IN_TRANSIT]
    for receiver in receivers:
        is_new = quotas.take(tx, _ONCE[news], receiver.chat_id, about)
        # A location may arrive late, and "near" would be old news for a receiver at the door.
        if news is AT_DOOR:
            quotas.take(tx, _ONCE[NEAR], receiver.chat_id, about)
        if is_new:
            readers.post(tx, news, receiver, text(receiver.say, receiver.delivery), key)
    return len(receivers)
