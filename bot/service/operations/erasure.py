"""A person is forgotten, by phone number, before the time at which everybody is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line
from bot.service.environment import Environment, UnitOfWork
from bot.service.operations.book import booking_hash
from bot.service.records import Delivery, Rider
from bot.service.rules.moves import OPEN
from bot.service.store.booking_rows import CODE, forget_bookings
from bot.service.store.delivery_rows import complete, find_deliveries
from bot.service.store.phones import deliveries_of_phone
from bot.service.store.retention import AT_ONCE, wipe
from bot.service.store.rider_rows import riders_of
from bot.service.store.text_rows import drop_texts


@dataclass(frozen=True, slots=True)
class Erasure:
    """How many deliveries were wiped, and where the person still is: open deliveries, riders."""

    wiped: int
    open: Sequence[Delivery]
    riders: Sequence[Rider]


async def forget_phone(environment: Environment, phone: str) -> Erasure:
    """Wipe all that is personal of each delivery that is over and has the phone (E.164).

    Those that are open stay as they are. A shop can have very many, and others work meanwhile, so
    they are looked for without keeping anybody from writing, and wiped some at a time.
    """
    over, still_open, riders = await environment.database.read(_found, environment.name, phone)
    await environment.write(_forget_bookings, phone)
    wiped = 0
    for first in range(0, len(over), AT_ONCE):
        some = over[first : first + AT_ONCE]
        wiped += await environment.write(_wipe_of_phone, some, phone)
    return Erasure(wiped, still_open, riders)


async def count_of_phone(environment: Environment, phone: str) -> int:
    """Return how many deliveries are over and have the phone (E.164)."""
    over, _, _ = await environment.database.read(_found, environment.name, phone)
    return len(over)


def _found(
    tx: Transaction, environment: str, phone: str
) -> tuple[list[str], list[Delivery], list[Rider]]:
    deliveries = deliveries_of_phone(tx, environment, phone)
    return (
        [delivery.uuid for delivery in deliveries if not delivery.is_open],
        complete(tx, [delivery for delivery in deliveries if delivery.is_open]),
        [rider for rider in riders_of(tx, environment) if line(rider.phone) == line(phone)],
    )


def _forget_bookings(work: UnitOfWork, phone: str) -> None:
    """Forget who has booked by the phone or for it lately, and what of that is not made yet."""
    environment = work.environment
    hashed = booking_hash(environment, phone)
    for uuid in forget_bookings(work.tx, environment.name, hashed):
        drop_texts(work.tx, uuid, [CODE])


def _wipe_of_phone(work: UnitOfWork, uuids: Collection[str], phone: str) -> int:
    # The search has locked nothing, so each delivery may have changed since.
    deliveries = find_deliveries(work.tx, work.environment.name, uuids, for_change=True)
    over = []
    for uuid, delivery in deliveries.items():
        phones = {line(person.phone) for person in (delivery.sender, delivery.receiver) if person}
        if delivery.state not in OPEN and line(phone) in phones:
            over.append(uuid)
    if over:
        wipe(work.tx, over)
    work.did("a person erased", f"{len(over)} deliveries")
    return len(over)
