"""Migrations: they make exactly the tables that the code describes."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Table, inspect

from bot.base.database import Database
from bot.store.tables import metadata
from tests.store.postgres import Postgres, together


async def test_the_migrations_make_the_tables_that_the_code_describes(database: Database):
    async with database.read() as tx:
        differences = await tx.connection.run_sync(_differences)
    assert differences == []


async def test_the_columns_have_the_types_that_the_code_describes(database: Database):
    async with database.read() as tx:
        for table in metadata.sorted_tables:
            assert await tx.connection.run_sync(_types, table) == {
                column.name: column.type.compile(tx.connection.dialect) for column in table.columns
            }


async def test_a_partial_index_is_partial(database: Database):
    async with database.read() as tx:
        indexes = await tx.connection.run_sync(lambda raw: inspect(raw).get_indexes("jobs"))
    partial = {
        index["name"]
        for index in indexes
        if index["dialect_options"].get(f"{tx.connection.dialect.name}_where") is not None
    }
    assert partial == {"jobs_open", "jobs_due"}


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
