"""Retention: wiping the personal data of old deliveries, some at a time, and of old riders.

The delivery stays, with its number, times, state, rider and amounts, for lists and counts.
"""

from collections.abc import Collection

from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    cast,
    delete,
    exists,
    literal,
    or_,
    select,
    update,
)

from bot.base.database.prepared import Change, Query, among, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.service.rules.bookings import FARTHEST_DAY
from bot.service.rules.deliveries import WIPED
from bot.service.rules.moves import OPEN
from bot.service.rules.riders import WIPED_RIDER
from bot.service.store.tables import (
    deliveries,
    items,
    photos,
    riders,
    texts,
    webhook_attempts,
    webhooks,
)

AT_ONCE = 50


def _oldest(condition: ColumnElement[bool]) -> Query[str]:
    found = select(deliveries.c.uuid).where(
        deliveries.c.wiped_at.is_(None), deliveries.c.updated_at <= given("before"), condition
    )
    return Query(found.limit(given("at_most", Integer)), as_value)


_ENDED = _oldest(deliveries.c.state.not_in(sorted(OPEN)))
# A delivery for a later day brings no news until then.
_IS_PAST = or_(
    deliveries.c.creation_date <= given("day"), deliveries.c.updated_at <= given("long_before")
)
_UNENDED = _oldest(deliveries.c.state.in_(sorted(OPEN)) & _IS_PAST)
_OF_THESE = select(webhooks.c.id).where(among(webhooks.c.delivery_uuid, "uuids"))
_WIPES = tuple(
    map(
        Change,
        (
            delete(webhook_attempts).where(webhook_attempts.c.webhook_id.in_(_OF_THESE)),
            delete(webhooks).where(among(webhooks.c.delivery_uuid, "uuids")),
            delete(texts).where(among(texts.c.delivery_uuid, "uuids")),
            delete(photos).where(among(photos.c.delivery_uuid, "uuids")),
            update(items)
            .where(among(items.c.delivery_uuid, "uuids"))
            .values(description="", sought=""),
        ),
    )
)
_WIPE = Change(
    update(deliveries)
    .where(among(deliveries.c.uuid, "uuids"))
    .values(wiped_at=given("now"), pickup_digest=None, dropoff_digest=None, **WIPED)
)
_WIPE_RECEIVERS = Change(
    update(deliveries)
    .where(among(deliveries.c.uuid, "uuids"), deliveries.c.receiver_uuid.is_not(None))
    .values({name.replace("sender", "receiver"): WIPED[name] for name in WIPED if "sender" in name})
)


def wipe_deliveries(tx: Transaction, kept: RetentionSettings) -> bool:
    """Wipe some deliveries that have been over for long enough; tell whether more may follow."""
    ended = tx.all(_ENDED, before=tx.now - kept.ended, at_most=AT_ONCE)
    before = tx.now - kept.unended
    unended = tx.all(
        _UNENDED,
        before=before,
        day=before.date(),
        long_before=before - FARTHEST_DAY,
        at_most=AT_ONCE,
    )
    uuids = [*ended, *unended]
    if uuids:
        wipe(tx, uuids)
    # As many as were asked for: there may be more.
    return AT_ONCE in (len(ended), len(unended))


def wipe(tx: Transaction, uuids: Collection[str]) -> None:
    """Wipe the personal data of some deliveries, with their sent and waiting messages."""
    for each in (*_WIPES, _WIPE_RECEIVERS):
        tx.run(each, uuids=uuids)
    tx.run(_WIPE, uuids=uuids, now=tx.now)


_HAS_PARCELS = exists().where(
    deliveries.c.environment == riders.c.environment,
    deliveries.c.rider_uuid == riders.c.uuid,
    deliveries.c.state.in_(sorted(OPEN)),
)
_NUMBER = cast(riders.c.number, String)
_WIPE_RIDERS = Change(
    update(riders)
    .where(riders.c.active.is_(False), riders.c.idle_since <= given("before"), ~_HAS_PARCELS)
    .values(
        name=literal("Rider ") + _NUMBER,
        sought=literal("rider ") + _NUMBER,
        email=literal("erased-") + _NUMBER,
        **WIPED_RIDER,
    )
)


def wipe_riders(tx: Transaction, kept: RetentionSettings) -> int:
    """Wipe the riders who have carried nothing for long enough; return how many."""
    return tx.run(_WIPE_RIDERS, before=tx.now - kept.unended)
