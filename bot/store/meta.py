"""The owner of a database: it is bound to one bot, one environment and one API key.

It is bound once the fleet service has answered with that key, so that a slip at the first start
binds it to nothing.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_row, upsert
from bot.base.database.transaction import Transaction
from bot.config import FleetSettings
from bot.store.tables.program import meta

_KEY = "fleet_api_key"
_FACTS = Query(select(meta.c.name, meta.c.value), as_row)
_WRITE_DOWN = Change(upsert(meta, "name", "value"))


class WrongDatabase(Exception):
    """The database belongs to another bot, environment or account."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a database. `former_key` was its key before a rotation; only prints are kept."""

    bot: str
    environment: str
    key: str
    former_key: str = ""

    @classmethod
    def of(cls, fleet: FleetSettings, bot_id: str | int) -> Self:
        """Name the owner that the settings describe."""
        key, former_key = fleet.api_key, fleet.former_api_key
        return cls(
            str(bot_id), fleet.environment, key.get_secret_value(), former_key.get_secret_value()
        )

    @property
    def facts(self) -> dict[str, str]:
        """The facts of the owner that are written down."""
        return {"bot": self.bot, "environment": self.environment, _KEY: _print(self.key)}

    def check(self, known: Mapping[str, str]) -> None:
        """Compare with what is written down; what is not, belongs to nobody yet.

        Raises:
            WrongDatabase: names the fact that differs.
        """
        for name in ("bot", "environment"):
            if known.get(name, self.facts[name]) != self.facts[name]:
                raise WrongDatabase(
                    f"this database belongs to another {name}; "
                    "give the bot a database of its own (setting store.url)"
                )
        if known.get(_KEY) not in (None, _print(self.key), _print(self.former_key)):
            raise WrongDatabase(
                "this database belongs to another API key; if the key was changed, give the one"
                " before it as well (setting fleet.former_api_key)"
            )


def check(tx: Transaction, owner: Owner) -> None:
    """Make sure that a database belongs to this owner, or to nobody yet.

    Raises:
        WrongDatabase: it belongs to somebody else.
    """
    owner.check(facts(tx))


def bind(tx: Transaction, owner: Owner) -> None:
    """Bind a database to its owner; after a rotation, to the new key.

    Raises:
        WrongDatabase: it belongs to somebody else.
    """
    # Otherwise two bots that start at once would both find a database without an owner.
    tx.alone_with("meta")
    check(tx, owner)
    for name, value in owner.facts.items():
        write_down(tx, name, value)


def facts(tx: Transaction) -> dict[str, str]:
    """Return what is written down of whom the database belongs to."""
    return dict(tx.all(_FACTS))


def write_down(tx: Transaction, name: str, value: str) -> None:
    tx.run(_WRITE_DOWN, name=name, value=value)


def _print(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]
