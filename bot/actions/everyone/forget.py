"""Forgetting: erase a person, who is a stranger from then on."""

from bot.actions import effect_keys, notices, request_queue
from bot.actions.arrivals import lane_of_person
from bot.actions.notice_kinds import SetMenu
from bot.actions.recipients import contacts, staff
from bot.base.database.transaction import Transaction
from bot.base.queue import lanes
from bot.base.queue.jobs import EffectKey
from bot.base.settings.loader import RetentionSettings
from bot.domain.person import Person
from bot.store import (
    audit,
    cards,
    conversations,
    dialogs,
    erasure,
    retention,
    subscriptions,
)
from bot.store.job_kind import JobKind


def forget(tx: Transaction, person: Person, key: EffectKey) -> None:
    """Erase a person, with their waiting notices and requests, their dead updates, and their cards.

    Updates that still wait are handled as a stranger's.
    """
    # Read both first, because erasing the person deletes them from the store.
    followed = subscriptions.of_person(tx, person.user_id)
    shown_cards = cards.of_chat(tx, person.user_id)
    request_queue.drop_of(tx, person.user_id)
    notices.drop_naming(tx, person.user_id, conversations.of_person(tx, person.user_id))
    dialogs.close_about(tx, person.user_id)
    _erase(tx, person.user_id)
    for card in shown_cards:
        notices.erase(tx, card.chat_id, card.message_id)
    notices.post(tx, SetMenu(chat_id=person.user_id), effect_keys.own_menu(key))
    audit.record(tx, None, "forget")
    # Other people's cards must not show the person's words any more either.
    for subscription in followed:
        row = staff.touch(tx, subscription.delivery)
        if row is not None:
            contacts.refresh_rider_card(tx, row)


def forget_stranger(tx: Transaction, user_id: int, kept: RetentionSettings) -> None:
    """Erase a person whom `retention.strangers` found, unless they have come back meanwhile."""
    if retention.is_stranger(tx, user_id, kept):
        _erase(tx, user_id)


def _erase(tx: Transaction, user_id: int) -> None:
    erasure.forget(tx, user_id)
    lanes.wipe(tx, JobKind.NOTICE, notices.lane_of(user_id))
    lanes.wipe_dead(tx, JobKind.UPDATE, lane_of_person(user_id))
