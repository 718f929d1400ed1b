"""Undo: what a rider asked for by a slip is taken back before anybody outside is told."""

from bot.actions import request_queue
from bot.actions.request_queue import Pending
from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.people import Person
from bot.texts.callbacks import Verb


async def waiting(tx: Transaction, person: Person, delivery: DeliveryUuid) -> list[Pending]:
    """Return what this person has asked for a delivery and is not done; what was told last first.

    A report waits for nothing but its moment, and a change for the fleet service as well.
    """
    asked = [*await request_queue.untold(tx, delivery), *await request_queue.pending(tx, delivery)]
    return [change for change in asked if change.request.by == person.user_id]


async def take_back(tx: Transaction, person: Person, delivery: DeliveryUuid, verb: Verb) -> bool:
    """Take back what the person asked for with this button; `False` if it is too late."""
    mine = [change for change in await waiting(tx, person, delivery) if change.request.verb is verb]
    return any([await request_queue.withdraw(tx, change) for change in mine])
