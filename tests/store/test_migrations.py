"""Migrations: they make exactly the tables that the code describes."""

from datetime import UTC, datetime, timedelta

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, inspect

from bot.base import dead_letters, tables
from bot.base.database import Database
from bot.base.file_lock import DatabaseBusy
from bot.base.schema import Schema
from bot.base.vault import SealBroken, Vault
from bot.service.store.schema import SCHEMA as FLEET
from bot.store.schema import SCHEMA
from bot.store.tables import metadata
from tests.store.postgres import Postgres, together
from tests.store.work import KEY, add, claim, claimed_keys, finish, job, opened
from tests.support.clock import ManualClock
from tests.support.sql import by_sqlalchemy, rows


async def test_the_migrations_make_the_tables_that_the_code_describes(database: Database, url: str):
    assert await by_sqlalchemy(url, _differences) == []


async def test_the_columns_have_the_types_that_the_code_describes(database: Database, url: str):
    def compare(connection: Connection) -> None:
        for table in metadata.sorted_tables:
            assert _types(connection, table) == {
                column.name: column.type.compile(connection.dialect) for column in table.columns
            }

    await by_sqlalchemy(url, compare)


@pytest.mark.parametrize("schema", [SCHEMA, FLEET], ids=["bot", "service"])
def test_the_newest_migration_is_known_by_its_file(schema: Schema):
    newest = ScriptDirectory(str(schema.migrations)).get_current_head()
    assert schema.newest == newest


async def test_a_partial_index_is_partial(database: Database, url: str):
    assert await by_sqlalchemy(url, _partial_indexes) == {"jobs_open", "jobs_due"}


def _partial_indexes(connection: Connection) -> set[str | None]:
    where = f"{connection.dialect.name}_where"
    return {
        index["name"]
        for index in inspect(connection).get_indexes("jobs")
        if index["dialect_options"].get(where) is not None
    }


def _differences(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), metadata)


def _types(connection: Connection, table: Table) -> dict[str, str]:
    columns = inspect(connection).get_columns(table.name)
    return {column["name"]: column["type"].compile(connection.dialect) for column in columns}


async def test_replicas_that_start_together_make_the_tables_once(postgres: Postgres):
    program = (
        "import asyncio, sys\n"
        "from bot.base.clock import SystemClock\n"
        "from bot.base.database import Database\n"
        "from bot.base.vault import Vault\n"
        "from bot.store.schema import SCHEMA\n"
        "asyncio.run(Database(sys.argv[1], SCHEMA, Vault(bytes(32)), SystemClock()).open())\n"
    )
    assert await together(program, postgres.fresh("replicas")) == [0] * 4


@pytest.fixture
async def older(blank_url: str) -> str:
    """The address of a store as version 0003 has left it, in the middle of its work."""
    await by_sqlalchemy(blank_url, _at_0003)
    return blank_url


def _at_0003(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.migrations))
    config.attributes["connection"] = connection
    command.upgrade(config, "0003")
    for state in ("done", "running", "waiting", "dead"):
        connection.execute(_table(connection, "jobs").insert().values(_as_0003_wrote(state)))


def _table(connection: Connection, name: str) -> Table:
    """Return a table as it is in the database, whatever version made it."""
    return Table(name, MetaData(), autoload_with=connection)


def _as_0003_wrote(state: str) -> dict[str, object]:
    now = ManualClock().now()
    values = {"kind": "command", "lane": "person:71", "key": f"erase|71|{state}", "state": state}
    body = Vault(KEY).seal(state.encode(), f"job|command|{values['key']}")
    now = now.replace(tzinfo=None)
    return values | {
        "body": b"" if state == "done" else body,
        "due_at": now,
        "created_at": now,
        "attempts": 0,
        "lease": "of an old bot" if state == "running" else None,
        "lease_until": now if state == "running" else None,
        "finished_at": now if state in {"done", "dead"} else None,
    }


async def test_what_an_older_bot_has_left_is_done_in_order_and_known_again(older: str):
    clock = ManualClock()
    database = await opened(older, clock)
    behind = job("new", lane="person:71")
    keys = [f"erase|71|{state}" for state in ("done", "running", "waiting", "dead")]
    assert await add(database, behind, *map(job, keys)) == [True, False, False, False, False]
    for expected in (b"running", b"waiting", behind.body):
        (first,) = await claim(database)
        assert (first.lane, first.body) == ("person:71", expected)
        await finish(database, first)
    assert [each.lane for each in await database.read(dead_letters.listed)] == ["person:71"]
    kept = [*await rows(database, tables.jobs.select())]
    assert not any("71" in (row.lane, row.key) or "|71|" in row.key for row in kept)
    await database.close()


async def test_an_older_store_whose_key_is_lost_is_left_as_it_is(older: str):
    for _ in range(2):
        with pytest.raises(SealBroken, match="another key file"):
            await Database(older, SCHEMA, Vault(bytes(32)), ManualClock()).open()
    database = await opened(older, ManualClock())
    assert await claimed_keys(database) == ["erase|71|running"]
    await database.close()


async def test_an_older_store_is_left_as_it_is_while_a_bot_works_with_it(older: str):
    """What either of the two bots wrote from then on, the other one could not read."""
    now = datetime.now(UTC)
    held = {"name": "sender:9", "holder": "an old bot", "epoch": 1}

    def hold(connection: Connection, until: datetime) -> None:
        leases = _table(connection, "leases")
        connection.execute(leases.delete())
        connection.execute(leases.insert().values(**held, until=until.replace(tzinfo=None)))

    await by_sqlalchemy(older, lambda connection: hold(connection, now + timedelta(minutes=5)))
    with pytest.raises(DatabaseBusy, match="earlier version still works with this database"):
        await Database(older, SCHEMA, Vault(KEY), ManualClock()).open()
    await by_sqlalchemy(older, lambda connection: hold(connection, now))
    database = await opened(older, ManualClock())
    assert await claimed_keys(database) == ["erase|71|running"]
    await database.close()
