"""Riders come to be, invited or registered by the operator, and are activated and removed."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bot.base.phone_numbers import line
from bot.service.environment import UnitOfWork, operation
from bot.service.errors import NO_SUCH_RIDER, NotFoundError, RefusedError
from bot.service.operations.dialled import refuse_no_number
from bot.service.operations.find import known_rider
from bot.service.records import KnownRider, Rider, international
from bot.service.request_bodies.enrolment import NewRiders
from bot.service.store.counts import hold_numbers, next_number
from bot.service.store.invitation_rows import end_invitation
from bot.service.store.rider_rows import (
    add_rider,
    change_rider,
    known_emails,
    riders_by_uuid,
    riders_of,
    riders_to_change,
)


def add_invited(work: UnitOfWork, invitation: NewRiders) -> list[Rider]:
    """Add a rider per address, not active yet; the name is the address's local part.

    Raises:
        RefusedError: a rider has one of the addresses already; nobody is invited then.
    """
    emails = list(dict.fromkeys(invitation.rider_emails))
    numbers = _numbers_for(work, emails)
    return [
        _add(
            work,
            number=number,
            email=email,
            name=email.partition("@")[0],
            active=False,
            pending_invite=True,
            idle_since=work.now,
            commission_type=invitation.commission_type,
            commission_value=invitation.commission_value,
        )
        for number, email in zip(numbers, emails, strict=True)
    ]


@operation
def register_rider(work: UnitOfWork, /, **known: Any) -> str:  # noqa: ANN401 - a `Registration`'s
    """Add a rider of whom the operator knows everything, active at once; return the uuid.

    Raises:
        RefusedError: a rider has the e-mail address or the phone number already.
    """
    known["email"] = known["email"].lower()

    (number,) = _numbers_for(work, [known["email"]])
    refuse_no_number("phone_number", known["phone_code"], known["phone_number"])
    _refuse_known_phone(work, international(known["phone_code"], known["phone_number"]))
    rider = _add(work, number=number, active=True, pending_invite=False, **known)
    work.did("added", f"rider {number}")
    return rider.uuid


@operation
def edit_rider(work: UnitOfWork, uuid: str, /, **changes: Any) -> None:  # noqa: ANN401 - as above
    """Change what is known of a rider; an invited, active or removed one stays so.

    Raises:
        NotFoundError: there is no such rider.
        RefusedError: another rider has the e-mail address or the phone number.
    """
    _edit(work, uuid, changes)


@operation
def state_rider(
    work: UnitOfWork, uuid: str, details: Mapping[str, Any], *, active: bool | None
) -> KnownRider:
    """Let a rider be as a program says, all or nothing; return them. `active` None stays as it is.

    Raises:
        NotFoundError: there is no such rider.
        RefusedError: another rider has the e-mail address or the phone number, or nobody could
            call the rider who is to get deliveries.
    """
    _edit(work, uuid, dict(details))
    rider = known_rider(work.tx, work.environment.name, uuid)
    if active is None:
        return rider
    # Customers are told the name and the number of a rider who gets deliveries.
    needed = ("name", "phone_code", "phone_number") if active else ()
    problems = {
        field: [f"The {field} field has to be known of a rider who is active."]
        for field in needed
        if not getattr(rider, field)
    }
    if problems:
        raise RefusedError(problems)
    _set_active(work, uuid, active=active)
    return known_rider(work.tx, work.environment.name, uuid)


def join_fleet(work: UnitOfWork, uuid: str, details: Mapping[str, str]) -> None:
    """Take an invited rider on, with what they say of themselves.

    Raises:
        RefusedError: another rider has the phone number.
    """
    _edit(work, uuid, dict(details))
    # An account wants the riders whom it invites, so the details alone activate them.
    _settle(work, uuid, active=True)


def _edit(work: UnitOfWork, uuid: str, changes: dict[str, str]) -> None:
    # The lock of those who add riders: no other rider gets this address or number meanwhile.
    hold_numbers(work.tx, work.environment.name, "riders")
    rider = riders_to_change(work.tx, work.environment.name, [uuid]).get(uuid)
    if rider is None:
        raise NotFoundError
    if "email" in changes:
        changes["email"] = changes["email"].lower()
    if changes.get("email", rider.email) != rider.email:
        _refuse_known(work, [changes["email"]])
    number = changes.get("phone_number", rider.phone_number)
    code = changes.get("phone_code", rider.phone_code)
    phone = international(code, number) if number else ""
    if phone != rider.phone:
        refuse_no_number("phone_number", code, number)
        _refuse_known_phone(work, phone, besides=uuid)
    if changes:
        # Data of a rider who is not active has its end as well, even if it was wiped once.
        ends = {} if rider.active else {"idle_since": work.now}
        change_rider(work.tx, uuid, **changes, **ends)
        work.did(f"changed {', '.join(sorted(changes))}", f"rider {rider.number}")


@operation
def switch_riders(work: UnitOfWork, rider_uuid: str, uuids: Sequence[str]) -> KnownRider:
    """Turn `active` round, once for each of the riders named, or for none; return the first.

    Raises:
        NotFoundError: `rider_uuid` names no rider.
        RefusedError: one of `uuids` does not.
    """
    riders = riders_to_change(work.tx, work.environment.name, {rider_uuid, *uuids})
    if rider_uuid not in riders:
        raise NotFoundError
    problems = {
        f"rider_uuids.{place}": [NO_SUCH_RIDER]
        for place, uuid in enumerate(uuids)
        if uuid not in riders
    }
    if problems:
        raise RefusedError(problems)
    for rider in riders.values():
        _settle(work, rider.uuid, active=not rider.active)
    return known_rider(work.tx, work.environment.name, rider_uuid)


@operation
def set_active(work: UnitOfWork, uuid: str, *, active: bool) -> None:
    """Let a rider get deliveries, or no new ones.

    Raises:
        NotFoundError: there is no such rider.
        RefusedError: nobody could call the rider who is to get deliveries.
    """
    rider = known_rider(work.tx, work.environment.name, uuid)
    if active and not rider.phone:
        refusal = f"Rider {rider.number}, {rider.name}, has no phone number yet: fill it in first."
        raise RefusedError({"phone_number": [refusal]})
    _set_active(work, uuid, active=active)


def _set_active(work: UnitOfWork, uuid: str, *, active: bool) -> None:
    rider = riders_to_change(work.tx, work.environment.name, [uuid]).get(uuid)
    if rider is None:
        raise NotFoundError
    # Removed twice, a rider is removed since the first time.
    if rider.pending_invite or rider.active is not active:
        _settle(work, uuid, active=active)
    work.did("activated" if active else "removed", f"rider {rider.number}")


def _settle(work: UnitOfWork, uuid: str, *, active: bool) -> None:
    # A rider who is activated or removed no longer waits for an invitation.
    end_invitation(work.tx, uuid)
    idle_since = None if active else work.now
    change_rider(work.tx, uuid, active=active, pending_invite=False, idle_since=idle_since)


def _numbers_for(work: UnitOfWork, emails: Sequence[str]) -> list[int]:
    # The numbers first: another transaction that adds riders then waits, and the check holds.
    numbers = [next_number(work.tx, work.environment.name, "riders", first=1) for _ in emails]
    _refuse_known(work, emails)
    return numbers


def _refuse_known(work: UnitOfWork, emails: Sequence[str]) -> None:
    taken = known_emails(work.tx, work.environment.name, emails)
    problems = {
        f"rider_emails.{place}": [f"A rider has the address {email} already."]
        for place, email in enumerate(emails)
        if email in taken
    }
    if problems:
        raise RefusedError(problems)


def _refuse_known_phone(work: UnitOfWork, phone: str, *, besides: str = "") -> None:
    for rider in riders_of(work.tx, work.environment.name):
        if phone and line(rider.phone) == line(phone) and rider.uuid != besides:
            refusal = f"Rider {rider.number}, {rider.name}, has the phone number {phone} already."
            raise RefusedError({"phone_number": [refusal]})


def _add(work: UnitOfWork, **columns: object) -> Rider:
    uuid = str(uuid4())
    unknown = {"address": "", "phone_code": "", "phone_number": "", "vehicle_plate_number": ""}
    fixed = {"uuid": uuid, "environment": work.environment.name, "created_at": work.now}
    add_rider(work.tx, unknown | columns | fixed)
    return riders_by_uuid(work.tx, [uuid])[uuid]
