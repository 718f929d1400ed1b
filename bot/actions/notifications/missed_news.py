"""Missed news: a look tells a few loud changes each by itself, and the others in one message.

The others are kept until the look is over, so that none is lost if the look is cut off.
"""

from pydantic import BaseModel

from bot.actions import effect_keys
from bot.actions.recipients import staff
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import LOUD_ORDERS
from bot.store import preferences
from bot.store.preferences import Preference
from bot.texts.digests import missed_orders


class _Missed(BaseModel):
    """The number of orders told by themselves, and the order numbers of the others."""

    told: int = 0
    orders: list[str] = []


def take_in(tx: Transaction, row: DeliveryRow) -> bool:
    """Keep an order for the message about many; `False` if it is to be told by itself."""
    # The count is for all deliveries, and a look handles several of them at a time.
    tx.alone_with(Preference.MISSED_NEWS)
    missed = _kept(tx)
    is_many = missed.told >= LOUD_ORDERS
    if is_many:
        missed.orders.append(row.order_number)
    else:
        missed.told += 1
    preferences.keep(tx, Preference.MISSED_NEWS, missed.model_dump_json())
    return is_many


def tell(tx: Transaction) -> None:
    """Tell the dispatchers of the kept orders, and begin again."""
    tx.alone_with(Preference.MISSED_NEWS)
    missed = _kept(tx)
    if missed.orders:
        key = effect_keys.missed(tx.now)
        staff.tell(tx, lambda say: missed_orders(say, missed.orders), key)
    if missed != _Missed():
        preferences.keep(tx, Preference.MISSED_NEWS, _Missed().model_dump_json())


def _kept(tx: Transaction) -> _Missed:
    text = preferences.get(tx, Preference.MISSED_NEWS)
    return _Missed.model_validate_json(text) if text else _Missed()
