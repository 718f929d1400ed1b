"""Undo: what a rider asked for by a slip is taken back before anybody outside is told."""

from bot.actions import request_queue
from bot.actions.request_queue import Pending
from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.texts.callbacks import Verb


def waiting(tx: Transaction, person: Person, delivery: DeliveryUuid) -> list[Pending]:
    """Return what this person has asked for a delivery and is not done; what was told last first.

    A report waits for nothing but its moment, and a change for the fleet service as well.
    """
    changes = request_queue.pending_or_untold(tx, delivery)
    return [change for change in changes if change.request.by == person.user_id]


def let_go(tx: Transaction, person: Person, delivery: DeliveryUuid, verb: Verb) -> None:
    """Let what the person asked for with this button begin at once: they have gone on."""
    for change in waiting(tx, person, delivery):
        if change.request.verb is verb:
            request_queue.let_go(tx, change)


def take_back(tx: Transaction, person: Person, delivery: DeliveryUuid, verb: Verb) -> bool:
    """Take back what the person asked for with this button; `False` if it is too late."""
    mine = [change for change in waiting(tx, person, delivery) if change.request.verb is verb]
    withdrawn = [request_queue.withdraw(tx, change) for change in mine]
    return any(withdrawn)
