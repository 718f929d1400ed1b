"""Subscriptions: the deliveries that a customer follows, and the party that they are in each."""

from dataclasses import dataclass

from bot.actions.access import Action, may
from bot.actions.snapshots import as_seen_by, snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, people, subscriptions
from bot.store.subscriptions import Subscription


@dataclass(frozen=True, slots=True)
class Followed:
    """A delivery that a person follows, and the party that the person is in it."""

    row: DeliveryRow
    party: str

    @property
    def seen(self) -> Delivery:
        return as_seen_by(snapshot(self.row), self.party)


def all_for(tx: Transaction, person: Person, action: Action) -> list[Followed]:
    """Return the followed deliveries on which this action is allowed, by order number."""
    mine = []
    for subscription in subscriptions.of_person(tx, person.user_id):
        row = deliveries.get(tx, subscription.delivery)
        if row is not None and may(person, action, row, follows=True):
            mine.append(Followed(row, subscription.party))
    # By length first: order 999 stands before order 1000.
    return sorted(mine, key=lambda one: (len(one.row.order_number), one.row.order_number))


def one_for(
    tx: Transaction, person: Person, action: Action, delivery: DeliveryUuid
) -> Followed | None:
    mine = all_for(tx, person, action)
    return next((followed for followed in mine if followed.row.uuid == delivery), None)


def receiver_of(tx: Transaction, row: DeliveryRow) -> Subscription | None:
    """Return the subscription of the first receiver who can be written to."""
    receivers = {receiver.uuid for receiver in snapshot(row).receivers}
    for one in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, one.user_id) if one.party in receivers else None
        if person is not None and person.reachable:
            return one
    return None
