"""Migrations: they make exactly the tables that the code describes."""

from functools import partial

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, inspect

from bot.base.database.database import Database
from bot.base.database.schema import Schema
from bot.service.store.schema import SCHEMA as FLEET
from bot.store.schema import SCHEMA
from bot.store.tables import metadata
from tests.store.postgres import Postgres, together
from tests.support.sql import by_sqlalchemy, migrated


@pytest.fixture(params=["new", "migrated"])
async def made(request: pytest.FixtureRequest, database: Database, url: str) -> str:
    """The address of tables that were made at once, or by one migration after the other."""
    if request.param == "migrated":
        await by_sqlalchemy(url, partial(migrated, SCHEMA))
    return url


async def test_the_tables_are_those_that_the_code_describes(made: str):
    assert await by_sqlalchemy(made, _differences) == []


async def test_the_columns_have_the_types_that_the_code_describes(made: str):
    def compare(connection: Connection) -> None:
        for table in metadata.sorted_tables:
            assert _types(connection, table) == {
                column.name: column.type.compile(connection.dialect) for column in table.columns
            }

    await by_sqlalchemy(made, compare)


async def test_numbers_are_given_out_by_either(made: str, database: Database):
    first = await database.next_number()
    assert await database.next_number() > first


@pytest.mark.parametrize("schema", [SCHEMA, FLEET], ids=["bot", "service"])
def test_the_newest_migration_is_known_by_its_file(schema: Schema):
    newest = ScriptDirectory(str(schema.migrations)).get_current_head()
    assert schema.newest == newest


async def test_a_partial_index_is_partial(made: str):
    assert await by_sqlalchemy(made, _partial_indexes) == {"jobs_open", "jobs_due"}


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
        "from bot.base.database.database import Database\n"
        "from bot.base.vault import Vault\n"
        "from bot.store.schema import SCHEMA\n"
        "asyncio.run(Database(sys.argv[1], SCHEMA, Vault(bytes(32)), SystemClock()).open())\n"
    )
    assert await together(program, postgres.fresh("replicas")) == [0] * 4
