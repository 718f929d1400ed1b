"""Retention: data of deliveries and their people is deleted, a small portion at a time.

What goes with a delivery, and what after a time, the tables say themselves (`store/tables/`).
Each portion is a transaction of its own, so that nobody waits for long behind it.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import Integer, Select, Table, and_, delete, exists, func, select, tuple_

from bot.base.database.personal_data import (
    OfDelivery,
    Term,
    Whose,
    decision_of,
    delivery_of,
    lasting_of,
)
from bot.base.database.prepared import Change, Query, among, as_row, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.domain.person import Role
from bot.store.erasure import Renumbering
from bot.store.tables import metadata
from bot.store.tables.deliveries import deliveries, subscriptions
from bot.store.tables.people import dialogs, invites, people, roles

DELIVERIES_AT_ONCE = 50
ROWS_AT_ONCE = 500
PEOPLE_AT_ONCE = 500
_AT_MOST = given("at_most", Integer)


def _uuids(*where: Any) -> Query[str]:  # noqa: ANN401 - conditions
    return Query(select(deliveries.c.uuid).where(*where).limit(_AT_MOST), as_value)


_ENDED = _uuids(deliveries.c.ended_at <= given("before"))
_UNENDED = _uuids(deliveries.c.is_open, deliveries.c.seen_at <= given("before"))


def _delete_with_deliveries() -> Iterator[Change]:
    for table in metadata.sorted_tables:
        column = delivery_of(table)
        if column is not None and decision_of(column) == OfDelivery():
            yield Change(delete(table).where(among(column, "uuids")))


def _renumber_with_deliveries() -> Iterator[Renumbering]:
    for table in metadata.sorted_tables:
        column = delivery_of(table)
        if column is not None and decision_of(column) == OfDelivery(stays=True):
            for each in table.columns:
                if isinstance(decision_of(each), Whose):
                    yield Renumbering(each, among(column, "uuids"))


_DELETES = tuple(_delete_with_deliveries())
_RENUMBERINGS = tuple(_renumber_with_deliveries())


def forget_deliveries(tx: Transaction, kept: RetentionSettings) -> bool:
    """Delete some of what has been over for long enough; tell whether there may be more."""
    ended = tx.all(_ENDED, before=tx.now - kept.ended, at_most=DELIVERIES_AT_ONCE)
    lost = tx.all(_UNENDED, before=tx.now - kept.unended, at_most=DELIVERIES_AT_ONCE)
    for uuids in filter(None, (ended, lost)):
        for delete_them in _DELETES:
            tx.run(delete_them, uuids=uuids)
        for renumbering in _RENUMBERINGS:
            renumbering.carry_out(tx, uuids=uuids)
    return DELIVERIES_AT_ONCE in (len(ended), len(lost))


def _oldest(table: Table, after: str) -> Change:
    # By their keys: PostgreSQL knows no DELETE with a LIMIT.
    keys = list(table.primary_key)
    expired: Select[Any] = select(*keys).where(table.columns[after] <= given("before"))
    key = keys[0] if len(keys) == 1 else tuple_(*keys)
    return Change(delete(table).where(key.in_(expired.limit(_AT_MOST))))


_EXPIRED = [
    (_oldest(table, lasting.after), lasting.by)
    for table in metadata.sorted_tables
    if (lasting := lasting_of(table))
]


def forget_expired(tx: Transaction, kept: RetentionSettings) -> bool:
    """Delete some of what its table has kept for long enough; tell whether there may be more."""
    terms = {Term.RETENTION: kept.ended, Term.UNENDED: kept.unended}
    for expired, by in _EXPIRED:
        before = tx.now - (by if isinstance(by, timedelta) else terms[by])
        if tx.run(expired, before=before, at_most=ROWS_AT_ONCE) == ROWS_AT_ONCE:
            # The rest comes with the next call: one that deletes from all tables would last long.
            return True
    return False


_NEXT = (
    select(people.c.user_id, people.c.created_at, people.c.seen_at, people.c.barred_rider)
    .where(people.c.user_id > given("after"))
    .order_by(people.c.user_id)
    .limit(_AT_MOST)
    .subquery()
)
_IS_STRANGER = and_(
    func.coalesce(_NEXT.c.seen_at, _NEXT.c.created_at) <= given("before"),
    _NEXT.c.barred_rider.is_(None),
    ~exists().where(roles.c.user_id == _NEXT.c.user_id, roles.c.role != Role.CUSTOMER),
    ~exists().where(subscriptions.c.user_id == _NEXT.c.user_id),
    ~exists().where(dialogs.c.user_id == _NEXT.c.user_id),
    ~exists().where(invites.c.for_user == _NEXT.c.user_id, invites.c.expires_at > given("now")),
)
_STRANGERS = Query(select(_NEXT.c.user_id, _IS_STRANGER.label("is_stranger")), as_row)


def strangers(tx: Transaction, after: int, kept: RetentionSettings) -> tuple[list[int], int | None]:
    """Look through some people, by number; return who is nobody's customer any more.

    They work for nobody here, follow nothing and have said nothing for long enough. The second is
    after whom to look on, `None` where nobody is left.
    """
    rows = tx.all(
        _STRANGERS, after=after, before=tx.now - kept.ended, now=tx.now, at_most=PEOPLE_AT_ONCE
    )
    last = max((user_id for user_id, _ in rows), default=None)
    going_on = last if len(rows) == PEOPLE_AT_ONCE else None
    return [user_id for user_id, is_stranger in rows if is_stranger], going_on


def is_stranger(tx: Transaction, user_id: int, kept: RetentionSettings) -> bool:
    """Tell whether a person is such a one now."""
    rows = tx.all(_STRANGERS, after=user_id - 1, before=tx.now - kept.ended, now=tx.now, at_most=1)
    # Where there is no such person, the first one after them is found.
    return [tuple(row) for row in rows] == [(user_id, True)]
