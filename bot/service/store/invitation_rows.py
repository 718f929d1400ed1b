"""Invitations: one link for each rider who has not joined yet, and the job that mails it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from bot.base.database.prepared import Change, Query, as_value, columns_of, each_given, given
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job, NewJob
from bot.service.store.outbox import Outgoing, body_of, mail_key, row_id_in
from bot.service.store.tables import WAITING, Values, invitations, riders

_ADDED = ("environment", "rider_uuid", "digest", "sealed", "mail", "expires_at")
_ADD: Query[int] = Query(
    insert(invitations).values(**each_given(*_ADDED), attempts=0).returning(invitations.c.id),
    as_value,
)
_END = Change(delete(invitations).where(invitations.c.rider_uuid == given("rider_uuid")))
_END_OLD = Change(delete(invitations).where(invitations.c.expires_at <= given("now")))
_OPENED = (
    invitations.c.environment == given("environment"),
    invitations.c.digest == given("digest"),
    invitations.c.expires_at > given("now"),
)
_FIND: Query[str] = Query(select(invitations.c.rider_uuid).where(*_OPENED), as_value)
_USE: Query[str] = Query(
    delete(invitations).where(*_OPENED).returning(invitations.c.rider_uuid), as_value
)


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """An invitation to mail; `attempts` counts the failed attempts."""

    id: int
    environment: str
    rider_uuid: str
    email: str
    digest: bytes
    sealed: bytes
    expires_at: datetime
    attempts: int


_WAITING = (invitations.c.id == given("invitation_id"), invitations.c.mail == WAITING)
_MAIL = Query(
    select(*columns_of(WaitingMail, invitations, riders))
    .join(riders, riders.c.uuid == invitations.c.rider_uuid)
    .where(*_WAITING),
    WaitingMail,
)
# By its link, too: its number may be that of a newer one by now.
_TRIED = (
    update(invitations)
    .where(*_WAITING, invitations.c.digest == given("of_link"))
    .values(attempts=invitations.c.attempts + 1)
)
_TRY_AGAIN = Change(_TRIED)
_MAILED = Change(_TRIED.values(mail=given("outcome"), sealed=None))


def add_invitation(tx: Transaction, digest: bytes, row: Values, *, sealed: bytes | None) -> None:
    """Give a rider a link in place of the former; with `sealed` it is mailed."""
    tx.run(_END, rider_uuid=row["rider_uuid"])
    mail = None if sealed is None else WAITING
    (invitation_id,) = tx.all(_ADD, **row, digest=digest, sealed=sealed, mail=mail)
    if sealed is not None:
        _queue(tx, invitation_id, digest, 0)


def invited_rider(tx: Transaction, environment: str, digest: bytes) -> str | None:
    """Return the uuid of the rider whom a link invites, while the link is valid."""
    return tx.one(_FIND, environment=environment, digest=digest, now=tx.now)


def use_invitation(tx: Transaction, environment: str, digest: bytes) -> str | None:
    """End the validity of a link; return the rider's uuid, unless it had ended already."""
    return tx.one(_USE, environment=environment, digest=digest, now=tx.now)


def end_invitation(tx: Transaction, rider_uuid: str) -> None:
    tx.run(_END, rider_uuid=rider_uuid)


def end_old_invitations(tx: Transaction) -> None:
    tx.run(_END_OLD, now=tx.now)


def find_mail(tx: Transaction, job: Job) -> WaitingMail | None:
    """Return the mail of a job, unless there is a newer link or none is needed."""
    mail = tx.one(_MAIL, invitation_id=row_id_in(job.body))
    return mail if mail and job.key == mail_key(mail.digest, mail.attempts) else None


def end_mail(tx: Transaction, mail: WaitingMail, outcome: str, _named: str | None = None) -> None:
    """Record that a link was mailed or given up, and wipe the link."""
    tx.run(_MAILED, invitation_id=mail.id, of_link=mail.digest, outcome=outcome)


def mail_later(tx: Transaction, mail: WaitingMail, until: datetime) -> None:
    """Count a failed attempt, and let the next one wait until a later time."""
    if tx.run(_TRY_AGAIN, invitation_id=mail.id, of_link=mail.digest):
        _queue(tx, mail.id, mail.digest, mail.attempts + 1, until)


def _queue(
    tx: Transaction,
    invitation_id: int,
    digest: bytes,
    attempts: int,
    due_at: datetime | None = None,
) -> None:
    key = mail_key(digest, attempts)
    # The link names its lane, too: the row's number can be that of a former one, which waits.
    lane, body = f"mail/{digest.hex()}", body_of(invitation_id)
    jobs.add(tx, NewJob(Outgoing.MAIL, lane, key, body, due_at))
