"""Notes for the rider, from customers and dispatchers: kept, shown on the cards, and told once."""

from datetime import timedelta

from bot.actions import conversations, effect_keys
from bot.actions.customer.subscriptions import Followed
from bot.actions.news import NOTE
from bot.actions.recipients import contacts, readers, staff
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.limits import NOTES_A_DAY
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import audit, customer_notes, quotas
from bot.store.customer_notes import DISPATCHER, CustomerNote
from bot.store.dialogs import Question
from bot.store.quotas import Quota
from bot.texts.customer import note as texts

_A_DAY = Quota("note", NOTES_A_DAY, timedelta(days=1))


class NoteQuestion(Question):
    """A note that is being written: its delivery, or its words while the delivery is asked for."""

    name = "note"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid | None = None
    words: str | None = None


def leave(
    tx: Transaction, person: Person, followed: Followed, words: str, key: EffectKey
) -> bool | None:
    """Keep a customer's note and show it.

    Return whether a rider reads it here, or `None` if the customer left too many today.
    """
    if not quotas.take(tx, _A_DAY, person.user_id, followed.row.uuid):
        return None
    note = CustomerNote(followed.row.uuid, person.user_id, followed.party, words)
    customer_notes.add(tx, note)
    audit.record(tx, person.user_id, "note", note.delivery)
    if conversations.concerns_staff(person, words):
        conversations.to_staff(tx, person, note.delivery, words, key)
    return _show(tx, note, key)


def of_dispatcher(tx: Transaction, delivery: DeliveryUuid) -> str:
    """Return the dispatchers' note on a delivery; "" if there is none."""
    notes = customer_notes.of_delivery(tx, delivery)
    return next((note.text for note in notes if note.party == DISPATCHER), "")


def keep_of_dispatcher(
    tx: Transaction, person: Person, delivery: DeliveryUuid, words: str, key: EffectKey
) -> None:
    """Replace the dispatchers' note and show it; the fleet service has no field for one."""
    note = CustomerNote(delivery, person.user_id, DISPATCHER, words)
    customer_notes.add(tx, note)
    audit.record(tx, person.user_id, "note", delivery)
    _show(tx, note, key)


def _show(tx: Transaction, note: CustomerNote, key: EffectKey) -> bool:
    row = staff.touch(tx, note.delivery)
    if row is None or not contacts.refresh_rider_card(tx, row):
        return False
    readers.tell(
        tx,
        NOTE,
        row,
        lambda say, delivery: texts.for_rider(say, delivery, note),
        effect_keys.note(key),
    )
    return True
