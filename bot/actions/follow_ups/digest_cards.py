"""The card of a digest: it lists the orders to which it still applies."""

from collections.abc import Sequence
from datetime import tzinfo

from bot.actions.follow_ups import sent_orders
from bot.actions.notice_kinds import View
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import alarms, cards, deliveries, digests, groups, people
from bot.store.alarms import AlarmKind
from bot.store.digests import Digest, DigestKind
from bot.texts import alarms as alarm_texts
from bot.texts import digests as texts
from bot.texts.digests import DigestLine, DigestReader
from bot.texts.message import Message
from bot.texts.words import Words


def lines(tx: Transaction, kind: DigestKind) -> Sequence[DigestLine]:
    """Return the lines left in the digest of a kind, the longest wait first."""
    if kind is DigestKind.NEW_ORDERS:
        waiting = map(snapshot, deliveries.new_in_digest(tx))
        left = [DigestLine(one, one.created_at or tx.now) for one in waiting]
    else:
        raised = [each for each in alarms.recorded(tx, (AlarmKind(kind),)) if each.raised_at]
        rows = ((alarm, deliveries.get(tx, alarm.delivery)) for alarm in raised)
        left = [DigestLine(snapshot(row), alarm.since) for alarm, row in rows if row is not None]
    return sorted(left, key=lambda line: (line.since, line.delivery.order_number))


def card(tx: Transaction, chat_id: int, uuid: DeliveryUuid, zone: tzinfo) -> Message | None:
    """Return a chat's card of a digest; `None` if nobody there dispatches any longer.

    A digest that is over is shown only where it was seen before. Today is a day of the business's
    `zone`.
    """
    digest = digests.get(tx, uuid)
    if digest is not None and digest.kind is DigestKind.SENT:
        return sent_orders.card(tx, digest, zone) if chat_id == digest.reader else None
    say = words_in(tx, chat_id)
    if digest is None or say is None:
        return None
    if digest.ended_at is not None:
        return _ended(say, digest) if cards.get(tx, chat_id, uuid, View.DIGEST) else None
    reader = DigestReader(say, tx.now, aloud=chat_id < 0)
    left = lines(tx, digest.kind)
    if not left:
        return _ended(say, digest)
    if digest.kind is DigestKind.NEW_ORDERS:
        return texts.new_orders(reader, left)
    return texts.alarms(reader, AlarmKind(digest.kind), left)


def _ended(say: Words, digest: Digest) -> Message:
    if digest.kind is DigestKind.NEW_ORDERS:
        return texts.no_more_new_orders(say)
    return alarm_texts.solved(say, AlarmKind(digest.kind))


def words_in(tx: Transaction, chat_id: int) -> Words | None:
    """Return the words for a group or a person; `None` if nobody there dispatches any longer."""
    if chat_id < 0:
        group = groups.of_dispatchers(tx, chat_id)
        return Words(group.language) if group else None
    person = people.get(tx, chat_id)
    return Words(person.language) if person and person.dispatches else None
