"""Riders: written and read."""

from collections.abc import Collection, Sequence
from functools import cache

from sqlalchemy import insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    among,
    columns_of,
    each_given,
    given,
    without_index,
)
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.service.records import Rider
from bot.service.store.tables import Values, riders

RIDERS = select(*columns_of(Rider, riders))
"""A row of it is a `Rider`."""

_HERE = riders.c.environment == given("environment")
_ALL = Query(RIDERS.where(_HERE), Rider)
_ONE = Query(RIDERS.where(_HERE, riders.c.uuid == given("uuid")), Rider)
_BY_UUID = Query(RIDERS.where(among(riders.c.uuid, "uuids")), Rider)
_TO_CHANGE = Query(
    RIDERS.where(
        among(riders.c.uuid, "uuids"),
        without_index(riders.c.environment) == given("environment"),
    )
    # In one order for all, so that two requests never wait for each other.
    .order_by(riders.c.uuid)
    .with_for_update(),
    Rider,
)
_UUID_BY_NUMBER = Query(select(riders.c.uuid).where(_HERE, riders.c.number == given("number")), str)
_BY_EMAIL = Query(RIDERS.where(_HERE, among(riders.c.email, "emails")), Rider)
_KNOWN_EMAILS = Query(select(riders.c.email).where(_HERE, among(riders.c.email, "emails")), str)


def add_rider(tx: Transaction, row: Values) -> None:
    row = _with_sought(row)
    tx.run(_adding(*row), **row)


def _with_sought(columns: Values) -> dict[str, object]:
    sought = {"sought": folded(str(columns["name"]))} if "name" in columns else {}
    return {**columns, **sought}


def find_rider(tx: Transaction, environment: str, uuid: str) -> Rider | None:
    return tx.one(_ONE, environment=environment, uuid=uuid)


def uuid_of_rider(tx: Transaction, environment: str, number: int) -> str | None:
    return tx.one(_UUID_BY_NUMBER, environment=environment, number=number)


def riders_to_change(tx: Transaction, environment: str, uuids: Collection[str]) -> dict[str, Rider]:
    """Return those of the environment's riders that exist, kept from other writers."""
    found = tx.all(_TO_CHANGE, environment=environment, uuids=uuids)
    return {rider.uuid: rider for rider in found}


def riders_of(tx: Transaction, environment: str) -> Sequence[Rider]:
    """Return all riders of an environment, in no order."""
    return tx.all(_ALL, environment=environment)


def change_rider(tx: Transaction, uuid: str, **columns: object) -> None:
    changed = _with_sought(columns)
    tx.run(_changing(*changed), of=uuid, **changed)


def known_emails(tx: Transaction, environment: str, emails: Collection[str]) -> set[str]:
    return set(tx.all(_KNOWN_EMAILS, environment=environment, emails=emails))


def riders_by_email(tx: Transaction, environment: str, emails: Collection[str]) -> dict[str, Rider]:
    found = tx.all(_BY_EMAIL, environment=environment, emails=list(emails))
    return {rider.email: rider for rider in found}


def riders_by_uuid(tx: Transaction, uuids: Collection[str]) -> dict[str, Rider]:
    if not uuids:
        return {}
    return {rider.uuid: rider for rider in tx.all(_BY_UUID, uuids=uuids)}


@cache
def _adding(*names: str) -> Change:
    return Change(insert(riders).values(each_given(*names)))


@cache
def _changing(*names: str) -> Change:
    changed = update(riders).where(riders.c.uuid == given("of"))
    return Change(changed.values(each_given(*names)))
