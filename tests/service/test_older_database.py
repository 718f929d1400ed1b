"""A database as an earlier version has left it, in the middle of its work: nothing is lost."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from bot.base.days import Days
from bot.service.operations.find import list_earnings
from bot.service.operations.webhook_administration import log_of
from bot.service.store.schema import SCHEMA
from bot.service.store.tables import deliveries, finished, items, metadata, riders
from bot.service.store.webhook_log import WebhookSearch
from bot.service.vault import QUEUE_VAULT, HashingVault
from tests.service.fleet import DATABASE, SECRET, SENDER_PHONE, Fleet, running, settings_at
from tests.service.fleet import sqlite_url as address_of
from tests.service.receiver import Receiver
from tests.store import postgres
from tests.support.clock import ManualClock
from tests.support.sql import by_sqlalchemy

NOW = ManualClock().now()
FIRST, SECOND = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"


def _as_then(table: str, *own: str) -> sa.TableClause:
    columns = ("environment", "delivery_uuid", "lane", "state", "attempts", *own)
    moments = ("due_at", "created_at", "finished_at")
    known = [sa.column(name, sa.DateTime(timezone=True)) for name in moments]
    return sa.table(table, *map(sa.column, columns), *known)


_WEBHOOKS = _as_then("webhooks", "event", "body")
_TEXTS = _as_then("texts", "about", "phone", "sealed")


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Postgres]:
    with postgres.running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return address_of(tmp_path / DATABASE)
    server: postgres.Postgres = request.getfixturevalue("server")
    return server.fresh(f"older_{tmp_path.name}")


@pytest.fixture
async def older(url: str) -> str:
    await by_sqlalchemy(url, _as_0003_left_it)
    return url


def _at_version(connection: sa.Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.migrations))
    config.attributes.update(connection=connection, vault=QUEUE_VAULT)
    command.upgrade(config, version)


def _as_0003_left_it(connection: sa.Connection) -> None:
    _at_version(connection, "0003")
    connection.execute(sa.insert(deliveries), [_delivery(FIRST, 1001), _delivery(SECOND, 1002)])
    for row in (
        _webhook("created", FIRST, "done", 1),
        _webhook("assigned", FIRST, "waiting", 2, timedelta(minutes=4)),
        _webhook("picked_up", FIRST, "waiting", 0),
        _webhook("created", SECOND, "failed", 4),
        _webhook("assigned", SECOND, "waiting", 0),
    ):
        connection.execute(sa.insert(_WEBHOOKS), row)
    for row in (
        _text("an old one", FIRST, "waiting", 3, timedelta(minutes=2)),
        _text("", FIRST, "dropped", 0),
        _text("", FIRST, "failed", 9),
        _text("a new one", SECOND, "waiting", 0),
        _text("a newer one", SECOND, "waiting", 0),
    ):
        connection.execute(sa.insert(_TEXTS), row)


def _delivery(uuid: str, number: int) -> Mapping[str, object]:
    texts = ("sender_name", "sender_phone_code", "sender_phone_number", "sender_address")
    flags = ("is_paid", "send_sms", "business_owned")
    return {
        **dict.fromkeys(texts, "x"),
        **dict.fromkeys(flags, False),
        "uuid": uuid,
        "environment": "development",
        "number": number,
        "state": "Pending",
        "fee": 1500,
        "creation_mode": "manual",
        "creation_date": NOW.date(),
        "created_at": NOW,
        "updated_at": NOW,
        "detail_uuid": uuid,
        "sender_uuid": uuid,
    }


def _outgoing(uuid: str, state: str, attempts: int, due_at: datetime) -> dict[str, Any]:
    return {
        "environment": "development",
        "delivery_uuid": uuid,
        "state": state,
        "attempts": attempts,
        "due_at": due_at,
        "created_at": NOW,
        "finished_at": None if state == "waiting" else NOW,
    }


def _webhook(
    event: str, uuid: str, state: str, attempts: int, due_in: timedelta = timedelta()
) -> dict[str, Any]:
    body = b'{"event":"delivery.%s"}' % event.encode()
    own = {"lane": uuid, "event": f"delivery.{event}", "body": body}
    return _outgoing(uuid, state, attempts, NOW + due_in) | own


def _text(
    text: str, uuid: str, state: str, attempts: int, due_in: timedelta = timedelta()
) -> dict[str, Any]:
    sealed = HashingVault(SECRET).seal(text.encode(), uuid) if text else None
    own = {"lane": SENDER_PHONE, "phone": SENDER_PHONE, "about": "pickup", "sealed": sealed}
    return _outgoing(uuid, state, attempts, NOW + due_in) | own


def told(receiver: Receiver) -> list[tuple[str, str]]:
    return [(call.headers["x-service-delivery-id"], call.event) for call in receiver.calls]


async def after(fleet: Fleet, wait: timedelta) -> None:
    """Let time pass; what was claimed before the heartbeat was heard after it comes again."""
    fleet.clock.advance(wait)
    for _ in range(5):
        await fleet.service.idle()


async def test_what_waits_goes_on_in_its_order_at_its_time_and_after_as_many_attempts(
    older: str, tmp_path: Path, certificates: Path, clock: ManualClock, receiver: Receiver
):
    settings = settings_at(tmp_path, certificates, database_url=older)
    async with running(settings, clock, url=receiver.url) as fleet:
        await fleet.assign(await fleet.rider(), FIRST)  # its webhook stands behind the others
        await after(fleet, timedelta())
        assert told(receiver) == [(SECOND, "delivery.assigned")]
        assert await fleet.texts_to(SENDER_PHONE) == ["a new one", "a newer one"]
        fleet.sms.messages.clear()
        await after(fleet, timedelta(minutes=2))
        assert await fleet.texts_to(SENDER_PHONE) == ["an old one"]
        receiver.status = 500
        await after(fleet, timedelta(minutes=2))
        await after(fleet, timedelta(minutes=14.9))
        assert told(receiver)[1:] == [(FIRST, "delivery.assigned")]
        await after(fleet, timedelta(minutes=0.1))
        # It was its fourth attempt, and the last: what stands behind it goes.
        assert told(receiver)[2:] == [(FIRST, "delivery.assigned"), (FIRST, "delivery.picked_up")]
        log = await log_of(fleet.development, WebhookSearch(), 10)
        states = {webhook.id: webhook.state for webhook in log}
        assert states.pop(6) == "waiting"
        assert states == {1: "done", 2: "failed", 3: "waiting", 4: "failed", 5: "done"}
        await after(fleet, timedelta(days=1))
        assert await fleet.texts_to(SENDER_PHONE) == ["an old one"]


async def test_amounts_are_the_same_to_the_hundredth(
    url: str, tmp_path: Path, certificates: Path, clock: ManualClock
):
    await by_sqlalchemy(url, _as_0009_left_it)
    async with running(settings_at(tmp_path, certificates, database_url=url), clock) as fleet:
        (delivery,) = (await fleet.deliveries())["data"]
        assert delivery["delivery_fee"] == "1500"
        assert delivery["items"][0]["item_value"] == "7500.00"
        assert delivery["delivery_type"] is delivery["customer_latitude"] is None
        riders = await fleet.riders()
        assert riders["total_revenue"] == 1500
        (earned,) = await list_earnings(fleet.development, Days(NOW.date(), NOW.date(), UTC))
        assert (earned.fees, earned.earned) == (150000, 1500)


def _as_0009_left_it(connection: sa.Connection) -> None:
    _at_version(connection, "0009")
    rider = {
        **dict.fromkeys(("name", "address", "phone_code", "phone_number"), "x"),
        **dict.fromkeys(("email", "vehicle_plate_number"), "x"),
        "uuid": FIRST,
        "environment": "development",
        "number": 1,
        "active": True,
        "pending_invite": False,
        "commission_value": 15,
        "created_at": NOW,
    }
    delivered = {"rider_uuid": FIRST, "state": "Delivered", "dropoff_at": NOW}
    item = {"uuid": FIRST, "delivery_uuid": FIRST, "position": 0, "created_at": NOW}
    figure = {"environment": "development", "rider_uuid": FIRST, "creation_mode": "manual"}
    for table, row in (
        (riders, rider),
        (deliveries, {**_delivery(FIRST, 1001), **delivered}),
        (items, item | {"description": "Shoes", "quantity": 2, "value": 7500}),
        (finished, figure | {"state": "Delivered", "deliveries": 1, "fees": 1500}),
    ):
        connection.execute(sa.insert(table), row)


async def test_it_has_the_tables_that_the_code_describes(
    older: str, tmp_path: Path, certificates: Path, clock: ManualClock
):
    async with running(settings_at(tmp_path, certificates, database_url=older), clock):
        assert await by_sqlalchemy(older, _differences) == []


def _differences(connection: sa.Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), metadata)
