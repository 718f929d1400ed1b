"""A person is forgotten, by phone number, before the time at which everybody is."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.environment import UnitOfWork, operation
from bot.service.records import Delivery, Rider
from bot.service.rules import OPEN
from bot.service.store.delivery_rows import complete
from bot.service.store.phones import deliveries_of_phone
from bot.service.store.retention import wipe
from bot.service.store.rider_rows import riders_of


@dataclass(frozen=True, slots=True)
class Erasure:
    """How many deliveries were wiped, and where the person still is: open deliveries, riders."""

    wiped: int
    open: Sequence[Delivery]
    riders: Sequence[Rider]


@operation
def forget_phone(work: UnitOfWork, phone: str) -> Erasure:
    """Wipe all that is personal of each delivery that is over and has the phone (E.164).

    Those that are open stay as they are.
    """
    environment = work.environment.name
    found = complete(work.tx, deliveries_of_phone(work.tx, environment, phone))
    over = [delivery.uuid for delivery in found if delivery.state not in OPEN]
    if over:
        wipe(work.tx, over)
    return Erasure(
        len(over),
        [delivery for delivery in found if delivery.state in OPEN],
        [rider for rider in riders_of(work.tx, environment) if rider.phone == phone],
    )
