"""Two endpoints of a fleet service as FastAPI's manual would have them: one table, no more.

What it answers has the shape of ours, with the values that were sent to it. Deliveries that are
created at the same time share a commit, as they do in ours.
"""

import asyncio
import json
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import aiosqlite
import uvloop
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, create_model

from tests.benchmarks.references.serving import serve, settings


class Item(BaseModel):
    item_description: str
    item_quantity: int
    item_value: int


class Receiver(BaseModel):
    customer_name: str
    customer_address: str
    customer_phone_number: str
    customer_phone_code: str
    items: list[Item]


class NewDelivery(BaseModel):
    creation_date: date
    delivery_fee: int
    sender_name: str
    sender_address: str
    sender_email: str
    sender_phone: str
    sender_phonecode: str
    receivers: list[Receiver]


_TABLE = """
CREATE TABLE deliveries (
    uuid TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, created_at TEXT NOT NULL,
    fee INTEGER NOT NULL, sender TEXT NOT NULL, receiver TEXT NOT NULL, items TEXT NOT NULL
)
"""
_CREATE = """
INSERT INTO deliveries
VALUES (?, (SELECT coalesce(max(number), 1000) + 1 FROM deliveries), ?, ?, ?, ?, ?) RETURNING *
"""

Row = tuple[Any, ...]


class Writer:
    """Writes deliveries; those that come while a commit is under way share the next one."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        self._database = database
        self._waiting: list[tuple[Row, asyncio.Future[Row]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def create(self, row: Row) -> Row:
        kept: asyncio.Future[Row] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, kept))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await kept

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            await self._database.execute("BEGIN IMMEDIATE")
            rows = [await self._insert(row) for row, _ in batch]
            await self._database.commit()
            for (_, kept), row in zip(batch, rows, strict=True):
                kept.set_result(row)

    async def _insert(self, row: Row) -> Row:
        (kept,) = await self._database.execute_fetchall(_CREATE, row)
        return tuple(kept)


def model_of(name: str, sample: dict[str, Any]) -> type[BaseModel]:
    """Make the model of what looks like a sample."""
    fields: Any = {key: (_type_of(key, each), ...) for key, each in sample.items()}
    made: type[BaseModel] = create_model(name, **fields)
    return made


def _type_of(name: str, sample: Any) -> Any:
    if isinstance(sample, dict):
        return model_of(name, sample)
    if isinstance(sample, list):
        return list[_type_of(name, sample[0])]  # type: ignore[misc]
    return str | None if sample is None else type(sample)


def make_app(database: aiosqlite.Connection, told: dict[str, Any]) -> FastAPI:
    app, writer = FastAPI(), Writer(database)
    created, got = model_of("Created", told["created"]), model_of("Got", told["got"])

    def check(key: str) -> None:
        if key != told["api_key"]:
            raise HTTPException(401)

    @app.post("/deliveries/create", response_model=created)
    async def create(new: NewDelivery, x_api_key: str = Header()) -> dict[str, Any]:
        check(x_api_key)
        uuid, now = str(uuid4()), datetime.now(UTC).isoformat()
        (receiver,) = new.receivers
        fields = new.model_dump(mode="json")
        row = (
            *(uuid, now, new.delivery_fee),
            json.dumps({name: fields[name] for name in fields if name.startswith("sender_")}),
            receiver.model_dump_json(exclude={"items"}),
            json.dumps([item.model_dump() for item in receiver.items]),
        )
        kept = await writer.create(row)
        return {**told["created"], "data": _answer(told["created"]["data"], kept)}

    @app.get("/deliveries/get/{uuid}", response_model=got)
    async def get(uuid: str, x_api_key: str = Header()) -> dict[str, Any]:
        check(x_api_key)
        cursor = await database.execute("SELECT * FROM deliveries WHERE uuid = ?", (uuid,))
        row = await cursor.fetchone()
        if row is None:
            raise HTTPException(422)
        return {**told["got"], "data": _answer(told["got"]["data"], row)}

    return app


def _answer(sample: dict[str, Any], row: Any) -> dict[str, Any]:
    uuid, number, created_at, fee, sender, receiver, items = row
    return {
        **sample,
        "uuid": uuid,
        "order_number": str(number),
        "created_at": created_at,
        "delivery_fee": type(sample["delivery_fee"])(fee),
        "sender_detail": {**sample["sender_detail"], **json.loads(sender)},
        "customer_detail": {**sample["customer_detail"], **json.loads(receiver)},
        "items": [
            {**sample["items"][0], **item, "item_value": str(item["item_value"])}
            for item in json.loads(items)
        ],
    }


async def main() -> None:
    told = settings()
    async with aiosqlite.connect(told["database"], isolation_level=None) as database:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute(_TABLE)
        await serve(make_app(database, told), told)


if __name__ == "__main__":
    uvloop.run(main())
