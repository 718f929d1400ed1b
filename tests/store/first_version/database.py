"""A database as the first version leaves it, with everything that can wait, for today's to take up.

`rows.json` is what `program.txt` has written with the code of that version, bodies and codes in
clear; a test has them written anew where that version is in the history.
"""

import asyncio
import base64
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Column, Connection, DateTime, LargeBinary, MetaData, Table

from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from tests.store.work import KEY

COMMIT, LAST_REVISION = "7c1fa66", "0003"
PROGRAM = Path(__file__).with_name("program.txt")
ROOT = Path(__file__).parents[3]
ROWS = Path(__file__).with_name("rows.json")

Row = dict[str, Any]
Rows = Mapping[str, list[Row]]

_MIGRATES = """
import asyncio, os, signal, sys
from sqlalchemy import Engine, event
from bot.base.clock import SystemClock
from bot.base.database import Database
from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from tests.store.work import KEY

url, last_words = sys.argv[1:]

def die(_connection, _cursor, statement, *_):
    if last_words in statement:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "after_cursor_execute", die)
asyncio.run(Database(url, SCHEMA, Vault(KEY), SystemClock()).open(alone=True))
"""

_LEASE = "of a bot"
_vault = Vault(KEY)


def kept_rows() -> Rows:
    """Return what the first version has written, table by table."""
    rows: Rows = json.loads(ROWS.read_text())
    return rows


def fill(connection: Connection, rows: Rows | None = None) -> None:
    """Make the tables of the first version in an empty database, and fill them as it did."""
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.migrations))
    config.attributes["connection"] = connection
    alembic.upgrade(config, LAST_REVISION)
    tables = _tables(connection)
    for name, of_table in (rows or kept_rows()).items():
        for row in of_table:
            connection.execute(tables[name].insert().values(_as_stored(tables[name], row)))


def rows_of(connection: Connection, without: Collection[str] = ()) -> Rows:
    """Read a database of the first version, in the order in which it was filled."""
    tables = _tables(connection)
    return {
        name: found
        for name in sorted(tables.keys() - {"alembic_version", *without})
        if (found := list(_read(connection, tables[name])))
    }


@contextmanager
def code() -> Iterator[Path]:
    """Have the code of the first version in a folder, for as long as the block lasts.

    Raises:
        LookupError: there is no history, or that version is not in it.
    """
    archive = ("git", "-C", str(ROOT), "archive", "--format=zip", COMMIT)
    try:
        archived = subprocess.run(archive, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise LookupError("the first version is not in this history") from error
    with tempfile.TemporaryDirectory(prefix="handover-first-") as folder:
        zipfile.ZipFile(io.BytesIO(archived)).extractall(folder)
        yield Path(folder)


def write_anew(root: Path, url: str) -> None:
    """Let the first version, whose code is in a folder, fill an empty database."""
    program = (sys.executable, "-W", "ignore", str(PROGRAM), url, KEY.hex())
    subprocess.run(program, check=True, cwd=root, env={"PYTHONPATH": str(root)})


async def killed(url: str, words: str) -> int | None:
    """Migrate in another process, which is killed once it has said these; return how it ended."""
    command = (sys.executable, "-W", "ignore", "-c", _MIGRATES, url, words)
    process = await asyncio.create_subprocess_exec(*command)
    return await process.wait()


def _tables(connection: Connection) -> Mapping[str, Table]:
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata.tables


def _read(connection: Connection, table: Table) -> Iterator[Row]:
    for row in connection.execute(table.select().order_by(*table.primary_key)).mappings():
        # Both databases count by themselves, from 1.
        yield {
            column.name: _in_clear(column, row)
            for column in table.columns
            if not (column.name == "id" and column.primary_key)
        }


def _in_clear(column: Column[Any], row: Mapping[str, Any]) -> object:
    value = row[column.name]
    if column.name == "lease" and value:  # it is drawn by lot
        return _LEASE
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(column.type, LargeBinary):
        return unsealed_codes(_vault.open(value, _place(row)).decode()) if value else ""
    return value


def _as_stored(table: Table, row: Row) -> Row:
    return {name: _stored(table.columns[name], row) for name in row}


def _stored(column: Column[Any], row: Row) -> object:
    value = row[column.name]
    if isinstance(column.type, DateTime):
        return value and datetime.fromisoformat(value)
    if isinstance(column.type, LargeBinary):
        return _vault.seal(_sealed_codes(value).encode(), _place(row)) if value else b""
    return value


def _place(job: Mapping[str, Any]) -> str:
    return f"job|{job['kind']}|{job['key']}"


def unsealed_codes(body: str) -> str:
    """Put the code itself into the body of a request in the place of the sealed one."""
    request = json.loads(body)
    if not request.get("sealed_code"):
        return body
    sealed = base64.b64decode(request["sealed_code"])
    code = _vault.open(sealed, _place_of_code(request)).decode()
    return body.replace(request["sealed_code"], code)


def _sealed_codes(body: str) -> str:
    request = json.loads(body)
    if not request.get("sealed_code"):
        return body
    sealed = _vault.seal(request["sealed_code"].encode(), _place_of_code(request))
    return body.replace(request["sealed_code"], base64.b64encode(sealed).decode())


def _place_of_code(request: Row) -> str:
    guesser = request.get("rider") or f"staff:{request['by']}"
    return f"code|{request['delivery']}|{request['stage']}|{guesser}"
