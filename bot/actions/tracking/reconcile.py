"""Reconciling: the bot looks for changes that webhooks did not tell."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from bot.actions.cards import fleet_counts
from bot.actions.context import Context, Numbers
from bot.actions.delivery_change import Gap
from bot.actions.notifications import missed_news
from bot.actions.snapshots import snapshot
from bot.actions.tracking.projection import Observation, apply
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import (
    Delivery,
    FleetError,
    Receiver,
    Refused,
    Sender,
    State,
    Unavailable,
    Unreadable,
    ended_deliveries,
    open_deliveries,
)
from bot.identifiers import DeliveryUuid
from bot.parsing.phones import e164, is_same
from bot.store import deliveries, preferences
from bot.store.preferences import Preference
from bot.store.subscriptions import SENDER

T = TypeVar("T")

_log = Logger(__name__)

_CLOCKS_DIFFER = timedelta(minutes=10)
_LONGEST_GAP = timedelta(days=2)
"""The greatest age since its creation at which a finished delivery is still looked for."""

_AT_ONCE = 4
"""The number of deliveries that are looked at together: each may need a question."""

_WHOLE_LOOK_EVERY = timedelta(hours=1)
"""The time after a full look in which a look may be skipped if the numbers are the same."""

_TOLD_EVERY = 500
"""The number of deliveries after which the log tells the progress of a long look."""

_BROKEN = 3
"""The number of unreadable deliveries up to which they are broken; above it the service is."""


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The number of deliveries looked at, and of changes that a webhook should have told."""

    looked_at: int
    missed: int


async def look(context: Context) -> Reconciled:
    """Reconcile, unless two requests show that nothing has changed since the last time.

    Raises:
        FleetError: the fleet service did not answer; the bot keeps what it has read until then.
    """
    numbers = await fleet_counts.look(context)
    last, now = context.last_look, context.clock.now()
    is_young = last.at is not None and last.at <= now < last.at + _WHOLE_LOOK_EVERY
    # If the numbers are the same, no delivery was created and none has ended.
    may_be_skipped = numbers is not None and numbers == last.numbers and is_young
    if may_be_skipped and await _riders_carry_what_is_known(context):
        return Reconciled(0, 0)
    return await _reconcile(context, numbers, None)


async def _riders_carry_what_is_known(context: Context) -> bool:
    """Tell whether every open delivery has a rider, and is known as its rider's list shows it.

    A delivery without a rider is in no rider's list, and no number shows a change of it.
    """
    open_now = await context.database.read(deliveries.all_open)
    if any(row.rider is None for row in open_now):
        return False
    riders = await context.fleet.all_riders()
    carried = {one.uuid: one for rider in riders for one in rider.ongoing if one.state.is_open}
    return carried.keys() == {row.uuid for row in open_now} and not any(
        _differs(row, carried[row.uuid]) for row in open_now
    )


async def reconcile(context: Context, told_until: datetime | None = None) -> Reconciled:
    """Compare the known deliveries with those open and those ended since the last look.

    A missed change is kept and announced. Until `told_until` another run has told people.

    Raises:
        FleetError: the fleet service did not answer; the bot keeps what it has read until then.
    """
    return await _reconcile(context, await fleet_counts.look(context), told_until)


async def _reconcile(
    context: Context, numbers: Numbers | None, told_until: datetime | None
) -> Reconciled:
    began = context.clock.now()
    gap = await context.database.read(_gap, began, told_until)
    whole = _Look(context, gap)
    await whole.through(open_deliveries(context.fleet, is_known=whole.is_known))
    # A delivery that is open here and was not listed has ended, or is gone.
    rows = await context.database.read(deliveries.all_open)
    await whole.again([row.uuid for row in rows if row.uuid not in whole.met])
    if gap is not None:
        await whole.through(ended_deliveries(context.fleet, gap.since, began))
    by_state = await context.database.write(_end, began)
    context.last_look.at = began
    # If the numbers do not match the service's own deliveries, they cannot show a change of them.
    in_transit = by_state.get(State.IN_TRANSIT, 0)
    is_right = numbers is not None and numbers.counts.in_transit == in_transit
    context.last_look.numbers = numbers if is_right else None
    return Reconciled(len(whole.met), whole.missed)


def _gap(tx: Transaction, now: datetime, told_until: datetime | None) -> Gap | None:
    """Return the period to look through; `None` at the first look, which tells no history."""
    reconciled_at = preferences.get(tx, Preference.RECONCILED_AT)
    if reconciled_at is None:
        return None
    looked_at, longest_ago = datetime.fromisoformat(reconciled_at), now - _LONGEST_GAP
    # The last look lies in the future if the clock was wrong.
    since = looked_at - _CLOCKS_DIFFER if looked_at <= now else longest_ago
    return Gap(max(since, longest_ago), told_until)


def _end(tx: Transaction, began: datetime) -> dict[str, int]:
    """End a look: tell missed news, keep the look's time, and count open deliveries by state."""
    missed_news.tell(tx)
    # The begin is kept, so that the next look finds the changes made during this one.
    preferences.keep(tx, Preference.RECONCILED_AT, began.isoformat())
    return deliveries.open_by_state(tx)


class _Look:
    """One look: the deliveries seen, and the number of changes that a webhook should have told."""

    def __init__(self, context: Context, gap: Gap | None) -> None:
        self._context = context
        self._gap = gap
        self._broken = _Broken()
        self.seen: set[DeliveryUuid] = set()
        self._known: set[DeliveryUuid] = set()
        self.missed = 0

    async def through(self, listed: AsyncIterator[Delivery]) -> None:
        """Compare the deliveries of a list of the fleet service."""
        some: list[Delivery] = []
        async for delivery in listed:
            if delivery.uuid not in self.seen:
                self.seen.add(delivery.uuid)
                some.append(delivery)
                if len(self.seen) % _TOLD_EVERY == 0:
                    _log.info("reconciling", deliveries=len(self.seen), missed=self.missed)
            if len(some) == _AT_ONCE:
                await self._all(some, self._compare)
                some = []
        await self._all(some, self._compare)

    async def is_known(self, listed: Delivery) -> bool:
        """Tell whether a record is complete and tells nothing new."""
        row = await self._context.database.read(deliveries.get, listed.uuid)
        tells_all = listed.sender and listed.receivers and listed.paid is not None
        if not tells_all or row is None or _differs(row, listed):
            return False
        self._known.add(listed.uuid)
        return True

    @property
    def met(self) -> set[DeliveryUuid]:
        """The deliveries that were compared, or are known to be as listed."""
        return self.seen | self._known

    async def again(self, uuids: list[DeliveryUuid]) -> None:
        """Ask for known deliveries that were not listed."""
        self.seen.update(uuids)
        for at in range(0, len(uuids), _AT_ONCE):
            await self._all(uuids[at : at + _AT_ONCE], self._refresh)

    async def _all(self, some: list[T], look: Callable[[T], Awaitable[None]]) -> None:
        ended = await asyncio.gather(*map(look, some), return_exceptions=True)
        for error in filter(None, ended):
            raise error

    async def _compare(self, listed: Delivery) -> None:
        with self._broken.may_be(listed.uuid):
            self.missed += await compare(self._context, listed, self._gap)

    async def _refresh(self, uuid: DeliveryUuid) -> None:
        with self._broken.may_be(uuid):
            self.missed += await refresh(self._context, uuid, self._gap)


class _Broken:
    """Skips single deliveries that cannot be read or kept, so that the others are still seen."""

    def __init__(self) -> None:
        self._count = 0

    @contextmanager
    def may_be(self, uuid: DeliveryUuid) -> Iterator[None]:
        try:
            yield
        except (Unavailable, Unreadable) as error:
            self._count += 1
            if self._count > _BROKEN:
                raise
            _log.warning("delivery cannot be read", delivery=uuid, error=error)
        except FleetError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours, with this delivery alone
            _log.error("delivery cannot be reconciled", delivery=uuid, error=error)


async def compare(context: Context, listed: Delivery, gap: Gap | None = None) -> bool:
    """Read a delivery again if a list tells something new of it.

    A list is only a hint: its shape may leave out fields of the delivery. Return whether it brought
    news that a webhook should have told.
    """
    row = await context.database.read(deliveries.get, listed.uuid)
    if row is not None and not _differs(row, listed):
        return False
    is_news = await refresh(context, listed.uuid, gap, listed.paid)
    # No webhook tells of an acceptance, of a new address, or of a parcel that goes on after a
    # failed attempt.
    goes_on = row is not None and row.state == State.FAILED and listed.state is State.IN_TRANSIT
    is_told = (row is None or _moved_on(row, listed)) and not goes_on
    return is_news and is_told and listed.state is not State.ACCEPTED


def _differs(row: DeliveryRow, listed: Delivery) -> bool:
    known = snapshot(row)
    # Webhooks have no event for a payment or a photo.
    is_paid_now = listed.paid is not None and listed.paid is not known.paid
    photos = (listed.pickup_photo, known.pickup_photo), (listed.dropoff_photo, known.dropoff_photo)
    has_new_photo = any(photo and photo != seen for photo, seen in photos)
    if _moved_on(row, listed) or is_paid_now or has_new_photo:
        return True
    # If a party has another address or number, the rider's card is wrong.
    before, after = _parties(known), _parties(listed)
    for name in before.keys() & after.keys():
        party, other = before[name], after[name]
        number = e164(other.phone_number, other.phone_code)
        if number and not is_same(party.phone_number, party.phone_code, number):
            return True
        if other.address not in ("", party.address):
            return True
    return False


def _moved_on(row: DeliveryRow, listed: Delivery) -> bool:
    other_rider = listed.rider_uuid not in (None, row.rider)
    return row.state != listed.state or other_rider


def _parties(delivery: Delivery) -> dict[str, Receiver | Sender]:
    parties: dict[str, Receiver | Sender] = {r.uuid: r for r in delivery.receivers if r.uuid}
    return parties | ({SENDER: delivery.sender} if delivery.sender else {})


async def refresh(
    context: Context, uuid: DeliveryUuid, gap: Gap | None = None, paid: bool | None = None
) -> bool:
    """Read one delivery again; return whether it brought news.

    `paid` is the payment as a list tells it, for a delivery that does not say. A delivery that the
    fleet service no longer shows stays as it was.
    """
    as_of = await context.database.next_number()
    try:
        delivery = await context.fleet.get_delivery(uuid)
    except Refused:
        return False
    if delivery.paid is None:
        delivery = delivery.model_copy(update={"paid": paid})
    return await context.database.write(_is_news, Observation(delivery, as_of, gap=gap))


def _is_news(tx: Transaction, observation: Observation) -> bool:
    before = deliveries.get(tx, observation.delivery.uuid)
    apply(tx, observation)
    after = deliveries.get(tx, observation.delivery.uuid)
    return before is None or (after is not None and after.revision != before.revision)
