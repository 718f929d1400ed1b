"""Who can talk to whom about a delivery, as far as they are here."""

from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.store import people, subscriptions
from bot.store.subscriptions import SENDER, Subscription


def rider_for(tx: Transaction, row: DeliveryRow) -> Person | None:
    """Return the delivery's rider, if they can be written to here."""
    rider = people.rider_person(tx, row.rider) if row.rider else None
    return rider if rider is not None and rider.reachable else None


def reachable(tx: Transaction, row: DeliveryRow) -> list[Subscription]:
    """Return the customers whom the rider may need now: before the pickup the sender, too."""
    wanted = []
    for subscription in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, subscription.user_id)
        is_past = subscription.party == SENDER and State(row.state).rank >= State.IN_TRANSIT.rank
        if person is not None and person.reachable and not is_past:
            wanted.append(subscription)
    return wanted
