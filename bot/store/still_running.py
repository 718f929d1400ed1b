"""Whether a bot of an earlier version still works with the database that is to be changed."""

from datetime import UTC, datetime

import sqlalchemy as sa

from bot.base.file_lock import DatabaseBusy

_leases = sa.table("leases", sa.column("until", sa.DateTime))


def see_that_none_runs(connection: sa.Connection) -> None:
    """Refuse while a bot has the lease to send: on PostgreSQL nothing else tells that one runs.

    On SQLite `handover jobs` opens the file of a running bot, too.

    Raises:
        DatabaseBusy: one has it.
    """
    now = datetime.now(UTC).replace(tzinfo=None)
    if connection.scalar(sa.select(sa.exists().where(_leases.c.until > now))):
        raise DatabaseBusy(
            "A bot of an earlier version still works with this database: stop it first. If it was"
            " killed, try again in half a minute."
        )
