"""Telling everybody who dispatches, in their private chats and in their groups."""

from bot.actions import effect_keys, notices
from bot.actions.notices import Say, Urgency, View
from bot.actions.recipients import groups
from bot.actions.recipients.groups import Text
from bot.base.jobs import EffectKey
from bot.base.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import people
from bot.store.deliveries import DeliveryRow
from bot.store.people import Role
from bot.texts.words import Words


def tell(
    tx: Transaction,
    delivery: DeliveryUuid | None,
    text: Text,
    key: EffectKey,
    *,
    in_groups: Text | None = None,
) -> None:
    """Say something loud to all who dispatch, once for each key, under the card of a delivery.

    It is read in groups, too: no phone number, no address, no surname and nobody's own words. A
    text that has any of these needs another one for the groups.
    """
    tell_privately(tx, delivery, text, key)
    groups.say(tx, delivery, in_groups or text, key)


def tell_privately(tx: Transaction, delivery: str | None, text: Text, key: EffectKey) -> None:
    under = (delivery, View.DISPATCHER) if delivery else None
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        if person.reachable:
            notice = Say(chat_id=person.user_id, message=text(Words(person.language)), under=under)
            notices.post(tx, notice, effect_keys.to(key, person.user_id), urgency=Urgency.ALARM)


def refresh_cards(tx: Transaction, row: DeliveryRow) -> None:
    """Bring the cards that dispatchers and groups have of a delivery up to date, quietly."""
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        notices.show_card(tx, person.user_id, row, View.DISPATCHER, create=False)
    groups.show(tx, row, create=False)
