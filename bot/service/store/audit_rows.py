"""The audit log: who has done what, when, about what, and from where. Rows are only added.

Every row ends after `AUDIT_KEPT`; when an operator is removed, their networks are wiped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, delete, insert, select, update

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.service.rules.operators import AUDIT_KEPT
from bot.service.store.slices import AT_ONCE, MadeOn
from bot.service.store.tables import audit_entries as table


@dataclass(frozen=True, slots=True)
class Actor:
    """The doer of something: an operator, a program with an operator key, or the command line."""

    name: str
    network: str = ""


COMMAND_LINE = Actor("command line")


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A deed; `environment` is empty if it concerns the whole service."""

    number: int
    created_at: datetime
    actor: str
    network: str
    environment: str
    deed: str
    about: str


# Entries of the whole service appear in the log of each environment.
_HERE = table.c.environment.in_([given("environment"), ""])
_LIMIT = given("at_most", Integer)
_ENTRIES = select(*table.c).where(_HERE).limit(_LIMIT)
_BEFORE = Query(
    _ENTRIES.where(table.c.number < given("before")).order_by(table.c.number.desc()), AuditEntry
)
_AFTER = Query(
    _ENTRIES.where(
        table.c.number > given("after"),
        table.c.created_at >= given("start"),
        table.c.created_at <= given("end"),
    ).order_by(table.c.number),
    AuditEntry,
)
_ADD = Change(
    insert(table).values(
        created_at=given("now"),
        **each_given("actor", "network", "environment", "deed", "about"),
    )
)
_NETWORKS = Query[str](
    select(table.c.network)
    .where(
        table.c.actor == given("actor"),
        table.c.created_at < given("before"),
        table.c.network != "",
    )
    .distinct(),
    as_value,
)
_DROP = Change(delete(table).where(table.c.created_at <= given("before")))
_FORGET_NETWORKS = Change(update(table).where(table.c.actor == given("actor")).values(network=""))


def add_entry(
    tx: Transaction, actor: Actor, deed: str, about: str = "", environment: str = ""
) -> None:
    tx.run(
        _ADD,
        now=tx.now,
        actor=actor.name,
        network=actor.network,
        environment=environment,
        deed=deed,
        about=about,
    )


def entries_before(
    tx: Transaction, environment: str, number: int, at_most: int
) -> Sequence[AuditEntry]:
    """Return the entries of an environment and the whole service before a number, newest first."""
    return tx.all(_BEFORE, environment=environment, before=number, at_most=at_most)


def entries_after(
    tx: Transaction, environment: str, number: int, period: MadeOn
) -> Sequence[AuditEntry]:
    """Return those of a period that follow a number, oldest first, some at most."""
    return tx.all(
        _AFTER,
        environment=environment,
        after=number,
        start=period.start,
        end=period.end,
        at_most=AT_ONCE,
    )


def networks_of(tx: Transaction, actor: str, before: datetime) -> Sequence[str]:
    """Return the networks from which an actor did anything before a moment."""
    return tx.all(_NETWORKS, actor=actor, before=before)


def forget_networks(tx: Transaction, actor: str) -> None:
    """Wipe the networks of an operator; their deeds stay until those rows end."""
    tx.run(_FORGET_NETWORKS, actor=actor)


def drop_old_entries(tx: Transaction) -> None:
    tx.run(_DROP, before=tx.now - AUDIT_KEPT)
