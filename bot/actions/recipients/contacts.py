"""The people of a delivery who can be written to: its followers and its rider."""

from dataclasses import dataclass

from bot.actions import notices
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import people, subscriptions
from bot.store.subscriptions import SENDER, Subscription


@dataclass(frozen=True, slots=True)
class Follower:
    """A person who follows a delivery as one of its parties, and can be written to."""

    person: Person
    party: str

    @property
    def is_sender(self) -> bool:
        return self.party == SENDER


def followers(tx: Transaction, delivery: DeliveryUuid) -> list[Follower]:
    return [
        Follower(person, one.party)
        for one in subscriptions.of_delivery(tx, delivery)
        if (person := people.get(tx, one.user_id)) is not None and person.reachable
    ]


def subscription(tx: Transaction, user_id: int, delivery: DeliveryUuid) -> Subscription | None:
    """Return a person's subscription to a delivery, if they follow it."""
    followed = subscriptions.of_delivery(tx, delivery)
    return next((one for one in followed if one.user_id == user_id), None)


def rider_for(tx: Transaction, row: DeliveryRow) -> Person | None:
    """Return the delivery's rider, if they can be written to here."""
    rider = people.rider_person(tx, row.rider) if row.rider else None
    return rider if rider is not None and rider.reachable else None


def reachable(tx: Transaction, row: DeliveryRow) -> list[Follower]:
    """Return the customers whom the rider may need now, the sender only before the pickup."""
    is_picked_up = State(row.state).rank >= State.IN_TRANSIT.rank
    return [one for one in followers(tx, row.uuid) if not (one.is_sender and is_picked_up)]


def refresh_rider_card(tx: Transaction, row: DeliveryRow, *, quiet: bool = False) -> bool:
    """Update the rider's card of a delivery; return `False` if there is no rider to write to."""
    rider = rider_for(tx, row)
    if rider is not None:
        notices.show_card(tx, rider.user_id, row, View.RIDER, create=False, quiet=quiet)
    return rider is not None


def refresh_cards(tx: Transaction, row: DeliveryRow, *, quiet: bool = False) -> None:
    """Update the cards that customers have of a delivery."""
    for one in followers(tx, row.uuid):
        reader = one.person.user_id
        notices.show_card(tx, reader, row, View.CUSTOMER, create=False, quiet=quiet)
