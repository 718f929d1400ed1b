"""The stored snapshots of deliveries, and the part of them that each party may see."""

from collections.abc import Iterable

from bot.base.days import LONG_AGO
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery
from bot.store.subscriptions import SENDER


def snapshot(row: DeliveryRow) -> Delivery:
    """Return the delivery that a row stores; its JSON is parsed only once."""
    return row.parsed(Delivery.model_validate_json)


def oldest_first(known: Iterable[Delivery]) -> list[Delivery]:
    return sorted(known, key=lambda each: (each.created_at or LONG_AGO, each.order_number))


def as_seen_by(delivery: Delivery, party: str) -> Delivery:
    """Return a delivery as one party may see it; a receiver never sees another receiver."""
    if party == SENDER:
        return delivery
    own = tuple(receiver for receiver in delivery.receivers if receiver.uuid == party)
    changes: dict[str, object] = {"receivers": own}
    if own and own[0].state is not None:
        changes["state"] = own[0].state
    if own and own[0].dropoff_photo:
        changes["dropoff_photo"] = own[0].dropoff_photo
    return delivery.model_copy(update=changes)
