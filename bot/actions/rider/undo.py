"""Undo: take back a request that was made by mistake, before anybody outside hears of it."""

from bot.actions import request_queue
from bot.actions.request_queue import Pending
from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.texts.callbacks import Verb


def waiting(tx: Transaction, person: Person, delivery: DeliveryUuid) -> list[Pending]:
    """Return this person's open requests for a delivery, first the problems not told yet."""
    changes = request_queue.pending_or_untold(tx, delivery)
    return [change for change in changes if change.request.by == person.user_id]


def let_go(tx: Transaction, person: Person, delivery: DeliveryUuid, verb: Verb) -> None:
    """Start the person's requests from this button without the wait for an undo."""
    for change in waiting(tx, person, delivery):
        if change.request.verb is verb:
            request_queue.let_go(tx, change)


def take_back(tx: Transaction, person: Person, delivery: DeliveryUuid, verb: Verb) -> bool:
    """Take back the person's requests from this button; return `False` if it is too late."""
    mine = [change for change in waiting(tx, person, delivery) if change.request.verb is verb]
    withdrawn = [request_queue.withdraw(tx, change) for change in mine]
    return any(withdrawn)
