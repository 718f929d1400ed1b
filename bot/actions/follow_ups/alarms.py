"""Alarms: a look each minute finds what lasts too long, and a loud digest tells of it.

An alarm is noted when its trouble begins, raised when that has lasted for as long as the settings
say, and forgotten when it is over; if the trouble comes back, it is a new alarm.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from bot.actions import effect_keys
from bot.actions.follow_ups import digests
from bot.actions.recipients import staff
from bot.actions.snapshots import snapshot
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.config import AlarmSettings
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import alarms, deliveries, handovers
from bot.store.alarms import Alarm, AlarmKind
from bot.store.digests import DigestKind
from bot.store.handovers import StreetHandover
from bot.store.job_kind import JobKind
from bot.texts import alarms as texts

_AT_THE_SAME_TIME = timedelta(minutes=2)
"""The time before a change was seen in which a webhook of it may have come."""

_NOT_ACCEPTED = {State.PENDING, State.AWAITING_PICKUP}

_OF_UNKNOWN_AGE = (AlarmKind.NOT_ACCEPTED, AlarmKind.NOT_HANDED_OVER)
"""The kinds whose beginning the fleet service does not tell: only this bot remembers it."""


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one look: the alarms that have begun, have ended, and must be told now."""

    begun: list[Alarm]
    over: list[Alarm]
    due: list[Alarm]


async def look(database: Database, settings: AlarmSettings) -> None:
    """Look for troubles that last too long, and tell them; without a change write nothing."""
    limits = _limits(settings)
    # Most looks find nothing, and cost only a reading.
    seen = await database.read(_look, limits)
    if not (seen.begun or seen.over or seen.due):
        return

    def tell(tx: Transaction) -> None:
        tx.alone_with("alarms")
        for alarm in seen.begun:
            alarms.record(tx, alarm)
        for alarm in seen.over:
            alarms.end(tx, alarm)
            if alarm.raised_at is not None:
                _show(tx, alarm)
        _shrink_digests(tx, seen.over)
        # Something may have changed since the look, and another process may have told it.
        waiting = {alarm.key for alarm in alarms.recorded(tx) if alarm.raised_at is None}
        _raise(tx, [each for each in seen.due if each.key in waiting and _lasts(tx, each)])

    await database.write(tell)


async def take_as_told(
    database: Database,
    settings: AlarmSettings,
    until: datetime,
    shown_at: Mapping[DigestKind, datetime],
) -> None:
    """Note that another run has told people of the alarms that were due until a time.

    `shown_at` has the times at which it last sent its digests. The alarms in them were due then,
    even if nobody knows their beginning now.
    """
    limits = _limits(settings)

    def note(tx: Transaction) -> None:
        for alarm in _look(tx, limits).begun:
            alarms.record(tx, _dated_back(tx, alarm, shown_at, limits))
        # A second look, because the alarms just noted may be due as well.
        for alarm in _look(tx, limits).due:
            if alarm.since + limits[alarm.kind] <= until:
                alarms.raised(tx, alarm)

    await database.write(note)


def _dated_back(
    tx: Transaction,
    alarm: Alarm,
    shown_at: Mapping[DigestKind, datetime],
    limits: Mapping[AlarmKind, timedelta],
) -> Alarm:
    row = deliveries.get(tx, alarm.delivery)
    created_at = snapshot(row).created_at if row else None
    if alarm.kind not in _OF_UNKNOWN_AGE or created_at is None:
        return alarm
    due_at = shown_at.get(DigestKind(alarm.kind))
    if due_at is None:
        return alarm
    return replace(alarm, since=min(alarm.since, max(created_at, due_at - limits[alarm.kind])))


def put_in_order(tx: Transaction, row: DeliveryRow, delivery: Delivery) -> None:
    """Forget the alarms that a change of a delivery has ended, before its cards are updated."""
    noted = alarms.of_delivery(tx, row.uuid)
    # After most changes there is no alarm, so none can have ended.
    handover = handovers.of_delivery(tx, row.uuid) if noted else None
    present = {trouble.key for trouble in _troubles(row, tx.now, handover, delivery)}
    over = [alarm for alarm in noted if alarm.key not in present]
    for alarm in over:
        alarms.end(tx, alarm)
    _shrink_digests(tx, over)


def webhook_expected(tx: Transaction) -> None:
    """Note a change that no webhook has told yet."""
    alarms.record(tx, Alarm(AlarmKind.SILENT_WEBHOOKS, DeliveryUuid(""), "", since=tx.now))


def webhooks_come(tx: Transaction, since: datetime) -> bool:
    """Tell whether a webhook has come since a time, and none is missing."""
    last_event = jobs.latest(tx, JobKind.EVENT)
    if last_event is None or last_event < since - _AT_THE_SAME_TIME:
        return False
    return not any(
        _is_silent(tx, alarm) for alarm in alarms.recorded(tx, (AlarmKind.SILENT_WEBHOOKS,))
    )


def _limits(settings: AlarmSettings) -> dict[AlarmKind, timedelta]:
    minutes = {
        AlarmKind.NO_RIDER: settings.not_accepted_minutes,
        AlarmKind.NOT_ACCEPTED: settings.not_accepted_minutes,
        AlarmKind.LONG_ON_THE_WAY: settings.in_transit_minutes,
        AlarmKind.NOT_HANDED_OVER: settings.handover_minutes,
        AlarmKind.SILENT_WEBHOOKS: settings.silent_webhooks_minutes,
    }
    # A limit of 0 switches an alarm off.
    return {kind: timedelta(minutes=limit) for kind, limit in minutes.items() if limit > 0}


def _look(tx: Transaction, limits: Mapping[AlarmKind, timedelta]) -> Round:
    noted = {alarm.key: alarm for alarm in alarms.recorded(tx)}
    awaited = {handover.delivery: handover for handover in handovers.everything(tx)}
    troubles = [
        trouble
        for row in deliveries.all_open(tx)
        for trouble in _troubles(row, tx.now, awaited.get(row.uuid))
    ]
    present = {alarm.key: alarm for alarm in troubles if alarm.kind in limits}
    # The next webhook ends this alarm, not a change of a delivery.
    silence = [alarm for alarm in noted.values() if alarm.kind is AlarmKind.SILENT_WEBHOOKS]
    if silence and AlarmKind.SILENT_WEBHOOKS in limits and _is_silent(tx, silence[0]):
        present[silence[0].key] = silence[0]
    # A time from the fleet service may be ahead of this clock.
    begun = [
        replace(alarm, since=min(alarm.since, tx.now))
        for key, alarm in present.items()
        if key not in noted
    ]
    lasting = [alarm for key, alarm in noted.items() if key in present and not alarm.raised_at]
    return Round(
        begun=begun,
        over=[alarm for key, alarm in noted.items() if key not in present],
        due=[alarm for alarm in (*lasting, *begun) if alarm.since + limits[alarm.kind] <= tx.now],
    )


def _troubles(
    row: DeliveryRow,
    now: datetime,
    handover: StreetHandover | None,
    delivery: Delivery | None = None,
) -> list[Alarm]:
    """Return the alarms of a delivery that become due if it stays as it is."""
    delivery, seen_at = delivery or snapshot(row), row.seen_at or now
    troubles: list[Alarm] = []
    if row.state == State.IN_TRANSIT:
        since = delivery.pickup_at or seen_at
        troubles.append(Alarm(AlarmKind.LONG_ON_THE_WAY, row.uuid, "", since))
    elif row.state in _NOT_ACCEPTED and row.rider is None:
        since = delivery.created_at or seen_at
        troubles.append(Alarm(AlarmKind.NO_RIDER, row.uuid, "", since))
    elif row.state in _NOT_ACCEPTED and row.rider is not None:
        troubles.append(Alarm(AlarmKind.NOT_ACCEPTED, row.uuid, row.rider, seen_at))
    if handover is not None:
        kind = AlarmKind.NOT_HANDED_OVER
        troubles.append(Alarm(kind, row.uuid, handover.rider, handover.since))
    return troubles


def _is_silent(tx: Transaction, alarm: Alarm) -> bool:
    last_event = jobs.latest(tx, JobKind.EVENT)
    return last_event is None or last_event < alarm.since - _AT_THE_SAME_TIME


def _lasts(tx: Transaction, alarm: Alarm) -> bool:
    if not alarm.delivery:
        return True
    row = deliveries.get(tx, alarm.delivery)
    handover = handovers.of_delivery(tx, alarm.delivery)
    troubles = _troubles(row, tx.now, handover) if row else []
    return any(trouble.key == alarm.key for trouble in troubles)


def _raise(tx: Transaction, due: Iterable[Alarm]) -> None:
    """Show the alarms on the cards of their orders, and tell the alarms of one kind together."""
    for alarm in due:
        alarms.raised(tx, alarm)
        _show(tx, alarm)
        if not alarm.delivery:
            text = partial(texts.silent_webhooks, since=alarm.since)
            staff.tell(tx, text, effect_keys.alarm(*alarm.key, alarm.since))
    for kind in _digests_of(due):
        digests.grow(tx, kind)


def _shrink_digests(tx: Transaction, over: Iterable[Alarm]) -> None:
    for kind in _digests_of(alarm for alarm in over if alarm.raised_at is not None):
        digests.shrink(tx, kind)


def _digests_of(some: Iterable[Alarm]) -> Iterable[DigestKind]:
    return dict.fromkeys(DigestKind(alarm.kind) for alarm in some if alarm.delivery)


def _show(tx: Transaction, alarm: Alarm) -> None:
    """Update the cards on which an alarm appears or vanishes."""
    if alarm.delivery:
        staff.touch(tx, alarm.delivery)
