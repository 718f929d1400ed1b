"""Leases: a process lives while it renews its row; others may take what a dead process held.

Jobs and leaderships have no leases of their own. They carry the token of a process, so that one row
is renewed for all of them, and all of them become free at one moment.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, select, update

from bot.base.database.prepared import Change, Query, as_row, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.queue import held_jobs
from bot.base.queue.tables import leaders, processes

_OURS = processes.c.token == given("of_process")
_BEGIN = Change(lambda insert: insert(processes).values(token=given("token"), until=given("until")))
_RENEW = Change(update(processes).where(_OURS).values(until=given("until")))
_END = Change(delete(processes).where(_OURS))
_END_SILENT = Change(delete(processes).where(_OURS, processes.c.until == given("heard")))
_HEARD = Query(select(processes.c.token, processes.c.until), as_row)
_END_ALL = Change(delete(processes))

_OF_NAME = leaders.c.name == given("of_name")
_LIVES = exists().where(processes.c.token == leaders.c.process)
_LIVING = Query(select(processes.c.token).where(_OURS), as_value)
_LEADER = Query(select(leaders.c.process).where(_OF_NAME, _LIVES), as_value)
_FIRST = Change(
    lambda insert: (
        insert(leaders)
        .values(name=given("name"), process=given("process"))
        .on_conflict_do_nothing()
    )
)
_TAKE = Change(update(leaders).where(_OF_NAME, ~_LIVES).values(process=given("process")))
_LET_GO = Change(delete(leaders).where(_OF_NAME, leaders.c.process == given("of_process")))


def begin(tx: Transaction, lasts: timedelta) -> None:
    """Begin the lease of this process: from now on it owns what it claims."""
    tx.run(_BEGIN, token=tx.process.token, until=tx.now + lasts)


def renew(tx: Transaction, lasts: timedelta) -> bool:
    """Renew the lease; return `False` if others have taken what this process held."""
    return tx.run(_RENEW, of_process=tx.process.token, until=tx.now + lasts) == 1


def end(tx: Transaction) -> None:
    """End the lease at once, instead of letting it run out."""
    tx.run(_END, of_process=tx.process.token)
    held_jobs.release_orphans(tx)


def heard(tx: Transaction) -> dict[str, datetime]:
    """Return until when each process lives by its last heartbeat."""
    return dict(tx.all(_HEARD))


def end_silent(tx: Transaction, silent: Mapping[str, datetime]) -> int:
    """Free what processes hold whose last heartbeat is still the one in `silent`.

    Return how many jobs there were. The leases are deleted first: this waits for a process that is
    just renewing its lease, and finds it alive.
    """
    ended = [tx.run(_END_SILENT, of_process=token, heard=said) for token, said in silent.items()]
    return held_jobs.release_orphans(tx) if any(ended) else 0


def end_all(tx: Transaction) -> None:
    """Free everything held: at the start of the only process that works with this database."""
    tx.run(_END_ALL)
    held_jobs.release_all(tx)


def lead(tx: Transaction, name: str) -> bool:
    """Become, or remain, the one process that does a task which only one may do.

    Return `False` while another living process leads.
    """
    us = tx.process.token
    leader = tx.one(_LEADER, of_name=name)
    # A process without a lease leads nothing: another process would take over at once.
    if leader is not None or tx.one(_LIVING, of_process=us) is None:
        return bool(leader == us)
    if tx.run(_FIRST, name=name, process=us) or tx.run(_TAKE, of_name=name, process=us):
        return True
    return tx.one(_LEADER, of_name=name) == us  # which has asked twice at once


def is_led(tx: Transaction, name: str) -> bool:
    return tx.one(_LEADER, of_name=name) is not None


def let_go(tx: Transaction, name: str) -> None:
    tx.run(_LET_GO, of_name=name, of_process=tx.process.token)
