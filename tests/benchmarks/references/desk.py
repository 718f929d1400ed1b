"""What a lean bot keeps in SQLite, through aiosqlite: people, deliveries, and each chat's board."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiosqlite

_TABLES = """
CREATE TABLE IF NOT EXISTS people (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, quiet INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS deliveries (
    number INTEGER PRIMARY KEY, receiver TEXT NOT NULL, street TEXT NOT NULL, state TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries (state);
CREATE TABLE IF NOT EXISTS boards (chat INTEGER PRIMARY KEY, message INTEGER NOT NULL);
"""
_STATES = ("pending", "awaiting pickup", "accepted", "on the way", "delivered", "failed")
_PAGE = 10

Buttons = list[list[tuple[str, str]]]
"""Rows of buttons: what each says, and its data."""

MOVED = "📋 <b>Board</b> · the current one is further down."


class Desk:
    """What a bot with few commands asks its database for."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        self._database = database

    async def me(self, user: int) -> tuple[str, Buttons]:
        ((name, phone, quiet),) = await self._rows(
            "SELECT name, phone, quiet FROM people WHERE id = ?", user
        )
        text = (
            f"👤 <b>{name}</b>\nYour role here: owner.\n"
            f"📞 {phone or 'I do not know your number.'}\n🔔 Sound is {'off' if quiet else 'on'}."
        )
        return text, [[("🔔 Sound", "quiet:on"), ("🌐 Language", "language")]]

    async def be_quiet(self, user: int, *, quiet: bool) -> tuple[str, Buttons]:
        await self._database.execute("UPDATE people SET quiet = ? WHERE id = ?", (quiet, user))
        text = f"🔔 <b>Sound</b>\nSound is {'off' if quiet else 'on'} for every message."
        return text, [[("30 minutes", "quiet:30m"), ("Until tomorrow", "quiet:day")]]

    async def board(self) -> tuple[str, Buttons]:
        counts = dict(await self._rows("SELECT state, count(*) FROM deliveries GROUP BY state"))
        waiting = await self._rows(
            "SELECT number, receiver, street, state FROM deliveries"
            " WHERE state NOT IN ('delivered', 'failed') ORDER BY number LIMIT ?",
            _PAGE,
        )
        lines = [f"{state}: <b>{counts.get(state, 0)}</b>" for state in _STATES]
        buttons = []
        for number, receiver, street, state in waiting:
            lines.append(f"<b>{number}</b> · {receiver} · {street} · {state}")
            buttons.append([(f"{number} · {receiver} · {street}", f"show:{number}")])
        return "📋 <b>Board</b>\n" + "\n".join(lines), [*buttons, [("🔄 Refresh", "refresh")]]

    async def remember_board(self, chat: int, message: int) -> int | None:
        """Keep the number of a chat's newest board; return that of the one before."""
        before = await self._rows("SELECT message FROM boards WHERE chat = ?", chat)
        await self._database.execute("INSERT OR REPLACE INTO boards VALUES (?, ?)", (chat, message))
        return before[0][0] if before else None

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return [*await self._database.execute_fetchall(query, values)]


@asynccontextmanager
async def opened_desk(told: dict[str, Any]) -> AsyncIterator[Desk]:
    """Open what a benchmark has told of: its people and its deliveries are there."""
    async with aiosqlite.connect(told["database"], isolation_level=None) as database:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.executescript(_TABLES)
        people = [(person, "Somebody") for person in told["people"]]
        await database.executemany("INSERT INTO people (id, name) VALUES (?, ?)", people)
        deliveries = [
            (1001 + number, f"Customer {number}", f"{number} Marina Road", "pending")
            for number in range(told["deliveries"])
        ]
        await database.executemany("INSERT INTO deliveries VALUES (?, ?, ?, ?)", deliveries)
        yield Desk(database)
