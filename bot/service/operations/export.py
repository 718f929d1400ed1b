"""Deliveries, riders and the audit log as flat rows for other programs, and no secret.

Amounts are decimals with two places, moments ISO 8601 in UTC, and what is not known is null. The
order of the columns is part of the form: new ones come at the end.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, Protocol, TypeAlias, TypeVar

from bot.base.database.transaction import Transaction
from bot.base.plain_text import without_turns
from bot.service.amounts import decimal
from bot.service.environment import Environment
from bot.service.records import Contact, Delivery, Rider
from bot.service.settings import OrganizationSettings
from bot.service.store.audit_rows import AuditEntry, entries_after
from bot.service.store.slices import MadeOn, deliveries_after, riders_after

Value: TypeAlias = str | int | bool | None
Row: TypeAlias = Mapping[str, Value]


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...


R = TypeVar("R", bound=_Numbered)


@dataclass(frozen=True, slots=True)
class Export(Generic[R]):
    """One kind of thing: how it is read, slice by slice, and what its columns hold."""

    look: Callable[[Transaction, str, int, MadeOn], Sequence[R]]
    columns: Mapping[str, Callable[[R, OrganizationSettings], Value]]

    async def slices(
        self, environment: Environment, period: MadeOn
    ) -> AsyncIterator[Sequence[Row]]:
        """Give the rows of a period, oldest first, never all at once.

        Raises:
            DatabaseFailed: the database does not answer.
        """
        name, last = environment.name, 0
        # Each slice is a transaction of its own, so that writers go on meanwhile.
        while records := await environment.database.read(self.look, name, last, period):
            rows = []
            for record in records:
                row = {}
                for column, value_of in self.columns.items():
                    value = value_of(record, environment.business)
                    if isinstance(value, str):
                        # Unknown and wiped texts are empty in the database.
                        value = without_turns(value) or None
                    row[column] = value
                rows.append(row)
            yield rows
            last = records[-1].number


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat(timespec="seconds")


def _amount(hundredths: int | None) -> str | None:
    return None if hundredths is None else decimal(hundredths)


_PARTY: Mapping[str, Callable[[Contact], Value]] = {
    "name": lambda person: person.name,
    "phone": lambda person: person.phone,
    "email": lambda person: person.email,
    "address": lambda person: person.address,
}


def _party(
    role: str, whose: Callable[[Delivery], Contact | None]
) -> dict[str, Callable[[Delivery, OrganizationSettings], Value]]:
    def column(
        value: Callable[[Contact], Value],
    ) -> Callable[[Delivery, OrganizationSettings], Value]:
        return lambda delivery, _: value(person) if (person := whose(delivery)) else None

    return {f"{role}_{name}": column(value) for name, value in _PARTY.items()}


DELIVERIES: Export[Delivery] = Export(
    deliveries_after,
    {
        "order_number": lambda delivery, _: delivery.order_number,
        "uuid": lambda delivery, _: delivery.uuid,
        "state": lambda delivery, _: delivery.state.value,
        "scheduled_for": lambda delivery, _: delivery.creation_date.isoformat(),
        "created_at": lambda delivery, _: _moment(delivery.created_at),
        "assigned_at": lambda delivery, _: _moment(delivery.assigned_at),
        "picked_up_at": lambda delivery, _: _moment(delivery.pickup_at),
        "delivered_at": lambda delivery, _: _moment(delivery.dropoff_at),
        **_party("sender", lambda delivery: delivery.sender),
        **_party("receiver", lambda delivery: delivery.receiver),
        "rider_number": lambda delivery, _: delivery.rider.number if delivery.rider else None,
        "rider_name": lambda delivery, _: delivery.rider.name if delivery.rider else None,
        "parcels": lambda delivery, _: delivery.number_of_parcels,
        "contents": lambda delivery, _: "; ".join(map(str, delivery.items)),
        "order_value": lambda delivery, _: decimal(delivery.order_value),
        "fee": lambda delivery, _: decimal(delivery.fee),
        "commission": lambda delivery, of: _amount(delivery.commission(of.commission)),
        "currency": lambda _, of: of.currency,
        "paid": lambda delivery, _: delivery.is_paid,
        "creation_mode": lambda delivery, _: delivery.creation_mode.value,
        "note": lambda delivery, _: delivery.note,
        "taken_by": lambda delivery, _: delivery.taken_by,
        "called_off_because": lambda delivery, _: delivery.cancellation_reason,
        "called_off_by": lambda delivery, _: delivery.cancelled_by,
    },
)
AUDIT: Export[AuditEntry] = Export(
    entries_after,
    {
        "number": lambda entry, _: entry.number,
        "at": lambda entry, _: _moment(entry.created_at),
        "who": lambda entry, _: entry.actor,
        "what": lambda entry, _: entry.deed,
        "about": lambda entry, _: entry.about,
        "environment": lambda entry, _: entry.environment,
        "network": lambda entry, _: entry.network,
    },
)
RIDERS: Export[Rider] = Export(
    riders_after,
    {
        "number": lambda rider, _: rider.number,
        "uuid": lambda rider, _: rider.uuid,
        "name": lambda rider, _: rider.name,
        "phone": lambda rider, _: rider.phone,
        "email": lambda rider, _: rider.email,
        "address": lambda rider, _: rider.address,
        "vehicle_plate_number": lambda rider, _: rider.vehicle_plate_number,
        "active": lambda rider, _: rider.active,
        "invited": lambda rider, _: rider.pending_invite,
        "commission": lambda rider, _: _amount(rider.commission_value),
        "commission_kind": lambda _, of: of.commission.value,
        "created_at": lambda rider, _: _moment(rider.created_at),
    },
)
