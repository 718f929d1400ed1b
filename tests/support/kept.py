"""What a town's databases hold: every column of every table, jobs opened, and every byte."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from bot.base.vault import Vault, key_from
from tests.support.business import Business


def told_in(business: Business, words: Iterable[str]) -> set[tuple[str, str]]:
    """Tell where one of these stands in the bot's database: (column, which)."""
    found = list(words)
    return {
        (column, each)
        for column, cell in _cells(business)
        for each in found
        if each.casefold() in cell.casefold()
    }


def _cells(business: Business) -> Iterator[tuple[str, str]]:
    """Go through every column of every table, with what was sealed opened."""
    store = business.town.settings["store"]
    vault = Vault(key_from(Path(store["key_file"])))
    with closing(sqlite3.connect(business.town.folder / "handover.db")) as database:
        database.row_factory = sqlite3.Row
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            for row in database.execute(f'SELECT * FROM "{table}"'):
                for column in row.keys():  # noqa: SIM118 - it is a row, and no mapping
                    yield f"{table}.{column}", _opened(vault, table, row, column)


def _opened(vault: Vault, table: str, row: sqlite3.Row, column: str) -> str:
    cell = row[column]
    if table == "jobs" and column == "body":
        cell = vault.open(cell, f"job|{row['kind']}|{row['key']}")
    return cell.decode(errors="replace") if isinstance(cell, bytes) else str(cell)


def written_in(business: Business, words: Iterable[str], *databases: str) -> set[tuple[str, str]]:
    """Tell which of these stand as text in a byte of the databases' files: (file, which)."""
    files = [file for file in business.town.folder.iterdir() if file.name.startswith(databases)]
    assert files
    return {
        (file.name, each) for file in files for each in words if each.encode() in file.read_bytes()
    }
