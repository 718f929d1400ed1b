"""Reconciling: what webhooks did not tell is found by looking."""

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
"""How long ago something was created at most that is looked for though it is over."""

_AT_ONCE = 4
"""How many deliveries are looked at at the same time: each may have to be asked for."""

_WHOLE_LOOK_EVERY = timedelta(hours=1)
"""A look that finds all as it was saves others for so long."""

_TOLD_EVERY = 500
"""After how many deliveries the log says how far a long look has come."""

_BROKEN = 3
"""As many deliveries may be broken that cannot be read; where there are more, the service is."""


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many deliveries were looked at, and of how many changes a webhook should have told."""

    looked_at: int
    missed: int


async def look(context: Context) -> Reconciled:
    """Reconcile, unless two requests show that nothing has changed since that was done last.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    numbers = await fleet_counts.look(context)
    last, now = context.last_look, context.clock.now()
    is_young = last.at is not None and last.at <= now < last.at + _WHOLE_LOOK_EVERY
    # No delivery was made or has ended where the numbers are the same.
    may_be_skipped = numbers is not None and numbers == last.numbers and is_young
    if may_be_skipped and await _riders_carry_what_is_known(context):
        return Reconciled(0, 0)
    return await _reconcile(context, numbers, None)


async def _riders_carry_what_is_known(context: Context) -> bool:
    """Tell whether all that is open is with a rider, and is as its rider's list shows it.

    What no rider has can be changed in ways that no number shows.
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
    """Compare what is open, and what has ended since the last look, with what is known.

    What was missed is kept and announced. Until `told_until` another run has told people.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    return await _reconcile(context, await fleet_counts.look(context), told_until)


async def _reconcile(
    context: Context, numbers: Numbers | None, told_until: datetime | None
) -> Reconciled:
    began = context.clock.now()
    gap = await context.database.read(_gap, began, told_until)
    whole = _Look(context, gap)
    await whole.through(open_deliveries(context.fleet, is_known=whole.is_known))
    # What is open here and was not listed has ended, or is gone.
    rows = await context.database.read(deliveries.all_open)
    await whole.again([row.uuid for row in rows if row.uuid not in whole.met])
    if gap is not None:
        await whole.through(ended_deliveries(context.fleet, gap.since, began))
    by_state = await context.database.write(_end, began)
    context.last_look.at = began
    # Numbers that do not follow the service's own deliveries can show no change of them.
    in_transit = by_state.get(State.IN_TRANSIT, 0)
    is_right = numbers is not None and numbers.counts.in_transit == in_transit
    context.last_look.numbers = numbers if is_right else None
    return Reconciled(len(whole.met), whole.missed)


def _gap(tx: Transaction, now: datetime, told_until: datetime | None) -> Gap | None:
    """Return what is to be looked through; nothing at the first look, which tells no history."""
    reconciled_at = preferences.get(tx, Preference.RECONCILED_AT)
    if reconciled_at is None:
        return None
    looked_at, longest_ago = datetime.fromisoformat(reconciled_at), now - _LONGEST_GAP
    # A look in the future was one by a clock that was wrong.
    since = looked_at - _CLOCKS_DIFFER if looked_at <= now else longest_ago
    return Gap(max(since, longest_ago), told_until)


def _end(tx: Transaction, began: datetime) -> dict[str, int]:
    """Return how many deliveries are open now, by state."""
    missed_news.tell(tx)
    # What changed while it was looked at is for the next look.
    preferences.keep(tx, Preference.RECONCILED_AT, began.isoformat())
    return deliveries.open_by_state(tx)


class _Look:
    """One look: what it has seen, and of how many changes a webhook should have told."""

    def __init__(self, context: Context, gap: Gap | None) -> None:
        self._context = context
        self._gap = gap
        self._broken = _Broken()
        self.seen: set[DeliveryUuid] = set()
        self._known: set[DeliveryUuid] = set()
        self.missed = 0

    async def through(self, listed: AsyncIterator[Delivery]) -> None:
        """Compare what a list of the fleet service tells."""
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
        """Tell whether all that a record tells is known, and it tells whom and where."""
        row = await self._context.database.read(deliveries.get, listed.uuid)
        tells_all = listed.sender and listed.receivers and listed.paid is not None
        if not tells_all or row is None or _differs(row, listed):
            return False
        self._known.add(listed.uuid)
        return True

    @property
    def met(self) -> set[DeliveryUuid]:
        """All that was seen, or need not be."""
        return self.seen | self._known

    async def again(self, uuids: list[DeliveryUuid]) -> None:
        """Ask for what is known and was not listed."""
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
    """Passes over single deliveries that cannot be read or kept, so that they hide no others."""

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
    """Read a delivery again if a list tells something of it that is not known.

    A list is only a hint: its shape may leave out what the delivery itself has. Tell whether that
    brought news of which a webhook should have told.
    """
    row = await context.database.read(deliveries.get, listed.uuid)
    if row is not None and not _differs(row, listed):
        return False
    is_news = await refresh(context, listed.uuid, gap, listed.paid)
    # No webhook tells of an acceptance, of a new address, and of a parcel that goes on after an
    # attempt that failed.
    goes_on = row is not None and row.state == State.FAILED and listed.state is State.IN_TRANSIT
    is_told = (row is None or _moved_on(row, listed)) and not goes_on
    return is_news and is_told and listed.state is not State.ACCEPTED


def _differs(row: DeliveryRow, listed: Delivery) -> bool:
    known = snapshot(row)
    # Webhooks have no event for a payment and a photo.
    is_paid_now = listed.paid is not None and listed.paid is not known.paid
    photos = (listed.pickup_photo, known.pickup_photo), (listed.dropoff_photo, known.dropoff_photo)
    has_new_photo = any(photo and photo != seen for photo, seen in photos)
    if _moved_on(row, listed) or is_paid_now or has_new_photo:
        return True
    # With another address or number of a party the rider's card is wrong.
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
    other_rider = listed.rider is not None and listed.rider.uuid not in (None, row.rider)
    return row.state != listed.state or other_rider


def _parties(delivery: Delivery) -> dict[str, Receiver | Sender]:
    parties: dict[str, Receiver | Sender] = {r.uuid: r for r in delivery.receivers if r.uuid}
    return parties | ({SENDER: delivery.sender} if delivery.sender else {})


async def refresh(
    context: Context, uuid: DeliveryUuid, gap: Gap | None = None, paid: bool | None = None
) -> bool:
    """Read one delivery again; tell whether that brought news.

    `paid` is what a list has told of the payment, where the delivery itself does not say. One that
    the fleet service does not show any more stays as it was.
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
