"""Alarms: what lasts too long is noticed by looking once a minute, and said loud once.

An alarm is noted when its trouble begins, raised when that has lasted for as long as the settings
say, and forgotten when it is over; if the trouble comes back, it is a new alarm.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.actions import effect_keys
from bot.actions.recipients import staff
from bot.actions.snapshots import snapshot
from bot.base import jobs
from bot.base.database import Database
from bot.base.jobs import EffectKey
from bot.base.transaction import Transaction
from bot.config import AlarmSettings
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import alarms, deliveries, handovers
from bot.store.alarms import Alarm, AlarmKind
from bot.store.deliveries import DeliveryRow
from bot.store.handovers import StreetHandover
from bot.store.job_kind import JobKind
from bot.texts import alarms as texts
from bot.texts.message import Message
from bot.texts.words import Words

_OLD = timedelta(hours=1)
"""What should have been told longer ago than this is told in one message."""

_AT_THE_SAME_TIME = timedelta(minutes=2)
"""A webhook that came so shortly before a change was seen may have told of it."""

_NOT_ACCEPTED = {State.PENDING, State.AWAITING_PICKUP}

_SAID: Mapping[AlarmKind, Callable[[Words, Delivery, datetime], Message]] = {
    AlarmKind.NO_RIDER: texts.no_rider,
    AlarmKind.NOT_ACCEPTED: texts.not_accepted,
    AlarmKind.LONG_ON_THE_WAY: texts.long_on_the_way,
    AlarmKind.NOT_HANDED_OVER: texts.not_handed_over,
}


@dataclass(frozen=True, slots=True)
class Round:
    """What one look has found: what has begun, what is over, and what must be told now."""

    begun: list[Alarm]
    over: list[Alarm]
    due: list[Alarm]


async def look(database: Database, settings: AlarmSettings) -> None:
    limits = _limits(settings)
    found = await database.read(_look, limits)
    if not (found.begun or found.over or found.due):
        return

    def tell(tx: Transaction) -> None:
        tx.alone_with("alarms")
        for alarm in found.begun:
            alarms.record(tx, alarm)
        for alarm in found.over:
            _end(tx, alarm)
        _tell(tx, _still_due(tx, found.due), limits)

    await database.write(tell)


def put_in_order(tx: Transaction, row: DeliveryRow, delivery: Delivery) -> None:
    """Forget what a change of a delivery has ended, before its cards are shown anew."""
    known = alarms.of_delivery(tx, row.uuid)
    handover = handovers.of_delivery(tx, row.uuid) if known else None
    present = {trouble.key for trouble in _troubles(row, tx.now, handover, delivery)}
    for alarm in known:
        if alarm.key not in present:
            alarms.end(tx, alarm)


def webhook_expected(tx: Transaction) -> None:
    """Note that something has changed of which no webhook has told yet."""
    alarms.record(tx, Alarm(AlarmKind.SILENT_WEBHOOKS, DeliveryUuid(""), "", since=tx.now))


def _limits(settings: AlarmSettings) -> dict[AlarmKind, timedelta]:
    minutes = {
        AlarmKind.NO_RIDER: settings.not_accepted_minutes,
        AlarmKind.NOT_ACCEPTED: settings.not_accepted_minutes,
        AlarmKind.LONG_ON_THE_WAY: settings.in_transit_minutes,
        AlarmKind.NOT_HANDED_OVER: settings.handover_minutes,
        AlarmKind.SILENT_WEBHOOKS: settings.silent_webhooks_minutes,
    }
    return {kind: timedelta(minutes=limit) for kind, limit in minutes.items() if limit > 0}


def _look(tx: Transaction, limits: Mapping[AlarmKind, timedelta]) -> Round:
    known = {alarm.key: alarm for alarm in alarms.recorded(tx)}
    awaited = {handover.delivery: handover for handover in handovers.everything(tx)}
    troubles = [
        trouble
        for row in deliveries.all_open(tx)
        for trouble in _troubles(row, tx.now, awaited.get(row.uuid))
    ]
    present = {alarm.key: alarm for alarm in troubles if alarm.kind in limits}
    silence = [alarm for alarm in known.values() if alarm.kind is AlarmKind.SILENT_WEBHOOKS]
    if silence and AlarmKind.SILENT_WEBHOOKS in limits and _is_silent(tx, silence[0]):
        present[silence[0].key] = silence[0]
    begun = [
        replace(alarm, since=min(alarm.since, tx.now))
        for key, alarm in present.items()
        if key not in known
    ]
    lasting = [alarm for key, alarm in known.items() if key in present and not alarm.raised_at]
    return Round(
        begun=begun,
        over=[alarm for key, alarm in known.items() if key not in present],
        due=[alarm for alarm in (*lasting, *begun) if alarm.since + limits[alarm.kind] <= tx.now],
    )


def _troubles(
    row: DeliveryRow,
    now: datetime,
    handover: StreetHandover | None,
    delivery: Delivery | None = None,
) -> list[Alarm]:
    """Return what will be wrong with a delivery if it stays as it is."""
    lasting = _trouble(row, now, delivery or snapshot(row))
    found = [lasting] if lasting else []
    if handover is not None:
        kind = AlarmKind.NOT_HANDED_OVER
        found.append(Alarm(kind, row.uuid, handover.rider, handover.since))
    return found


def _trouble(row: DeliveryRow, now: datetime, delivery: Delivery) -> Alarm | None:
    if row.state not in {*_NOT_ACCEPTED, State.IN_TRANSIT}:
        return None
    seen = row.seen_at or now
    if row.state == State.IN_TRANSIT:
        since = delivery.pickup_at or seen
        return Alarm(AlarmKind.LONG_ON_THE_WAY, row.uuid, "", since)
    if row.rider is None:
        return Alarm(AlarmKind.NO_RIDER, row.uuid, "", delivery.created_at or seen)
    return Alarm(AlarmKind.NOT_ACCEPTED, row.uuid, row.rider, seen)


def _is_silent(tx: Transaction, alarm: Alarm) -> bool:
    heard = jobs.latest(tx, JobKind.EVENT)
    return heard is None or heard < alarm.since - _AT_THE_SAME_TIME


def _still_due(tx: Transaction, due: Iterable[Alarm]) -> list[Alarm]:
    """Leave out what has changed since the look, and what another process has told."""
    waiting = {alarm.key for alarm in alarms.recorded(tx) if alarm.raised_at is None}
    return [alarm for alarm in due if alarm.key in waiting and _lasts(tx, alarm)]


def _lasts(tx: Transaction, alarm: Alarm) -> bool:
    if not alarm.delivery:
        return True
    row = deliveries.get(tx, alarm.delivery)
    handover = handovers.of_delivery(tx, alarm.delivery)
    troubles = _troubles(row, tx.now, handover) if row else []
    return any(trouble.key == alarm.key for trouble in troubles)


def _tell(tx: Transaction, due: Iterable[Alarm], limits: Mapping[AlarmKind, timedelta]) -> None:
    old: list[tuple[Alarm, str]] = []
    for alarm in due:
        alarms.raised(tx, alarm)
        row = _show(tx, alarm)
        if row is not None and alarm.since + limits[alarm.kind] < tx.now - _OLD:
            old.append((alarm, row.order_number))
        else:
            staff.tell(tx, alarm.delivery or None, _text(alarm, row), _key(alarm))
    if old:
        _sum_up(tx, old)


def _sum_up(tx: Transaction, old: list[tuple[Alarm, str]]) -> None:
    orders: defaultdict[AlarmKind, list[str]] = defaultdict(list)
    for alarm, order in sorted(old, key=lambda one: (one[0].since, one[1])):
        orders[alarm.kind].append(order)
    key = effect_keys.alarms(_key(alarm) for alarm, _ in old)
    staff.tell(tx, None, lambda say: texts.summary(say, orders), key)


def _text(alarm: Alarm, row: DeliveryRow | None) -> Callable[[Words], Message]:
    if row is None:
        return lambda say: texts.silent_webhooks(say, alarm.since)
    delivery = snapshot(row)
    return lambda say: _SAID[alarm.kind](say, delivery, alarm.since)


def _key(alarm: Alarm) -> EffectKey:
    return effect_keys.alarm(*alarm.key, alarm.since)


def _end(tx: Transaction, alarm: Alarm) -> None:
    alarms.end(tx, alarm)
    if alarm.raised_at is not None:
        _show(tx, alarm)


def _show(tx: Transaction, alarm: Alarm) -> DeliveryRow | None:
    """Bring the cards up to date, on which an alarm appears or vanishes."""
    if not alarm.delivery:
        return None
    deliveries.touch(tx, alarm.delivery)
    row = deliveries.get(tx, alarm.delivery)
    if row is not None:
        staff.refresh_cards(tx, row)
    return row
