"""Leases: what exactly one process does at a time, such as sending for a bot."""

from datetime import datetime, timedelta

from sqlalchemy import case, or_, select, update

from bot.base.statements import Change, Query, as_value, given
from bot.base.tables import leases
from bot.base.transaction import Transaction

_OURS = leases.c.holder == given("holder_now")
_FIRST = Change(
    lambda insert: (
        insert(leases)
        .values(name=given("name"), holder=given("holder"), epoch=0, until=given("until"))
        .on_conflict_do_nothing()
    )
)
_TAKE = Query(
    update(leases)
    .where(leases.c.name == given("of"), or_(_OURS, leases.c.until <= given("now")))
    .values(
        holder=given("holder"),
        until=given("until"),
        epoch=case((_OURS, leases.c.epoch), else_=leases.c.epoch + 1),
    )
    .returning(leases.c.epoch),
    as_value,
)
_HELD_UNTIL = Query(select(leases.c.until).where(leases.c.name == given("of")), as_value)
_END = update(leases).where(leases.c.name == given("of")).values(until=given("until"))
_LET_GO = Change(_END.where(_OURS))
_TAKE_AWAY = Change(_END)


def hold(tx: Transaction, name: str, holder: str, lasts: timedelta) -> int | None:
    """Take or keep a lease; return its epoch, or `None` while somebody else has it.

    The epoch grows each time the lease changes hands.
    """
    until = tx.now + lasts
    tx.run(_FIRST, name=name, holder=holder, until=until)
    return tx.one(_TAKE, of=name, holder=holder, holder_now=holder, now=tx.now, until=until)


def held_until(tx: Transaction, name: str) -> datetime | None:
    return tx.one(_HELD_UNTIL, of=name)


def let_go(tx: Transaction, name: str, holder: str) -> None:
    tx.run(_LET_GO, of=name, holder_now=holder, until=tx.now)


def take_away(tx: Transaction, name: str) -> None:
    """Free a lease whose holder is surely dead, instead of waiting until it runs out."""
    tx.run(_TAKE_AWAY, of=name, until=tx.now)
