"""What a database belongs to: it is bound to one bot, one environment and one API key."""

from sqlalchemy import select

from bot.store.database import Transaction
from bot.store.tables import meta


class WrongDatabase(Exception):
    """The database belongs to another bot, environment or account."""


async def bind(tx: Transaction, **facts: str) -> None:
    """Bind a new database to these facts; refuse one that is bound to others.

    Raises:
        WrongDatabase: names the fact that differs.
    """
    rows = await tx.connection.execute(select(meta.c.name, meta.c.value))
    known = {row.name: row.value for row in rows}
    for name, value in facts.items():
        if name not in known:
            await tx.connection.execute(meta.insert().values(name=name, value=value))
        elif known[name] != value:
            raise WrongDatabase(
                f"this database belongs to another {name.replace('_', ' ')}; "
                "give the bot a database of its own (setting store.url)"
            )
