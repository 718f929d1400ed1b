"""The keys of the operator's door, found by their hash."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import insert, select, update

from bot.base.database.prepared import Change, Query, as_row, given
from bot.base.database.transaction import Transaction
from bot.service.account import OperatorKey
from bot.service.store.tables import operator_keys as table

_OF_ENVIRONMENT = table.c.environment == given("environment")
_VALID = table.c.ended_at.is_(None)
_KEYS = Query(
    select(table.c.id.label("number"), table.c.created_at, table.c.ended_at)
    .where(_OF_ENVIRONMENT)
    .order_by(table.c.id.desc()),
    OperatorKey,
)
_VALID_KEYS = Query(select(table.c.environment, table.c.digest, table.c.id).where(_VALID), as_row)
_ADD = Change(
    insert(table).values(
        environment=given("environment"), digest=given("digest"), created_at=given("created_at")
    )
)
_END = Change(
    update(table)
    .where(_OF_ENVIRONMENT, _VALID, table.c.id == given("number"))
    .values(ended_at=given("at"))
)


def valid_operator_keys(tx: Transaction) -> Mapping[str, Mapping[bytes, int]]:
    """Return the numbers of all keys that are valid, by environment and hash."""
    keys: defaultdict[str, dict[bytes, int]] = defaultdict(dict)
    for environment, digest, number in tx.all(_VALID_KEYS):
        keys[environment][digest] = number
    return keys


def list_operator_keys(tx: Transaction, environment: str) -> Sequence[OperatorKey]:
    """Return the environment's keys, newest first, also those that have ended."""
    return tx.all(_KEYS, environment=environment)


def add_operator_key(tx: Transaction, environment: str, digest: bytes) -> None:
    tx.outdate()
    tx.run(_ADD, environment=environment, digest=digest, created_at=tx.now)


def end_operator_key(tx: Transaction, environment: str, number: int) -> bool:
    """Let a key end, and say whether it was there and valid."""
    tx.outdate()
    return tx.run(_END, environment=environment, number=number, at=tx.now) > 0
