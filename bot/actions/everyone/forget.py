"""Forgetting: a person is erased, and is a stranger from then on."""

from bot.actions import effect_keys, notices
from bot.actions.arrivals import lane_of_person
from bot.actions.notice_kinds import SetMenu, View
from bot.actions.recipients import contacts, staff
from bot.base import lanes
from bot.base.jobs import EffectKey
from bot.base.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import audit, cards, deliveries, forgetting, subscriptions
from bot.store.job_kind import JobKind
from bot.store.people import Person


def forget(tx: Transaction, person: Person, key: EffectKey) -> None:
    """Erase a person, with what was given up of their words, what waits for them, and their cards.

    What they have said since is still heard, as a stranger's.
    """
    followed = subscriptions.of_person(tx, person.user_id)
    shown = cards.of_chat(tx, person.user_id)
    forgetting.forget(tx, person.user_id)
    lanes.wipe(tx, JobKind.NOTICE, notices.lane_of(person.user_id))
    lanes.wipe_dead(tx, JobKind.UPDATE, lane_of_person(person.user_id))
    for card in shown:
        notices.erase(tx, card.chat_id, card.message_id)
    notices.post(tx, SetMenu(chat_id=person.user_id), effect_keys.own_menu(key))
    audit.record(tx, person.user_id, "forget")
    for subscription in followed:
        _redraw(tx, subscription.delivery)


def _redraw(tx: Transaction, delivery: DeliveryUuid) -> None:
    """Take what the person had said off the cards of others."""
    deliveries.touch(tx, delivery)
    row = deliveries.get(tx, delivery)
    if row is None:
        return
    staff.refresh_cards(tx, row)
    rider = contacts.rider_for(tx, row)
    if rider is not None:
        notices.show_card(tx, rider.user_id, row, View.RIDER, create=False)
