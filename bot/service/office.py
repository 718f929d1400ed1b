"""What every operation works with, and the one transaction that it works in."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.base.clock import Clock
from bot.base.database import Database, Transaction
from bot.service.account import WebhookSettings
from bot.service.errors import NotFoundError
from bot.service.keys import Keyring
from bot.service.records import Delivery
from bot.service.responses.webhook_payload import webhook_body
from bot.service.settings import OrganizationSettings, ServiceSettings
from bot.service.store.deliveries import find_deliveries
from bot.service.store.outgoing import add_outgoing, drop_texts
from bot.service.store.records import Values
from bot.service.store.tables import texts, webhooks
from bot.service.store.webhook_settings import find_webhook_settings
from bot.service.vault import HashingVault
from bot.service.vocabulary import Event


@dataclass(frozen=True, slots=True)
class Office:
    """One environment, with everything that its operations need."""

    environment: str
    settings: ServiceSettings
    database: Database
    vault: HashingVault
    keyring: Keyring
    clock: Clock

    @property
    def business(self) -> OrganizationSettings:
        """The business that the account belongs to."""
        return self.settings.organization

    @asynccontextmanager
    async def change(self) -> AsyncIterator["Change"]:
        """Run one write transaction; what it wants sent is on its way once it is committed."""
        async with self.database.write() as tx:
            yield Change(self, tx, await find_webhook_settings(tx.connection, self.environment))

    @asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """Run one read transaction."""
        async with self.database.read() as tx:
            yield tx.connection


@dataclass(frozen=True, slots=True)
class Change:
    """A write transaction, the moment it happens at, and what it tells the world."""

    office: Office
    tx: Transaction
    webhook: WebhookSettings

    @property
    def connection(self) -> AsyncConnection:
        """The transaction's connection."""
        return self.tx.connection

    @property
    def now(self) -> datetime:
        """When it happens."""
        return self.tx.now

    @property
    def environment(self) -> str:
        """The environment's name."""
        return self.office.environment

    async def delivery(self, uuid: str) -> Delivery:
        """Return a delivery to change, kept from other writers, or raise `NotFoundError`."""
        found = await find_deliveries(self.connection, self.environment, [uuid], for_change=True)
        if uuid not in found:
            raise NotFoundError
        return found[uuid]

    async def reread(self, uuid: str) -> Delivery:
        """Return a delivery as this transaction has left it."""
        return (await find_deliveries(self.connection, self.environment, [uuid]))[uuid]

    def calling_off(self, note: str) -> Values:
        """Return the columns by which a delivery remembers why it is over, and by whom."""
        name = self.office.settings.organization.name
        return {"cancellation_reason": note or None, "cancelled_by": name}

    async def announce(self, delivery: Delivery, events: Sequence[Event]) -> None:
        """Store a webhook for each event that the account wants; the body is built once, here."""
        shape = self.office.settings.payload_shape
        for event in filter(self.webhook.wants, events):
            body = webhook_body(event, delivery, self.now, shape)
            row = {"event": event, "body": body, "lane": delivery.uuid}
            await self._send(webhooks, delivery, row)

    async def text(self, delivery: Delivery, about: str, phone: str, text: str) -> None:
        """Store a text message, sealed until it is sent."""
        sealed = self.office.vault.seal(text.encode(), delivery.uuid)
        row = {"about": about, "phone": phone, "sealed": sealed, "lane": phone}
        await self._send(texts, delivery, row)

    async def drop_texts(self, delivery: Delivery, about: str) -> None:
        """Wipe what waits to be told about this and no longer holds."""
        await drop_texts(self.connection, delivery.uuid, about, self.now)

    async def _send(self, table: Table, delivery: Delivery, row: Values) -> None:
        about = {"environment": self.environment, "delivery_uuid": delivery.uuid}
        await add_outgoing(self.connection, table, {**row, **about}, self.now)
        self.tx.wakes.add(table.name)
