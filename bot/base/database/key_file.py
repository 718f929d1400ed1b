"""The key file of a database: both are made together, and a new one never joins an old one.

Another key opens nothing that the database has sealed. A new database with an old key file would be
taken for the lost one until somebody misses its content.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from sqlalchemy import Connection, inspect, text

from bot.base.database.database import ENGINES, address_of
from bot.base.database.engine import CONNECTIONS
from bot.base.database.schema import Schema, told_as_unusable
from bot.base.database.url import missing_file
from bot.base.private_files import keep_private
from bot.base.vault import KeyFileUnusable, existing_key, key_from

_KEY_MARK = text("SELECT value FROM meta WHERE name = 'key_file'")


def key_of(schema: Schema, url: str, file: Path) -> bytes:
    """Read the key of a database from its file; a new one is made for a new database alone.

    Raises:
        KeyFileUnusable: the file cannot be read or made, or holds no key; or one of the two is
            there, and the other is not.
        DatabaseUnusable: the database does not answer, or cannot be made.
    """
    if os.path.exists(file):  # noqa: PTH110 - a Path's can raise
        key = existing_key(file)
        is_empty = missing_file(url) is not None
        if not is_empty:
            with _connected(schema, url) as connection:
                is_empty = not inspect(connection).get_table_names()
        if is_empty:
            raise KeyFileUnusable(
                f"The key file {file} is there, and the database that was begun with it is not:"
                " put that one back where store.url says, such as from a backup. For a new database"
                " move the key file away first: a new one is made with it."
            )
        return key
    if _is_begun(schema, url):
        raise KeyFileUnusable(
            f"The database is there, and its key file {file} is not: put that one back (setting"
            " store.key_file). With any other key nothing opens that it has sealed."
        )
    # Before the key: a start that fails here must leave no key file that looks like an old one.
    with _connected(schema, url) as connection:
        schema.upgrade(connection)
    return key_from(file)


def new_key_of(schema: Schema, url: str, file: Path) -> bytes:
    """Read or make the key with which a database goes on after its own key was lost.

    Raises:
        KeyFileUnusable: the file cannot be read or made, or holds no key, or there is no database.
        DatabaseUnusable: the database does not answer.
    """
    if not _is_begun(schema, url):
        raise KeyFileUnusable(
            "There is no database that could go on with another key file: see that store.url names"
            " the right one."
        )
    return key_from(file)


def _is_begun(schema: Schema, url: str) -> bool:
    """Say whether a database knows its key file, as each does after its first start."""
    if missing_file(url):
        return False
    with _connected(schema, url) as connection:
        return inspect(connection).has_table("meta") and bool(connection.scalar(_KEY_MARK))


@contextmanager
def _connected(schema: Schema, url: str) -> Iterator[Connection]:
    with told_as_unusable(schema):
        address = address_of(url)
        engine = ENGINES[address.drivername](address, _begins_nothing, {}, CONNECTIONS)
        keep_private(address)
        connecting = engine.upgrading()
        try:
            with connecting.begin() as connection:
                yield connection
        finally:
            connecting.dispose()


def _begins_nothing(*_: object) -> NoReturn:
    raise AssertionError("migrations begin their transactions by themselves")
