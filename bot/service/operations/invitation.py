"""Riders are invited by a link, and join by it."""

import secrets
from dataclasses import dataclass

from bot.base.database.transaction import Transaction
from bot.service.environment import UnitOfWork, operation
from bot.service.errors import NotFoundError, RefusedError
from bot.service.invitations import sealed_for, token_digest
from bot.service.operations.enrolment import add_invited, join_fleet
from bot.service.records import Rider
from bot.service.request_bodies.enrolment import Joining, NewRiders
from bot.service.rules.riders import INVITATION_BYTES, INVITATION_VALID_FOR
from bot.service.store.invitation_rows import add_invitation, invited_rider, use_invitation
from bot.service.store.rider_rows import (
    change_rider,
    riders_by_email,
    riders_by_uuid,
    riders_to_change,
)


@dataclass(frozen=True, slots=True)
class Invited:
    """A rider, and the token of the link to join by."""

    rider: Rider
    token: str


@operation
def invite_riders(work: UnitOfWork, invitation: NewRiders) -> list[Rider]:
    """Add a rider per address, not active yet, and mail a link to each where mail is set.

    Raises:
        RefusedError: a rider has one of the addresses already; nobody is invited then.
    """
    invited = add_invited(work, invitation)
    if work.environment.settings.sends_mail:
        for rider in invited:
            _make_link(work, rider)
    return invited


@operation
def invite_or_renew(work: UnitOfWork, invitation: NewRiders) -> list[Invited]:
    """Do the same and return the links, new ones for those who have not joined yet.

    Raises:
        RefusedError: a rider who has joined has one of the addresses; nobody is invited then.
    """
    emails = list(dict.fromkeys(invitation.rider_emails))
    environment = work.environment.name
    same_emails = riders_by_email(work.tx, environment, emails).values()
    # Kept from other writers, none of them joins meanwhile.
    held = riders_to_change(work.tx, environment, [rider.uuid for rider in same_emails])
    riders = {rider.email: rider for rider in held.values()}
    problems = {
        f"rider_emails.{place}": [f"Rider {riders[email].number}, {email}, has joined already."]
        for place, email in enumerate(emails)
        if email in riders and not riders[email].pending_invite
    }
    if problems:
        raise RefusedError(problems)
    fresh = [email for email in emails if email not in riders]
    added = add_invited(work, invitation.for_these(fresh)) if fresh else []
    riders |= {rider.email: rider for rider in added}
    for rider in riders.values():
        work.did("invited", f"rider {rider.number}")
    return [Invited(riders[email], _make_link(work, riders[email])) for email in emails]


def _make_link(work: UnitOfWork, rider: Rider) -> str:
    token, vault = secrets.token_urlsafe(INVITATION_BYTES), work.environment.vault
    row = {
        "environment": work.environment.name,
        "rider_uuid": rider.uuid,
        "expires_at": work.now + INVITATION_VALID_FOR,
    }
    is_mailed = work.environment.settings.sends_mail
    sealed = vault.seal(token.encode(), sealed_for(rider.uuid)) if is_mailed else None
    add_invitation(work.tx, token_digest(vault, token), row, sealed=sealed)
    # A rider who is invited again is kept as long as one who is invited now.
    change_rider(work.tx, rider.uuid, idle_since=work.now)
    return token


def who_is_invited(tx: Transaction, environment: str, digest: bytes) -> Rider:
    """Return the rider whom a link invites.

    Raises:
        NotFoundError: it opens nothing: unknown, used, replaced or too old.
    """
    uuid = invited_rider(tx, environment, digest)
    if uuid is None:
        raise NotFoundError
    return riders_by_uuid(tx, [uuid])[uuid]


@operation
def join(work: UnitOfWork, digest: bytes, details: Joining) -> None:
    """Take on the rider who has the link, with the details that they fill in.

    Raises:
        NotFoundError: the link opens nothing.
        RefusedError: another rider has the phone number; the link opens as before.
    """
    uuid = invited_rider(work.tx, work.environment.name, digest)
    if uuid is None:
        raise NotFoundError
    # First the rider, then the invitation: so does everybody, and nobody waits for each other.
    riders_to_change(work.tx, work.environment.name, [uuid])
    if use_invitation(work.tx, work.environment.name, digest) is None:
        raise NotFoundError
    join_fleet(work, uuid, details.columns)
