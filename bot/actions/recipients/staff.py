"""Telling the staff, dispatchers and owners, in their private chats and in their groups."""

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
from bot.store import people
from bot.texts.words import Words

_log = Logger(__name__)


def tell(tx: Transaction, text: Text, key: EffectKey) -> None:
    """Say something loud to all dispatchers and in their groups, once for each key.

    A text that is read in groups has no phone number, no address, no surname and nobody's own
    words.
    """
    people_told = _tell_people(tx, None, text, key)
    groups_told = groups.say(tx, None, text, key)
    if not (people_told or groups_told):
        report_silence(tx, None)


def tell_privately(tx: Transaction, delivery: str | None, text: Text, key: EffectKey) -> None:
    if not _tell_people(tx, delivery, text, key):
        report_silence(tx, delivery)


def report_silence(tx: Transaction, delivery: str | None) -> None:
    """Tell the operator that something was to be told, and nobody is there to read it."""
    tx.after(partial(_log.error, "no dispatcher can be reached", delivery=delivery))


def _tell_people(tx: Transaction, delivery: str | None, text: Text, key: EffectKey) -> bool:
    """Tell everybody who can be reached; `False` if that is nobody."""
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
    """Bring the cards that dispatchers and groups have of a delivery up to date, quietly.

    With `create` each dispatcher who can be reached gets one: they have to act on it.
    """
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        makes = create and person.reachable
        notices.show_card(tx, person.user_id, row, View.DISPATCHER, create=makes, quiet=True)
    groups.show(tx, row, create=False)
