"""Shifts: when riders were on duty, by their own word."""

from datetime import datetime

from sqlalchemy import insert, or_, select, update

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.domain.shift import Shift
from bot.identifiers import RiderUuid
from bot.store.tables.riders import shifts

_ALL = select(
    shifts.c.rider, shifts.c.began_at, shifts.c.ended_at, shifts.c.was_forgotten, shifts.c.id
).order_by(shifts.c.began_at, shifts.c.id)
_OPEN = Query(_ALL.where(shifts.c.ended_at.is_(None)), Shift)
_OPEN_OF = Query(_ALL.where(shifts.c.ended_at.is_(None), shifts.c.rider == given("rider")), Shift)
_BETWEEN = Query(
    _ALL.where(
        shifts.c.began_at < given("until"),
        or_(shifts.c.ended_at.is_(None), shifts.c.ended_at > given("since")),
    ),
    Shift,
)
_BEGIN = Change(insert(shifts).values(rider=given("rider"), began_at=given("at")))
_END = Change(
    update(shifts)
    .where(shifts.c.rider == given("rider"), shifts.c.ended_at.is_(None))
    .values(ended_at=given("at"), was_forgotten=given("was_forgotten"))
)


def begin(tx: Transaction, rider: RiderUuid) -> None:
    """Begin a stretch of work, unless one goes on."""
    if not tx.all(_OPEN_OF, rider=rider):
        tx.run(_BEGIN, rider=rider, at=tx.now)


def end(tx: Transaction, rider: RiderUuid, at: datetime, *, was_forgotten: bool = False) -> None:
    """End the stretch of work that goes on, if one does."""
    tx.run(_END, rider=rider, at=at, was_forgotten=was_forgotten)


def going_on(tx: Transaction) -> list[Shift]:
    """Return every stretch of work that goes on."""
    return tx.all(_OPEN)


def between(tx: Transaction, since: datetime, until: datetime) -> list[Shift]:
    """Return every stretch of work of which something is between two moments, oldest first."""
    return tx.all(_BETWEEN, since=since, until=until)
