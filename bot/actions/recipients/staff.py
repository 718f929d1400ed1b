"""Messages to the staff, dispatchers and owners, in private chats and in groups."""

from functools import partial

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import groups
from bot.actions.recipients.groups import Text
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person, Role
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, people
from bot.texts.words import Words

_log = Logger(__name__)


def tell(tx: Transaction, text: Text, key: EffectKey) -> None:
    """Tell all dispatchers and their groups something, with a sound, once per key.

    The text must hold no phone number, no address, no surname and no person's own words, because
    groups read it.
    """
    people_told = _tell_people(tx, None, text, key)
    groups_told = groups.say(tx, None, text, key)
    if not (people_told or groups_told):
        report_silence(tx, None)


def tell_privately(tx: Transaction, delivery: str | None, text: Text, key: EffectKey) -> None:
    if not _tell_people(tx, delivery, text, key):
        report_silence(tx, delivery)


def report_silence(tx: Transaction, delivery: str | None) -> None:
    """Log, for the operator, that no dispatcher can be reached with a message."""
    tx.after(partial(_log.error, "no dispatcher can be reached", delivery=delivery))


def _tell_people(tx: Transaction, delivery: str | None, text: Text, key: EffectKey) -> bool:
    """Tell all dispatchers who can be reached; return `False` if there is none."""
    under = (delivery, View.DISPATCHER) if delivery else None
    dispatchers = reached(tx)
    for person in dispatchers:
        notice = Say(chat_id=person.user_id, message=text(Words(person.language)), under=under)
        notices.post(tx, notice, effect_keys.to(key, person.user_id), urgency=Urgency.ALARM)
    return bool(dispatchers)


def reached(tx: Transaction) -> list[Person]:
    """Return the dispatchers who can be written to."""
    return [one for one in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)) if one.reachable]


def is_last_reached(tx: Transaction, person: Person) -> bool:
    """Tell whether somebody is the only dispatcher who can be written to."""
    return [one.user_id for one in reached(tx)] == [person.user_id]


def refresh_cards(tx: Transaction, row: DeliveryRow, *, create: bool = False) -> None:
    """Update the cards that dispatchers and groups have of a delivery, without a sound.

    With `create` each reachable dispatcher gets a card, because they have to act on it.
    """
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        makes = create and person.reachable
        notices.show_card(tx, person.user_id, row, View.DISPATCHER, create=makes, quiet=True)
    groups.show(tx, row, create=False)


def touch(tx: Transaction, delivery: DeliveryUuid) -> DeliveryRow | None:
    """Give a delivery its next revision, and refresh its cards; return it as it is then."""
    deliveries.touch(tx, delivery)
    row = deliveries.get(tx, delivery)
    if row is not None:
        refresh_cards(tx, row)
    return row
