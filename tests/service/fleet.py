"""A fleet service to test, and what tests ask of it again and again."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import Connection

from bot.base.database.database import Database
from bot.service.app import FleetService
from bot.service.environment import Environment, operated
from bot.service.operations.enrolment import register_rider
from bot.service.operations.keys import set_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.second_factor import Passwords
from bot.service.settings import BookingSettings, OrganizationSettings, ServiceSettings
from bot.service.sms import OutboxSms, SmsError
from bot.service.store.schema import SCHEMA
from bot.service.store.tables import metadata
from bot.service.vault import QUEUE_VAULT
from tests.support.clock import ManualClock

KEY = "dev-key-0f3b"
PRODUCTION_KEY = "prod-key-77aa"
KEYS = {"development": KEY, "production": PRODUCTION_KEY}
DATABASE = "fleet.db"
SECRET = bytes(range(32))
QUICK_PASSWORDS = Passwords(PasswordHasher.from_parameters(CHEAPEST))
on_both = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
"""On SQLite and on PostgreSQL."""
SENDER_PHONE = "+2348031112222"
RECEIVER_PHONE = "+2348054445555"

ALL_DELIVERIES = {
    "paginate": "1",
    "per_page": "",
    "filter": "",
    "start_date": "",
    "end_date": "",
    "delivery_status": "",
    "rider_id": "",
}
ALL_RIDERS = {
    "paginate": "1",
    "per_page": "",
    "active": "",
    "get_ongoing_deliveries": "",
    "pending_invites": "",
}


def number_of(email: str) -> str:
    """Return the phone number of the rider with this address: no two have the same."""
    if email == "musa@example.com":
        return "08067778888"
    return f"0806{crc32(email.encode()) % 10**7:07}"


def receiver(**changes: Any) -> dict[str, Any]:
    return {
        "customer_name": "Bola Ade",
        "customer_address": "4 Marina Road",
        "customer_phone_number": "08054445555",
        "customer_phone_code": "234",
        "item_type": "manual",
        "items": [{"item_description": "Shoes", "item_quantity": 2, "item_value": 7500}],
    } | changes


def order(**changes: Any) -> dict[str, Any]:
    return {
        "creation_date": "2026-03-02",
        "delivery_fee": 1500,
        "iam_sender": True,
        "riderid": "",
        "send_sms": False,
        "sender_name": "Ada Stores",
        "sender_address": "1 Broad Street",
        "sender_email": "ada@example.com",
        "sender_phone": "08031112222",
        "sender_phonecode": "234",
        "receivers": [receiver()],
    } | changes


def restated(delivery: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The update that changes nothing about a delivery as it was got, but for `changes`."""
    sender = delivery["sender_detail"]
    fields = ("name", "address", "email", "phone", "phonecode")
    return {
        **{f"sender_{field}": sender[f"sender_{field}"] for field in fields},
        "receivers": [restated_receiver(delivery)],
        "delivery_fee": delivery["delivery_fee"],
        "send_sms": "false",
    } | changes


def restated_receiver(delivery: dict[str, Any], **changes: Any) -> dict[str, Any]:
    person = delivery["customer_detail"] or {}
    fields = ("name", "phone_number", "phone_code", "email")
    return {
        **{f"customer_{field}": person.get(f"customer_{field}") for field in fields},
        "customer_address": [person.get("customer_address", "")],
        "customer_detail_id": person.get("uuid"),
        "items": [restated_item(item) for item in delivery["items"]],
    } | changes


def restated_item(item: dict[str, Any], **changes: Any) -> dict[str, Any]:
    fields = ("description", "quantity", "value")
    same = {f"item_{field}": item[f"item_{field}"] for field in fields}
    return {"item_uuid": item["uuid"]} | same | changes


class Fleet:
    """The service over HTTP, with the phones and the clock in the test's hand."""

    def __init__(
        self, service: FleetService, http: httpx.AsyncClient, sms: OutboxSms, clock: ManualClock
    ) -> None:
        self.service = service
        self.http = http
        self.sms = sms
        self.clock = clock

    @property
    def development(self) -> Environment:
        return self.service.environment("development")

    async def get(self, path: str, **query: str) -> Any:
        return _data(await self.http.get(path, params=query))

    async def post(self, path: str, body: Any) -> Any:
        return _data(await self.http.post(path, json=body))

    async def deliveries(self, **query: str) -> Any:
        return (await self.get("/deliveries", **(ALL_DELIVERIES | query)))["deliveries"]

    async def numbers(self, **query: str) -> list[str]:
        return [found["order_number"] for found in (await self.deliveries(**query))["data"]]

    async def riders(self, **query: str) -> Any:
        return await self.get("/riders", **(ALL_RIDERS | query))

    async def create(self, **changes: Any) -> Any:
        return await self.post("/deliveries/create", order(**changes))

    async def rider(self, email: str = "musa@example.com", name: str = "Musa Bello") -> str:
        return await register_rider(
            self.development,
            name=name,
            phone_code="234",
            phone_number=number_of(email),
            email=email,
        )

    async def invite(self, commission: int = 10) -> str:
        """Invite a rider, who has not joined yet, and return their uuid."""
        body = {
            "rider_emails": ["new@example.com"],
            "commission_value": commission,
            "commission_type": "commission",
        }
        return (await self.post("/riders/create", body))["uuid"]

    async def assign(self, rider: str, *deliveries: str) -> Any:
        return await self.post(f"/deliveries/assign/{rider}", {"delivery_uuid": deliveries})

    async def move(self, uuid: str, status: str, **fields: str) -> Any:
        body = {"delivery_uuid": uuid, "status": status} | fields
        return await self.post("/deliveries/update_status", body)

    async def delivery(self, uuid: str) -> Any:
        return await self.get(f"/deliveries/get/{uuid}")

    async def update(self, uuid: str, **changes: Any) -> Any:
        body = restated(await self.delivery(uuid), **changes)
        return await self.post(f"/deliveries/update/{uuid}", body)

    async def texts_to(self, phone: str) -> list[str]:
        await self.service.idle()
        return [sms.text for sms in self.sms.messages if sms.phone == phone]

    async def code(self, phone: str) -> str:
        """The newest code that was texted to a phone."""
        codes = re.findall(r"code: (\d+)", "\n".join(await self.texts_to(phone)))
        return codes[-1]

    async def at(self, state: str, **order: Any) -> str:
        """A delivery in a state, by its uuid."""
        uuid = (await self.create(**order))["uuid"]
        if state == "Cancelled":
            await self.service.idle()  # texts that wait would be withdrawn
            await self.move(uuid, "cancelled")
            return uuid
        steps = ["Pending", "Awaiting Pickup", "Order Accepted", "In Transit", "Delivered"]
        for step in steps[1 : steps.index(state) + 1]:
            await self._step(uuid, step)
        return uuid

    async def _step(self, uuid: str, state: str) -> None:
        if state == "Awaiting Pickup":
            riders = (await self.riders(active="1"))["riders"]["data"]
            await self.assign(riders[0]["uuid"] if riders else await self.rider(), uuid)
        elif state == "Order Accepted":
            await self.move(uuid, "accepted")
        elif state == "In Transit":
            await self.move(uuid, "in_transit", pickup_otp=await self.code(SENDER_PHONE))
        else:
            await self.move(uuid, "delivered", dropoff_otp=await self.code(RECEIVER_PHONE))


def sqlite_url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def differences_of_tables(connection: Connection) -> list[object]:
    """Compare a database's tables with those that the service declares."""
    return compare_metadata(MigrationContext.configure(connection), metadata)


def carrier_is_down(_sms: object) -> None:
    raise SmsError("the carrier is down")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Open a database next to the service, as its commands do."""
    database = Database(url, SCHEMA, QUEUE_VAULT, ManualClock())
    await database.open()
    yield database
    await database.close()


async def migrate(file: Path) -> None:
    """Make the tables of a new database."""
    async with opened(sqlite_url(file)):
        pass


BOOKINGS = {
    "development": BookingSettings("handover-couriers-dev", open=True),
    "production": BookingSettings("handover-couriers", open=True),
}


def settings_at(folder: Path, certificates: Path, **changes: Any) -> ServiceSettings:
    defaults = {
        "database_url": sqlite_url(folder / DATABASE),
        "secret": SECRET,
        "webhook_ca_file": certificates / "ca.pem",
        "organization": OrganizationSettings(bookings=BOOKINGS),
    }
    return ServiceSettings(**defaults | changes)


@asynccontextmanager
async def running(
    settings: ServiceSettings,
    clock: ManualClock,
    *,
    url: str = "",
    environment: str = "development",
) -> AsyncIterator[Fleet]:
    """Start the service; with `url` its webhooks go there from the start."""
    sms = OutboxSms()
    service = FleetService(settings, sms=sms, clock=clock, passwords=QUICK_PASSWORDS)
    service.public_url = "https://fleet.example"
    await service.start()
    for name, key in KEYS.items():
        await set_key(service.environment(name), key)
    if url:
        await set_webhook(service.environment(environment), url)
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(service.asgi, raise_app_exceptions=False),
        base_url=f"https://fleet.example/{environment}/api/v1",
        headers={"x-api-key": KEYS[environment]},
    )
    try:
        async with http:
            yield Fleet(service, http, sms, clock)
    finally:
        await service.stop()


async def adopt(settings: ServiceSettings, clock: ManualClock) -> None:
    """Let a database go on with the secret of these settings, as where its key file is lost."""
    async with operated(settings, clock=clock, adopting=True):
        pass


def _data(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["status"] == "success"
    return body["data"]
