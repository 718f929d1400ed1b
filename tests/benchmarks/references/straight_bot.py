"""A straight bot for webhooks: python-telegram-bot, and a commit for an arrival and for its effect.

What it has answered with 200 is not lost: it is on the disk before, and what is left there is taken
up at the next start. It has no lanes: what comes second for somebody may be told first.
"""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

import aiosqlite
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot
from telegram.request import HTTPXRequest

from tests.benchmarks.references.serving import serve, settings

_AT_ONCE = 16
"""More at once than this, and the library's own HTTP client is slower."""

_TABLES = """
CREATE TABLE IF NOT EXISTS arrivals (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS cards (
    delivery TEXT PRIMARY KEY, chat INTEGER NOT NULL, message INTEGER NOT NULL, status TEXT NOT NULL
);
"""
_NEWS = {"in_transit": "is on the way: {rider} has it", "delivered": "was delivered by {rider}"}


class StraightBot:
    """Takes webhooks in, and tells customers of them."""

    def __init__(self, database: aiosqlite.Connection, bot: Bot, key: str) -> None:
        self._database = database
        self._bot = bot
        self._key = key.encode()
        self._writing = asyncio.Lock()
        self._waiting: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()

    async def follow(self, delivery: dict[str, Any]) -> None:
        """Send the card of a delivery, which is kept current from then on."""
        sent = await self._bot.send_message(delivery["chat"], _card(delivery["id"], "accepted"))
        row = (delivery["id"], delivery["chat"], sent.message_id, "accepted")
        await self._write(("INSERT INTO cards VALUES (?, ?, ?, ?)", row))

    async def receive(self, request: Request) -> Response:
        body = await request.body()
        proof = hmac.new(self._key, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(proof, request.headers.get("x-service-signature", "")):
            return Response(status_code=401)
        arrival = await self._write(("INSERT INTO arrivals (body) VALUES (?)", (body,)))
        self._waiting.put_nowait((arrival, body))
        return Response()

    async def work(self) -> None:
        while True:
            await self._carry_out(*await self._waiting.get())

    async def take_up(self) -> None:
        async with self._database.execute("SELECT id, body FROM arrivals ORDER BY id") as left:
            async for arrival, body in left:
                self._waiting.put_nowait((arrival, body))

    async def _carry_out(self, arrival: int, body: bytes) -> None:
        data = json.loads(body)["data"]
        delivery, status = data["delivery_id"], data["status"]
        query = "SELECT chat, message FROM cards WHERE delivery = ?"
        async with self._database.execute(query, (delivery,)) as found:
            row = await found.fetchone()
        assert row is not None
        chat, message = row
        news = _NEWS[status].format(rider=data["rider"]["name"])
        await self._bot.send_message(chat, f"Your parcel {news}.", parse_mode="HTML")
        card = _card(delivery, status)
        await self._bot.edit_message_text(card, chat, message, parse_mode="HTML")
        await self._write(
            ("UPDATE cards SET status = ? WHERE delivery = ?", (status, delivery)),
            ("DELETE FROM arrivals WHERE id = ?", (arrival,)),
        )

    async def _write(self, *statements: tuple[str, Sequence[object]]) -> int:
        """Run statements in a transaction of their own; return the number of the last new row."""
        async with self._writing:
            await self._database.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                cursor = await self._database.execute(sql, values)
            await self._database.commit()
            return cursor.lastrowid or 0


def _card(delivery: str, status: str) -> str:
    return f"📦 <b>Delivery {delivery}</b>\n{status.replace('_', ' ')}"


async def main() -> None:
    told = settings()
    request = HTTPXRequest(connection_pool_size=_AT_ONCE)
    async with (
        aiosqlite.connect(told["database"], isolation_level=None) as database,
        Bot(told["token"], base_url=f"{told['api_url']}/bot", request=request) as telegram,
    ):
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.executescript(_TABLES)
        bot = StraightBot(database, telegram, told["api_key"])
        for delivery in told["deliveries"]:
            await bot.follow(delivery)
        await bot.take_up()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(_AT_ONCE):
                tasks.create_task(bot.work())
            app = Starlette(routes=[Route("/events", bot.receive, methods=["POST"])])
            await serve(app, told)


if __name__ == "__main__":
    uvloop.run(main())
