"""Operators, and the links and sessions that let them in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, or_, select, update

from bot.base.database.prepared import Change, Query, as_value, columns_of, each_given, given
from bot.base.database.transaction import Transaction
from bot.service.rules.operators import (
    OPERATOR_FREE_MISSES,
    OPERATOR_FREE_MISSES_OF_STRANGERS,
    OPERATOR_IDLE,
    OPERATOR_LINK_VALID_FOR,
    OPERATOR_LONGEST_WAIT,
    OPERATOR_MISSES_KEPT,
    OPERATOR_PROVEN_FOR,
    OPERATOR_SESSION,
    OPERATOR_WAIT,
)
from bot.service.store.tables import operator_links, operator_misses, operator_sessions, operators


@dataclass(frozen=True, slots=True)
class Misses:
    """Wrong attempts, of which the last was at `missed_at`."""

    misses: int
    missed_at: datetime | None

    def wait_at(self, moment: datetime, free: int) -> bool:
        """Say whether attempts are refused for a while, after more wrong ones than are `free`."""
        doublings = self.misses - free
        if doublings < 0 or self.missed_at is None:
            return False
        # Ten doublings are longer than the longest wait: more of them change nothing.
        wait = OPERATOR_WAIT * (1 << min(doublings, 10))
        return moment < self.missed_at + min(wait, OPERATOR_LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody who may log in; `second_factor` is sealed, and with `password` once it is set.

    Of the wrong attempts, `misses` are those of browsers that are not known.
    """

    id: int
    name: str
    password: str | None
    second_factor: bytes | None
    step: int
    misses: int
    missed_at: datetime | None
    created_at: datetime
    new_network: str | None
    new_network_at: datetime | None

    @property
    def is_set_up(self) -> bool:
        return self.password is not None and self.second_factor is not None

    def waits_at(self, moment: datetime) -> bool:
        """Say whether every browser that is not known waits, after too many wrong attempts."""
        misses = Misses(self.misses, self.missed_at)
        return misses.wait_at(moment, OPERATOR_FREE_MISSES_OF_STRANGERS)


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which an operator is logged in."""

    digest: bytes
    operator_id: int
    by_link: bool
    created_at: datetime
    seen_at: datetime
    proven_at: datetime | None
    network: str | None

    def is_proven_at(self, moment: datetime) -> bool:
        """Say whether the password was given, or a link used, a short time ago."""
        return self.proven_at is not None and moment - self.proven_at < OPERATOR_PROVEN_FOR

    def holds_at(self, moment: datetime) -> bool:
        idle, age = moment - self.seen_at, moment - self.created_at
        return idle < OPERATOR_IDLE and age < OPERATOR_SESSION


_OPERATORS = select(*operators.c)
_BY_NAME = _OPERATORS.where(operators.c.name == given("name"))
_NAMED = Query(_BY_NAME, Operator)
_NAMED_TO_CHANGE = Query(_BY_NAME.with_for_update(), Operator)
_BY_ID = Query(_OPERATORS.where(operators.c.id == given("operator_id")), Operator)
_ALL = Query(_OPERATORS.order_by(operators.c.name), Operator)
_ADD: Query[int] = Query(
    lambda insert_into: (
        insert_into(operators)
        .values(name=given("name"), step=0, misses=0, created_at=given("now"))
        .on_conflict_do_nothing(index_elements=["name"])
        .returning(operators.c.id)
    ),
    as_value,
)
_IT = operators.c.id == given("operator_id")
_SET_UP = Change(
    update(operators)
    .where(_IT)
    .values(each_given("password", "second_factor", "step") | {"misses": 0, "missed_at": None})
)
_HIT = Change(update(operators).where(_IT).values(step=given("step")))
_FORGIVE_STRANGERS = Change(update(operators).where(_IT).values(misses=0, missed_at=None))
_FORGIVE_OLD = Change(
    update(operators)
    .where(operators.c.missed_at <= given("before"))
    .values(misses=0, missed_at=None)
)
_MISS_OF_STRANGER = Change(
    update(operators).where(_IT).values(misses=operators.c.misses + 1, missed_at=given("now"))
)
_MISSES_OF = Query(
    select(operator_misses.c.misses, operator_misses.c.missed_at).where(
        operator_misses.c.digest == given("digest")
    ),
    Misses,
)
_MISS = Change(
    lambda insert_into: (
        insert_into(operator_misses)
        .values(
            digest=given("digest"),
            operator_id=given("operator_id"),
            misses=1,
            missed_at=given("now"),
        )
        .on_conflict_do_update(
            index_elements=["digest"],
            set_={"misses": operator_misses.c.misses + 1, "missed_at": given("now")},
        )
    )
)
_FORGIVE = Change(delete(operator_misses).where(operator_misses.c.digest == given("digest")))
_END_MISSES = Change(
    delete(operator_misses).where(operator_misses.c.operator_id == given("operator_id"))
)
_DROP_MISSES = Change(delete(operator_misses).where(operator_misses.c.missed_at <= given("before")))
_REMOVE = Change(delete(operators).where(_IT))
_END_LINKS = Change(
    delete(operator_links).where(operator_links.c.operator_id == given("operator_id"))
)
_END_SESSIONS = Change(
    delete(operator_sessions).where(
        operator_sessions.c.operator_id == given("operator_id"),
        operator_sessions.c.digest != given("besides"),
    )
)
_END_SESSION = Change(
    delete(operator_sessions).where(operator_sessions.c.digest == given("digest"))
)
_ADD_LINK = Change(insert(operator_links).values(each_given("digest", "operator_id", "expires_at")))
_USE_LINK: Query[int] = Query(
    delete(operator_links)
    .where(operator_links.c.digest == given("digest"), operator_links.c.expires_at > given("now"))
    .returning(operator_links.c.operator_id),
    as_value,
)
_ADD_SESSION = Change(
    insert(operator_sessions).values(
        each_given("digest", "operator_id", "by_link", "network")
        | dict.fromkeys(("created_at", "seen_at", "proven_at"), given("now"))
    )
)
_SESSIONS = select(*columns_of(Session, operator_sessions))
_FIND_SESSION = Query(_SESSIONS.where(operator_sessions.c.digest == given("digest")), Session)
_SESSIONS_OF = Query(
    _SESSIONS.where(operator_sessions.c.operator_id == given("operator_id")).order_by(
        operator_sessions.c.created_at.desc()
    ),
    Session,
)
_PROVEN = Change(
    update(operator_sessions)
    .where(operator_sessions.c.digest == given("digest"))
    .values(proven_at=given("now"))
)
_SET_NEW_NETWORK = Change(
    update(operators).where(_IT).values(new_network=given("network"), new_network_at=given("at"))
)
_SEEN = Change(
    update(operator_sessions)
    .where(operator_sessions.c.digest == given("digest"))
    .values(seen_at=given("now"))
)
_DROP_LINKS = Change(delete(operator_links).where(operator_links.c.expires_at <= given("now")))
_DROP_SESSIONS = Change(
    delete(operator_sessions).where(
        or_(
            operator_sessions.c.seen_at <= given("idle_since"),
            operator_sessions.c.created_at <= given("begun"),
        )
    )
)


def add_operator(tx: Transaction, name: str) -> int | None:
    """Return the new operator's id, or None where the name is taken."""
    return tx.one(_ADD, name=name, now=tx.now)


def find_operator(tx: Transaction, name: str, *, for_change: bool = False) -> Operator | None:
    return tx.one(_NAMED_TO_CHANGE if for_change else _NAMED, name=name)


def all_operators(tx: Transaction) -> Sequence[Operator]:
    return tx.all(_ALL)


def remove_operator(tx: Transaction, operator_id: int) -> None:
    """Remove an operator and end their sessions."""
    end_sessions(tx, operator_id)
    tx.run(_END_LINKS, operator_id=operator_id)
    tx.run(_END_MISSES, operator_id=operator_id)
    tx.run(_REMOVE, operator_id=operator_id)


def set_up(
    tx: Transaction, operator_id: int, password: str, second_factor: bytes, step: int
) -> None:
    """Set what an operator logs in with; `step` is that of the code which has proven it."""
    tx.run(
        _SET_UP,
        operator_id=operator_id,
        password=password,
        second_factor=second_factor,
        step=step,
    )


def must_wait(tx: Transaction, operator: Operator, origin: bytes, *, stranger: bool) -> bool:
    """Say whether attempts from an origin, such as a network, are refused for a while."""
    misses = tx.one(_MISSES_OF, digest=origin)
    too_many = misses is not None and misses.wait_at(tx.now, OPERATOR_FREE_MISSES)
    return too_many or (stranger and operator.waits_at(tx.now))


def count_hit(
    tx: Transaction, operator_id: int, step: int, origin: bytes, *, stranger: bool
) -> None:
    """Write down which code is used, and forgive the wrong ones that came before it."""
    tx.run(_HIT, operator_id=operator_id, step=step)
    forgive(tx, origin)
    if stranger:
        tx.run(_FORGIVE_STRANGERS, operator_id=operator_id)


def forgive(tx: Transaction, origin: bytes) -> None:
    tx.run(_FORGIVE, digest=origin)


def count_miss(tx: Transaction, operator_id: int, origin: bytes, *, stranger: bool) -> None:
    tx.run(_MISS, operator_id=operator_id, digest=origin, now=tx.now)
    if stranger:
        tx.run(_MISS_OF_STRANGER, operator_id=operator_id, now=tx.now)


def add_link(tx: Transaction, operator_id: int, digest: bytes) -> None:
    """Let an operator in by a link, and by no former one."""
    tx.run(_END_LINKS, operator_id=operator_id)
    expires_at = tx.now + OPERATOR_LINK_VALID_FOR
    tx.run(_ADD_LINK, operator_id=operator_id, digest=digest, expires_at=expires_at)


def use_link(tx: Transaction, digest: bytes) -> Operator | None:
    """Return whom a link lets in, which it does once; None where it is none, used or over."""
    # The link is deleted as it is used, so that it lets in once.
    operator_id = tx.one(_USE_LINK, digest=digest, now=tx.now)
    return None if operator_id is None else tx.one(_BY_ID, operator_id=operator_id)


def add_session(
    tx: Transaction, operator_id: int, digest: bytes, network: str, *, by_link: bool
) -> None:
    tx.run(
        _ADD_SESSION,
        operator_id=operator_id,
        digest=digest,
        network=network,
        by_link=by_link,
        now=tx.now,
    )


def sessions_of(tx: Transaction, operator_id: int) -> Sequence[Session]:
    """Return the sessions that hold, the newest first."""
    found = tx.all(_SESSIONS_OF, operator_id=operator_id)
    return [session for session in found if session.holds_at(tx.now)]


def prove_session(tx: Transaction, digest: bytes) -> None:
    tx.run(_PROVEN, digest=digest, now=tx.now)


def set_new_network(tx: Transaction, operator_id: int, network: str | None) -> None:
    """Remember where a login came from that none had come from before, or None for nowhere."""
    # The moment tells which networks were known before.
    at = None if network is None else tx.now
    tx.run(_SET_NEW_NETWORK, operator_id=operator_id, network=network, at=at)


def find_session(tx: Transaction, digest: bytes) -> tuple[Session, Operator] | None:
    """Return a session that holds, with its operator."""
    session = tx.one(_FIND_SESSION, digest=digest)
    if session is None or not session.holds_at(tx.now):
        return None
    operator = tx.one(_BY_ID, operator_id=session.operator_id)
    return None if operator is None else (session, operator)


def keep_session(tx: Transaction, digest: bytes) -> None:
    tx.run(_SEEN, digest=digest, now=tx.now)


def end_session(tx: Transaction, digest: bytes) -> None:
    tx.run(_END_SESSION, digest=digest)


def end_sessions(tx: Transaction, operator_id: int, *, besides: bytes = b"") -> None:
    tx.run(_END_SESSIONS, operator_id=operator_id, besides=besides)


def drop_ended(tx: Transaction) -> None:
    """Delete links and sessions that are over, and forgive wrong attempts of former days."""
    tx.run(_DROP_LINKS, now=tx.now)
    tx.run(_DROP_MISSES, before=tx.now - OPERATOR_MISSES_KEPT)
    tx.run(_FORGIVE_OLD, before=tx.now - OPERATOR_MISSES_KEPT)
    tx.run(
        _DROP_SESSIONS,
        idle_since=tx.now - OPERATOR_IDLE,
        begun=tx.now - OPERATOR_SESSION,
    )
