"""Muted kinds: the kinds of news that somebody reads on the cards and does not want to hear."""

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import Transaction
from bot.store.tables.people import muted_kinds

_OF_PERSON = Query(
    select(muted_kinds.c.kind).where(muted_kinds.c.user_id == given("user_id")), as_value
)
_MUTE = Change(
    lambda insert: (
        insert(muted_kinds)
        .values(user_id=given("user_id"), kind=given("kind"))
        .on_conflict_do_nothing()
    )
)
_UNMUTE = Change(
    delete(muted_kinds).where(
        muted_kinds.c.user_id == given("user_id"), muted_kinds.c.kind == given("kind")
    )
)


def of_person(tx: Transaction, user_id: int) -> frozenset[str]:
    """Return the kinds that somebody has muted."""
    return frozenset(tx.all(_OF_PERSON, user_id=user_id))


def mute(tx: Transaction, user_id: int, kind: str) -> None:
    """Mute a kind."""
    tx.run(_MUTE, user_id=user_id, kind=kind)


def unmute(tx: Transaction, user_id: int, kind: str) -> None:
    """Let a kind be heard again."""
    tx.run(_UNMUTE, user_id=user_id, kind=kind)
