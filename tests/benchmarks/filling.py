"""A database as a business leaves it after years: nearly everything is over, some is under way."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import Table, insert

from bot.base.database.database import Database
from bot.base.database.prepared import Change, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import counters, deliveries, finished, items, riders, webhooks
from bot.service.vocabulary import CreationMode, State

ENVIRONMENT = "development"
NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
RIDERS = 20
OPEN_ONES = 80
PER_DAY = 200
BATCH = 1000
_OPEN = (State.PENDING, State.AWAITING_PICKUP, State.ORDER_ACCEPTED, State.IN_TRANSIT)
_OVER = (State.DELIVERED,) * 9 + (State.CANCELLED,)


class Filler:
    """Rows for so many deliveries, the newest last; the same ones for the same number."""

    def __init__(self, count: int) -> None:
        self._random = random.Random(7)
        self._count = count
        self.riders = [self._uuid() for _ in range(RIDERS)]
        self.finished: Counter[tuple[str, State]] = Counter()
        self.fees: Counter[tuple[str, State]] = Counter()
        self.a_delivery = ""

    async def fill(self, database: Database) -> None:
        """Write everything through the service's own tables."""
        await database.write(_insert, (riders, [*self._riders()]))
        for start in range(0, self._count, BATCH):
            numbers = range(start, min(start + BATCH, self._count))
            rows = [self._delivery(number) for number in numbers]
            await database.write(
                _insert,
                (deliveries, rows),
                (items, [self._item(row) for row in rows]),
                (webhooks, [self._webhook(row) for row in rows]),
            )
        numbered = {"orders": 1000 + self._count, "riders": RIDERS}
        given = [
            {"environment": ENVIRONMENT, "name": name, "value": value}
            for name, value in numbered.items()
        ]
        await database.write(_insert, (finished, [*self._finished()]), (counters, given))

    def _uuid(self) -> str:
        return str(UUID(int=self._random.getrandbits(128), version=4))

    def _riders(self) -> Iterator[dict[str, Any]]:
        for number, uuid in enumerate(self.riders, start=1):
            yield {
                "uuid": uuid,
                "environment": ENVIRONMENT,
                "number": number,
                "name": f"Rider {number}",
                "address": "",
                "phone_code": "234",
                "phone_number": f"0806777{number:04}",
                "email": f"rider{number}@example.com",
                "vehicle_plate_number": "",
                "active": True,
                "pending_invite": False,
                "created_at": NOW,
            }

    def _delivery(self, place: int) -> dict[str, Any]:
        is_open = place >= self._count - OPEN_ONES
        state = self._random.choice(_OPEN if is_open else _OVER)
        rider = None if state is State.PENDING else self._random.choice(self.riders)
        made = NOW - timedelta(days=(self._count - place) / PER_DAY)
        fee = self._random.randrange(500, 5000)
        uuid = self.a_delivery = self._uuid()
        if not is_open and rider:
            self.finished[rider, state] += 1
            self.fees[rider, state] += fee
        return {
            "uuid": uuid,
            "environment": ENVIRONMENT,
            "number": 1001 + place,
            "state": state,
            "fee": fee,
            "creation_mode": CreationMode.MANUAL,
            "is_paid": False,
            "send_sms": False,
            "business_owned": True,
            "creation_date": made.date(),
            "created_at": made,
            "updated_at": made,
            "assigned_at": made if rider else None,
            "dropoff_at": made + timedelta(hours=1) if state is State.DELIVERED else None,
            "rider_uuid": rider,
            "detail_uuid": self._uuid(),
            "sender_uuid": self._uuid(),
            "sender_name": "Ada Stores",
            "sender_phone_code": "234",
            "sender_phone_number": "08031112222",
            "sender_address": "1 Broad Street",
            "receiver_uuid": self._uuid(),
            "receiver_name": f"Customer {place}",
            "receiver_phone_code": "234",
            "receiver_phone_number": f"0805{place:07}",
            "receiver_address": f"{place} Marina Road",
        }

    def _item(self, delivery: dict[str, Any]) -> dict[str, Any]:
        return {
            "uuid": self._uuid(),
            "delivery_uuid": delivery["uuid"],
            "position": 0,
            "description": "Shoes",
            "quantity": 2,
            "value": 7500,
            "created_at": delivery["created_at"],
        }

    def _webhook(self, delivery: dict[str, Any]) -> dict[str, Any]:
        return {
            "environment": ENVIRONMENT,
            "delivery_uuid": delivery["uuid"],
            "event": "delivery.created",
            "body": b"{}" * 400,
            "state": "done",
            "attempts": 1,
            "due_at": delivery["created_at"],
            "created_at": delivery["created_at"],
            "finished_at": delivery["created_at"],
        }

    def _finished(self) -> Iterator[dict[str, Any]]:
        for (rider, state), count in self.finished.items():
            yield {
                "environment": ENVIRONMENT,
                "rider_uuid": rider,
                "creation_mode": CreationMode.MANUAL,
                "state": state,
                "deliveries": count,
                "fees": self.fees[rider, state],
            }


def _insert(tx: Transaction, *filled: tuple[Table, list[dict[str, Any]]]) -> None:
    for table, rows in filled:
        for row in rows:
            tx.run(_inserting(table, *row), **row)


@cache
def _inserting(table: Table, *columns: str) -> Change:
    return Change(insert(table).values({name: given(name) for name in columns}))
