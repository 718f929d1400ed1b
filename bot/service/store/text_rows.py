"""Texts that wait: each is a row, and a job in the lane of its phone.

After a failed attempt a text pauses in a lane of its own, inside that of its phone, and then joins
the phone's lane again. So a phone gets one text at a time, and a fresh code does not wait for the
next attempt at an old one, which can be hours away.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import String, case, insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    as_row,
    as_value,
    columns_of,
    each_given,
    given,
)
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job, NewJob
from bot.service.store.outbox import (
    Outgoing,
    OutgoingRow,
    body_of,
    is_of,
    pause_key,
    row_id_in,
    text_key,
)
from bot.service.store.tables import DELIVERED, DROPPED, WAITING, Values, texts


@dataclass(frozen=True, slots=True)
class WaitingText:
    """A text to send; `attempts` counts the failed attempts."""

    id: int
    delivery_uuid: str
    phone: str
    sealed: bytes
    attempts: int

    @property
    def row(self) -> OutgoingRow:
        return OutgoingRow(self.id, self.delivery_uuid)


_ADDED = ("environment", "delivery_uuid", "about", "phone", "sealed")
_ADD: Query[int] = Query(
    insert(texts)
    .values(**each_given(*_ADDED), state=WAITING, attempts=0, created_at=given("now"))
    .returning(texts.c.id),
    as_value,
)
_FIND = Query(
    select(*columns_of(WaitingText, texts)).where(
        texts.c.id == given("text_id"), texts.c.state == WAITING
    ),
    WaitingText,
)
_WIPED = {"sealed": None, "phone": ""}
# What was dropped in the meantime stays so.
_TRIED = (
    update(texts)
    .where(
        texts.c.id == given("tried"),
        texts.c.delivery_uuid == given("of_delivery"),
        texts.c.state == WAITING,
    )
    .values(attempts=texts.c.attempts + 1)
)
_END = Change(
    _TRIED.values(
        state=given("ended"),
        finished_at=given("now"),
        message_id=given("message_id"),
        **_WIPED,
    )
)
_RECEIPT = Change(
    update(texts)
    .where(
        texts.c.environment == given("in_environment"),
        texts.c.message_id == given("of_message"),
    )
    # Receipts overtake each other: what has reached its phone stays there.
    .values(receipt=case((texts.c.receipt == DELIVERED, DELIVERED), else_=given("told", String)))
)
_TRY_AGAIN = Change(_TRIED)
_DROP = Query(
    update(texts)
    .where(
        texts.c.delivery_uuid == given("delivery_uuid"),
        texts.c.state == WAITING,
        among(texts.c.about, "of_what"),
    )
    .values(state=DROPPED, finished_at=given("now"), **_WIPED)
    .returning(texts.c.id, texts.c.attempts),
    as_row,
)


def add_text(tx: Transaction, phone: str, row: Values, due_at: datetime | None = None) -> None:
    """Add a text to its phone's lane, at once or at a later time."""
    (text_id,) = tx.all(_ADD, **row, phone=phone, now=tx.now)
    added = OutgoingRow(text_id, str(row["delivery_uuid"]))
    if due_at is None:
        _queue(tx, phone, added, 0)
    else:
        _wait(tx, phone, added, 0, due_at)


def _wait(tx: Transaction, phone: str, row: OutgoingRow, attempts: int, until: datetime) -> None:
    lane, key = f"{phone}/{row.id}", pause_key(row, attempts)
    jobs.add(tx, NewJob(Outgoing.TEXT, lane, key, body_of(row.id), due_at=until))


def _queue(tx: Transaction, phone: str, row: OutgoingRow, attempts: int) -> None:
    key = text_key(row, attempts)
    jobs.add(tx, NewJob(Outgoing.TEXT, phone, key, body_of(row.id)))


def find_text(tx: Transaction, job: Job) -> WaitingText | None:
    """Return the text of a job, unless it was dropped or wiped."""
    text = tx.one(_FIND, text_id=row_id_in(job.body))
    return text if text and is_of(job.key, text.row) else None


def end_text(tx: Transaction, text: WaitingText, state: str, message_id: str | None = None) -> None:
    """Record that a text was sent or given up, and wipe its words and its phone."""
    tx.run(
        _END,
        tried=text.id,
        of_delivery=text.delivery_uuid,
        ended=state,
        now=tx.now,
        message_id=message_id,
    )


def add_receipt(tx: Transaction, environment: str, message_id: str, receipt: str) -> bool:
    """Record whether a text has reached its phone; tell whether there is such a text."""
    return tx.run(_RECEIPT, in_environment=environment, of_message=message_id, told=receipt) > 0


def pause(tx: Transaction, text: WaitingText, until: datetime) -> None:
    """Count a failed attempt, and add the text to its phone's lane again at a later time."""
    if tx.run(_TRY_AGAIN, tried=text.id, of_delivery=text.delivery_uuid):
        _wait(tx, text.phone, text.row, text.attempts + 1, until)


def end_pause(tx: Transaction, job: Job) -> None:
    """Add the text of a pausing job to its phone's lane again."""
    text = find_text(tx, job)
    if text is not None:
        _queue(tx, text.phone, text.row, text.attempts)
    jobs.finish(tx, job)


def drop_texts(tx: Transaction, delivery_uuid: str, about: Collection[str]) -> list[int]:
    """Wipe the waiting texts about some things, and return how often each was tried.

    A text under way to a phone cannot be stopped.
    """
    dropped = tx.all(_DROP, delivery_uuid=delivery_uuid, of_what=about, now=tx.now)
    for text_id, attempts in dropped:
        row = OutgoingRow(text_id, delivery_uuid)
        for key in (text_key(row, attempts), pause_key(row, attempts)):
            jobs.withdraw(tx, Outgoing.TEXT, key)
    return [attempts for _, attempts in dropped]
