"""A busy sender's open orders: one message in their chat, in place of one for each step.

It appears without a sound when many orders are open, is edited in steps of a few seconds, and ends
with the last order. A step that goes wrong is told by itself, as to any other customer.
"""

from datetime import timedelta, tzinfo
from enum import Enum

from bot.actions import effect_keys, notices
from bot.actions.delivery_change import DeliveryChange
from bot.actions.happenings import Audience
from bot.actions.notice_kinds import ShowCard, Urgency, View
from bot.actions.recipients import muted_kinds
from bot.actions.recipients.muted_kinds import MANY_ORDERS
from bot.actions.snapshots import oldest_first, snapshot
from bot.base.database.transaction import Transaction
from bot.domain.business_day import midnight
from bot.domain.limits import BUSY_SENDER
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import cards, digests, people, sent_orders
from bot.store.digests import Digest, DigestKind
from bot.store.subscriptions import SENDER
from bot.texts.customer import sent_orders as texts
from bot.texts.customer.sent_orders import SentOrders
from bot.texts.message import Message
from bot.texts.words import Words

STEP = timedelta(seconds=3)
"""The shortest time between two edits of the message."""


class Hearing(Enum):
    """The way in which somebody hears of a good step of one of their orders."""

    EACH = "by itself"
    QUIETLY = "by its card, without a sound"
    TOGETHER = "in the message of all of them"


def hearing(tx: Transaction, person: Person, digest: str | None, change: DeliveryChange) -> Hearing:
    """Decide how a party hears of a change, and show it in the message of all their orders.

    `digest` is that message, if they have one.
    """
    if digest is not None and _follow(tx, digest, is_over=not change.row.is_open):
        return Hearing.TOGETHER
    # Only a step that could make a sound is worth a message for many orders.
    what = change.new_to_others
    if change.party != SENDER or what is None or change.is_stale(tx.now):
        return Hearing.EACH
    if what.rules[Audience.CUSTOMER].muted_as is None or person.user_id == change.actor:
        return Hearing.EACH
    return gather(tx, person)


def gather(tx: Transaction, person: Person) -> Hearing:
    """Begin the message of all orders of a busy sender; return how they hear of a step."""
    if sent_orders.count_open(tx, person.user_id) < BUSY_SENDER:
        return Hearing.EACH
    if muted_kinds.is_off(tx, person, MANY_ORDERS):
        return Hearing.QUIETLY
    # If another transaction has begun the message already, it is not sent twice.
    begun = digests.begin(tx, DigestKind.SENT, person.user_id)
    if begun is not None:
        key = effect_keys.living_step(begun.reader, begun.uuid, tx.now, tx.process.shifts)
        notices.post(tx, _card(begun.reader, begun.uuid), key, urgency=Urgency.NEWS)
    return Hearing.TOGETHER


def _follow(tx: Transaction, uuid: str, *, is_over: bool) -> bool:
    """Update a message, and end it with its last order; `False` if it had ended before."""
    digest = digests.get(tx, uuid)
    if digest is None or not digests.grown(tx, digest):
        return False
    if is_over and not sent_orders.count_open(tx, digest.reader):
        digests.end_of(tx, digest.reader)
    _show(tx, digest.reader, uuid)
    return True


def part_from(tx: Transaction, user_id: int) -> None:
    """Remove orders that somebody no longer follows from their message."""
    digest = digests.living(tx, DigestKind.SENT, user_id)
    if digest is not None:
        _follow(tx, digest.uuid, is_over=True)


def rest(tx: Transaction, user_id: int) -> None:
    """Stop updating the message of somebody who does not want it."""
    for uuid in digests.end_of(tx, user_id):
        _show(tx, user_id, uuid)


def _show(tx: Transaction, user_id: int, uuid: str) -> None:
    at = notices.next_step(tx.now, STEP)
    key = effect_keys.living_step(user_id, uuid, at, tx.process.shifts)
    notices.post(tx, _card(user_id, uuid), key, due_at=at)


def _card(user_id: int, uuid: str) -> ShowCard:
    return ShowCard(chat_id=user_id, delivery=DeliveryUuid(uuid), view=View.DIGEST, quiet=True)


def card(tx: Transaction, digest: Digest, zone: tzinfo) -> Message | None:
    """Return a sender's message of their orders; after its end only if the chat has it already."""
    person = people.get(tx, digest.reader)
    if person is None:
        return None
    say, sent = Words(person.language), look(tx, person, zone)
    if digest.ended_at is None:
        return texts.sent_orders(say, sent, tx.now)
    if not cards.get(tx, person.user_id, DeliveryUuid(digest.uuid), View.DIGEST):
        return None
    return texts.rests(say) if sent.open else texts.are_over(say, len(sent.delivered))


def look(tx: Transaction, person: Person, zone: tzinfo) -> SentOrders:
    """Return somebody's open orders, and those delivered today in the business's zone."""
    since = midnight(tx.now, zone)
    rows = sent_orders.open_or_ended(tx, person.user_id, State.DELIVERED, since)
    still_open = oldest_first(snapshot(row) for row in rows if row.is_open)
    return SentOrders(still_open, [snapshot(row) for row in rows if not row.is_open])
