"""The address of a database, as settings give it."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

SQLITE, POSTGRESQL = "sqlite+aiosqlite", "postgresql+psycopg"

DRIVERS = (
    SQLITE,
    POSTGRESQL,
)
"""What an address may begin with."""


def _database_url(url: str) -> str:
    url = url.strip()
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        # Anything else than the name of a file may hold a password, and is not quoted.
        is_file = url.endswith((".db", ".sqlite")) and "@" not in url
        file = url if is_file else "name.db"
        raise ValueError(f"must be a database's address, such as {SQLITE}:///{file}") from error
    if address.drivername not in DRIVERS:
        beginnings = " or ".join(f"{driver}://" for driver in DRIVERS)
        usual = {driver.partition("+")[0]: driver for driver in DRIVERS}
        meant = usual.get(address.get_backend_name())
        perhaps = f"; write {meant} for {address.drivername}" if meant else ""
        raise ValueError(f"must begin with {beginnings}{perhaps}")
    if address.drivername == SQLITE and not address.database:
        raise ValueError(f"must name a file, such as {SQLITE}:///handover.db")
    return url


def missing_file(url: str) -> Path | None:
    """Return the file of a SQLite database that is not there yet; `None` of any other."""
    address = make_url(url)
    file = Path(address.database or "")
    return file if address.get_backend_name() == "sqlite" and not file.exists() else None


DatabaseUrl = Annotated[str, AfterValidator(_database_url)]
