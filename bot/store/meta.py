"""What a database belongs to: it is bound to one bot, one environment and one API key."""

import hashlib

from sqlalchemy import select

from bot.base.database import Transaction
from bot.store.tables import meta

_KEY = "fleet_api_key"


class WrongDatabase(Exception):
    """The database belongs to another bot, environment or account."""


async def bind_key(tx: Transaction, key: str, former: str) -> None:
    """Bind a database to an API key's fingerprint; a rotation binds it to the new key.

    Raises:
        WrongDatabase: it belongs to a key that is neither the present nor the former one.
    """
    await tx.alone_with("meta")
    prints = [hashlib.sha256(text.encode()).hexdigest()[:16] for text in (key, former)]
    known = await tx.connection.scalar(select(meta.c.value).where(meta.c.name == _KEY))
    if known == prints[1]:
        rotated = meta.update().where(meta.c.name == _KEY)
        await tx.connection.execute(rotated.values(value=prints[0]))
        return
    if known not in (None, prints[0]):
        raise WrongDatabase(
            "this database belongs to another API key; if the key was changed, give the one before"
            " it as well (setting fleet.former_api_key)"
        )
    await bind(tx, **{_KEY: prints[0]})


async def bind(tx: Transaction, **facts: str) -> None:
    """Bind a new database to these facts; refuse one that is bound to others.

    Raises:
        WrongDatabase: names the fact that differs.
    """
    await tx.alone_with("meta")
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
