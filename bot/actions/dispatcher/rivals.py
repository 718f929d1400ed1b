"""Rivals: two dispatchers give the same delivery to a rider; one is first, the other is told."""

from bot.actions.access import Action
from bot.actions.snapshots import snapshot
from bot.base.database import Transaction
from bot.store import audit, people
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import assign as texts
from bot.texts.message import Message
from bot.texts.words import Words


async def who_was_first(tx: Transaction, person: Person, row: DeliveryRow) -> Message:
    """Tell a dispatcher who has given the delivery to the rider that it has now."""
    say, rider = Words(person.language), snapshot(row).rider
    if rider is None:
        return texts.taken_back(say, row.order_number)
    by = await _who_gave(tx, row)
    if by is None:
        return texts.already_given(say, row.order_number, rider.name)
    if by.user_id == person.user_id:
        return texts.already_given_by_you(say, row.order_number, rider.name)
    return texts.already_given_by(say, row.order_number, rider.name, by.first_name)


async def _who_gave(tx: Transaction, row: DeliveryRow) -> Person | None:
    """Return who has last asked for the present rider; `None` if it was nobody here."""
    deeds = await audit.of_delivery(tx, row.uuid)
    asked = [deed for deed in deeds if deed.act == Action.ASSIGN and deed.detail == row.rider]
    return await people.get(tx, asked[-1].user_id) if asked else None
