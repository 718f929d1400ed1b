"""Reconciling: what webhooks did not tell is found by looking."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from bot.actions.context import Context
from bot.actions.deliveries.projection import Observation, apply
from bot.actions.snapshots import snapshot
from bot.base.transaction import Transaction
from bot.fleet import (
    Delivery,
    FleetError,
    Receiver,
    Refused,
    Sender,
    State,
    Unavailable,
    Unreadable,
)
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, preferences
from bot.store.deliveries import DeliveryRow
from bot.store.preferences import Preference
from bot.store.subscriptions import SENDER
from bot.texts.phones import e164

_log = structlog.get_logger(__name__)

_BROKEN = 3
"""As many deliveries may be broken that cannot be read; where there are more, the service is."""


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many deliveries were looked at, and of how many changes a webhook should have told."""

    looked_at: int
    missed: int


async def reconcile(context: Context) -> Reconciled:
    """Compare every open delivery with what is known, keep and announce what was missed.

    Raises:
        FleetError: the fleet service did not answer; what was read until then is kept.
    """
    seen, missed, broken = set(), 0, _Broken()
    async for listed in context.fleet.open_deliveries():
        seen.add(listed.uuid)
        with broken.may_be(listed.uuid):
            missed += await compare(context, listed)
    known = await context.database.read(deliveries.all_open)
    ended = [row.uuid for row in known if row.uuid not in seen]
    for uuid in ended:
        with broken.may_be(uuid):
            missed += await refresh(context, uuid)
    await context.database.write(_note_the_time)
    return Reconciled(len(seen) + len(ended), missed)


def _note_the_time(tx: Transaction) -> None:
    preferences.keep(tx, Preference.RECONCILED_AT, tx.now.isoformat())


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
            _log.warning("delivery cannot be read", delivery=uuid, error=repr(error))
        except FleetError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours, with this delivery alone
            _log.error("delivery cannot be reconciled", delivery=uuid, error=repr(error))


async def compare(context: Context, listed: Delivery) -> bool:
    """Read a delivery anew if a list tells something of it that is not known.

    A list is only a hint: its shape may leave out what the delivery itself has. Tell whether that
    brought news of which a webhook should have told.
    """
    row = await context.database.read(deliveries.get, listed.uuid)
    if row is not None and not _differs(row, listed):
        return False
    return await refresh(context, listed.uuid) and _is_told(row, listed)


def _is_told(row: DeliveryRow | None, listed: Delivery) -> bool:
    """Tell whether a webhook tells of this.

    None does of an acceptance, of a new address, and of a parcel that goes on after an attempt
    that failed.
    """
    if row is not None and not _moved_on(row, listed):
        return False
    goes_on = row is not None and row.state == State.FAILED and listed.state is State.IN_TRANSIT
    return listed.state is not State.ACCEPTED and not goes_on


def _differs(row: DeliveryRow, listed: Delivery) -> bool:
    return _moved_on(row, listed) or _leads_elsewhere(snapshot(row), listed)


def _moved_on(row: DeliveryRow, listed: Delivery) -> bool:
    other_rider = listed.rider is not None and listed.rider.uuid not in (None, row.rider)
    return row.state != listed.state or other_rider


def _leads_elsewhere(known: Delivery, listed: Delivery) -> bool:
    """Tell whether a party has another address or number: the rider's card must not be wrong."""
    before = _parties(known)
    return any(
        _is_elsewhere(before[name], party)
        for name, party in _parties(listed).items()
        if name in before
    )


def _parties(delivery: Delivery) -> dict[str, Receiver | Sender]:
    parties: dict[str, Receiver | Sender] = {r.uuid: r for r in delivery.receivers if r.uuid}
    return parties | ({SENDER: delivery.sender} if delivery.sender else {})


def _is_elsewhere(known: Receiver | Sender, listed: Receiver | Sender) -> bool:
    number = e164(listed.phone_number, listed.phone_code)
    other_number = number is not None and number != e164(known.phone_number, known.phone_code)
    return other_number or listed.address not in ("", known.address)


async def refresh(context: Context, uuid: DeliveryUuid) -> bool:
    """Read one delivery anew; tell whether that brought news.

    One that the fleet service does not show any more stays as it was.
    """
    as_of = await context.database.next_number()
    try:
        delivery = await context.fleet.get_delivery(uuid)
    except Refused:
        return False
    return await context.database.write(_is_news, Observation(delivery, as_of))


def _is_news(tx: Transaction, observation: Observation) -> bool:
    before = deliveries.get(tx, observation.delivery.uuid)
    apply(tx, observation)
    after = deliveries.get(tx, observation.delivery.uuid)
    return before is None or (after is not None and after.revision != before.revision)
