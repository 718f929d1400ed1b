"""Digests: many new orders, or alarms of one kind, are one living message in each chat.

It rings when it appears. While it grows it rings again only after a while; otherwise it is edited
in steps of a few seconds, so that many changes are one edit. It ends when it is empty: later orders
begin another digest.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.actions import effect_keys, notices
from bot.actions.follow_ups import digest_cards
from bot.actions.happenings import CREATED, Audience
from bot.actions.notice_kinds import ShowCard, Urgency, View
from bot.actions.recipients import muted_kinds, staff
from bot.actions.snapshots import snapshot
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import ALARMS_RING_AGAIN, LOUD_ORDERS, LOUD_WITHIN, NEW_ORDERS_RING_AGAIN
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries, digests, groups, new_orders, sent_orders
from bot.store.digests import Digest, DigestKind

STEP = timedelta(seconds=3)
"""The shortest time between two edits of a digest."""

GROUP_STEP = timedelta(seconds=15)
"""The same in a group, where Telegram allows one message of any kind every three seconds."""

_OF_DISPATCHERS = {View.DISPATCHER, View.GROUP}

_RINGS_AGAIN: Mapping[DigestKind, timedelta] = defaultdict(
    lambda: ALARMS_RING_AGAIN, {DigestKind.NEW_ORDERS: NEW_ORDERS_RING_AGAIN}
)


def take_in(tx: Transaction, row: DeliveryRow, actor: int | None) -> bool:
    """Take in a new order if several came just before it; `False` if it gets cards of its own.

    The digest shows no order that has a rider already: nobody has to act on it.
    """
    takes = new_orders.count(tx, tx.now - LOUD_WITHIN) >= LOUD_ORDERS
    new_orders.record(tx, row.uuid, in_digest=takes)
    if takes and row.rider is None:
        grow(tx, DigestKind.NEW_ORDERS, actor)
    return takes


def grow(tx: Transaction, kind: DigestKind, actor: int | None = None) -> None:
    """Show that a digest has grown; it rings if it is new, or was silent for long enough."""
    digest = digests.living(tx, kind)
    if digest is None or not digests.grown(tx, digest):
        # `None` if another transaction has begun the digest: that one rings.
        begun = digests.begin(tx, kind)
        if begun is not None:
            _show(tx, begun, rings=True, actor=actor)
    elif tx.now - digest.rung_at >= _RINGS_AGAIN[kind]:
        _ring_again(tx, digest)
    else:
        _show(tx, digest, rings=False)


def shrink(tx: Transaction, kind: DigestKind) -> None:
    """Show that a digest has shrunk; an empty one ends."""
    digest = digests.living(tx, kind)
    if digest is not None:
        _bring_up_to_date(tx, digest)


def refresh(tx: Transaction) -> None:
    """Update every digest of the dispatchers, and end the empty ones."""
    for digest in digests.all_living(tx):
        _bring_up_to_date(tx, digest)


def take_over(tx: Transaction, kind: DigestKind, chat_id: int, sent_at: datetime) -> Digest | None:
    """Return the digest that continues a chat's digest from another run; it makes no sound.

    The new orders that it listed are not known. It takes those that came at its time and of which
    no dispatcher has a card.
    """
    if kind is DigestKind.NEW_ORDERS:
        came_after = sent_at - LOUD_WITHIN
        for row in deliveries.without_rider(tx):
            created_at = snapshot(row).created_at
            came_with_it = created_at is not None and created_at >= came_after
            views = {card.view for card in cards.of_delivery(tx, row.uuid)}
            if came_with_it and not views & _OF_DISPATCHERS:
                new_orders.record(tx, row.uuid, in_digest=True)
    reader = chat_id if kind is DigestKind.SENT else digests.OF_STAFF
    return digests.living(tx, kind, reader) or digests.begin(tx, kind, reader)


def end_if_empty(tx: Transaction, digest: Digest) -> bool:
    """End a digest if it is empty; return whether it has ended."""
    if digest.kind is DigestKind.SENT:
        is_empty = not sent_orders.count_open(tx, digest.reader)
    else:
        is_empty = not digest_cards.lines(tx, digest.kind)
    return is_empty and digests.end(tx, digest)


async def look(database: Database) -> None:
    """Ring for each digest that has grown and was silent for long enough."""
    if await database.read(digests.all_living):
        await database.write(_tend)


def _tend(tx: Transaction) -> None:
    for digest in digests.all_living(tx):
        was_silent_long = tx.now - digest.rung_at >= _RINGS_AGAIN[digest.kind]
        if not digest_cards.lines(tx, digest.kind):
            _bring_up_to_date(tx, digest)
        elif digest.grown_at > digest.rung_at and was_silent_long:
            _ring_again(tx, digest)


def _ring_again(tx: Transaction, digest: Digest) -> None:
    digests.rung(tx, digest)
    _show(tx, digest, rings=True)


def _bring_up_to_date(tx: Transaction, digest: Digest) -> None:
    has_ended = end_if_empty(tx, digest)
    _show(tx, digest, rings=False, create=not has_ended)


def _show(
    tx: Transaction,
    digest: Digest,
    *,
    rings: bool,
    create: bool = True,
    actor: int | None = None,
) -> None:
    dispatchers, bound_groups = staff.reached(tx), groups.everyone(tx)
    is_new_orders = digest.kind is DigestKind.NEW_ORDERS
    for person in dispatchers:
        # Alarms cannot be muted, new orders can.
        is_muted = is_new_orders and muted_kinds.is_muted(tx, person, Audience.DISPATCHER, CREATED)
        is_heard = rings and person.user_id != actor and not is_muted
        _post(tx, digest, person.user_id, rings=is_heard, create=create)
    for group in bound_groups:
        _post(tx, digest, group.chat_id, rings=rings, create=create)
    if rings and not (dispatchers or bound_groups):
        staff.report_silence(tx, None)


def _post(tx: Transaction, digest: Digest, chat_id: int, *, rings: bool, create: bool) -> None:
    notice = ShowCard(
        chat_id=chat_id,
        delivery=DeliveryUuid(digest.uuid),
        view=View.DIGEST,
        fresh=rings,
        create=create,
        quiet=not rings,
    )
    if rings:
        is_new = digest.kind is DigestKind.NEW_ORDERS
        urgency = Urgency.NEWS if is_new else Urgency.ALARM
        key = effect_keys.digest_rings(chat_id, digest.uuid, tx.now)
        notices.post(tx, notice, key, urgency=urgency)
    else:
        in_group = chat_id < 0
        # All changes within a step have one key, so they are one edit.
        at = notices.next_step(tx.now, GROUP_STEP if in_group else STEP)
        key = effect_keys.living_step(chat_id, digest.uuid, at, tx.process.shifts)
        # The one message for many orders must not wait behind the card of each order.
        is_news = in_group or not create
        notices.post(tx, notice, key, due_at=at, urgency=Urgency.NEWS if is_news else None)
