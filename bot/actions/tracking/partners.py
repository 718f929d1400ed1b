"""Partners: who can talk to whom about a delivery, as far as they are here."""

from bot.fleet import State
from bot.store import people, watches
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.store.watches import SENDER, Watch


async def rider_for(tx: Transaction, row: DeliveryRow) -> Person | None:
    """Return the delivery's rider, if they can be written to here."""
    rider = await people.rider_person(tx, row.rider) if row.rider else None
    return rider if rider is not None and rider.reachable else None


async def contacts(tx: Transaction, row: DeliveryRow) -> list[Watch]:
    """Return the customers whom the rider may need now: before the pickup the sender, too."""
    wanted = []
    for watch in await watches.of_delivery(tx, row.uuid):
        person = await people.get(tx, watch.user_id)
        is_past = watch.party == SENDER and State(row.state).rank >= State.IN_TRANSIT.rank
        if person is not None and person.reachable and not is_past:
            wanted.append(watch)
    return wanted
