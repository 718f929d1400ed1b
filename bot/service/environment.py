"""The environment of every operation, and the one transaction that it works in.

An operator works on the same database as the service, whether that runs here, elsewhere or not at
all. A process that runs the service sends the messages and webhooks of an operation.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

from bot.base.clock import Clock, SystemClock
from bot.base.database.database import Database, Remembered
from bot.base.database.transaction import Transaction
from bot.base.file_reader import FileReader
from bot.service.account import Account, WebhookSettings
from bot.service.errors import NotFoundError
from bot.service.key_file import adopt_key, ensure_key
from bot.service.keyring import Keyring
from bot.service.records import Delivery, Rider
from bot.service.responses.webhook_payload import webhook_body
from bot.service.settings import (
    ENVIRONMENTS,
    BookingSettings,
    OrganizationSettings,
    ServiceSettings,
)
from bot.service.store.account_rows import find_accounts, find_webhook_settings
from bot.service.store.audit_rows import Actor, add_entry
from bot.service.store.delivery_rows import change_delivery, find_deliveries
from bot.service.store.schema import SCHEMA
from bot.service.store.tables import Values
from bot.service.store.text_rows import add_text, drop_texts
from bot.service.store.webhook_rows import add_webhook
from bot.service.vault import QUEUE_VAULT, HashingVault
from bot.service.vocabulary import Event
from bot.service.words import Wording

_LINK_CODE_LENGTH = 20
"""Hexadecimal digits: 80 bits."""

_NEXT_MOMENT = timedelta(microseconds=1)
"""Times are told to the microsecond (contract: Resources)."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Environment:
    name: str
    settings: ServiceSettings
    database: Database
    accounts: Remembered[Mapping[str, Account]]
    vault: HashingVault
    keyring: Keyring
    clock: Clock
    reader: FileReader
    actor: Actor | None = None
    """The actor, for the audit log; None for calls of the API."""

    @property
    def business(self) -> OrganizationSettings:
        return self.settings.organization

    @property
    def booking(self) -> BookingSettings | None:
        """The booking link, if there is one. Without a code in the settings, its code is derived
        from the key file, so that nobody can guess it.
        """
        booking = self.business.bookings.get(self.name)
        if booking is None or booking.link_code:
            return booking
        code = self.vault.digest(self.name, context="booking links").hex()
        return replace(booking, link_code=code[:_LINK_CODE_LENGTH])

    @property
    def today(self) -> tuple[date, ZoneInfo]:
        """The present day in the business's time zone, and the zone."""
        return self.business.today(self.clock.now()), self.business.time_zone

    @property
    def wording(self) -> Wording:
        settings = self.settings
        return Wording(settings.language, self.business.phone_code, settings.bot_username)

    async def write(
        self, decide: Callable[Concatenate["UnitOfWork", P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run one write transaction; its messages and webhooks are on their way once it commits.

        If there is an actor, the audit log gets the deed, in the operation's words or by its name.
        """

        accounts = self.accounts.kept()

        def begin(tx: Transaction) -> T:
            work = UnitOfWork(self, tx, accounts)
            outcome = decide(work, *args, **kwargs)
            if self.actor is not None:
                own_name = decide.__name__.strip("_").replace("_", " ")
                for deed, about in work.deeds or [(own_name, "")]:
                    add_entry(tx, self.actor, deed, about, self.name)
            return outcome

        return await self.database.write(begin)


@dataclass(frozen=True)
class UnitOfWork:
    """A write transaction, its time, and the messages that it sends out.

    `known` are the present accounts, if they are remembered.
    """

    environment: Environment
    tx: Transaction
    known: Mapping[str, Account] | None = None
    deeds: list[tuple[str, str]] = field(default_factory=list)

    def did(self, deed: str, about: str = "") -> None:
        """Set the deed for the audit log, and the number that it is about: it names nobody else."""
        self.deeds.append((deed, about))

    @cached_property
    def webhook(self) -> WebhookSettings:
        if self.known is None:
            return find_webhook_settings(self.tx, self.environment.name)
        return self.known[self.environment.name].webhooks

    @property
    def now(self) -> datetime:
        return self.tx.now

    def delivery(self, uuid: str) -> Delivery:
        """Return a delivery to change, locked for other writers, or raise `NotFoundError`."""
        deliveries = find_deliveries(self.tx, self.environment.name, [uuid], for_change=True)
        if uuid not in deliveries:
            raise NotFoundError
        return deliveries[uuid]

    def reread(self, uuid: str) -> Delivery:
        """Return a delivery as this transaction has left it."""
        return find_deliveries(self.tx, self.environment.name, [uuid])[uuid]

    def change(
        self, delivery: Delivery, columns: Mapping[str, Any], rider: Rider | None = None
    ) -> Delivery:
        """Set columns of a delivery that are also its fields, and its rider if one is given.

        Return the changed delivery, without a second query.
        """
        # By this time receivers of webhooks know which state of a delivery is older.
        columns = {"updated_at": self.after(delivery), **columns}
        assignment = {} if rider is None else {"rider_uuid": rider.uuid}
        change_delivery(self.tx, delivery.uuid, **columns, **assignment)
        return replace(delivery, rider=rider or delivery.rider, **columns)

    def after(self, delivery: Delivery) -> datetime:
        """Return the time of a change to a delivery: later than the last, whatever the clock."""
        return max(self.now, delivery.updated_at + _NEXT_MOMENT)

    def calling_off(self, note: str) -> Values:
        """Return the columns that store why a delivery was called off, and by whom."""
        name = self.environment.business.name
        return {"cancellation_reason": note or None, "cancelled_by": name}

    def announce(self, delivery: Delivery, events: Sequence[Event]) -> None:
        """Store a webhook for each event that the account wants; the body is built once, here."""
        shape = self.environment.settings.payload_shape
        for event in events:
            if self.webhook.wants(event):
                body = webhook_body(event, delivery, self.now, shape)
                add_webhook(self.tx, self.environment.name, delivery.uuid, event, body)

    def text(
        self,
        uuid: str,
        about: str,
        phone: str,
        text: str,
        due_at: datetime | None = None,
    ) -> None:
        """Queue a text to a phone about a delivery, by its uuid, which may not exist yet."""
        row = {
            "environment": self.environment.name,
            "delivery_uuid": uuid,
            "about": about,
            "sealed": self.environment.vault.seal(text.encode(), uuid),
        }
        add_text(self.tx, phone, row, due_at)

    def drop_texts(self, delivery: Delivery, *about: str) -> list[int]:
        """Wipe the waiting texts about these things; return how often each was tried."""
        return drop_texts(self.tx, delivery.uuid, about)


def operation(
    decide: Callable[Concatenate[UnitOfWork, P], T],
) -> Callable[Concatenate[Environment, P], Coroutine[Any, Any, T]]:
    """Turn a function of one transaction into an operation on an environment."""

    @wraps(decide)
    async def carry_out(environment: Environment, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await environment.write(decide, *args, **kwargs)

    return carry_out


def lookup(
    look: Callable[Concatenate[Transaction, str, P], T],
) -> Callable[Concatenate[Environment, P], Coroutine[Any, Any, T]]:
    """Turn a function that reads by an environment's name into a lookup in an environment."""

    @wraps(look)
    async def find(environment: Environment, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await environment.database.read(look, environment.name, *args, **kwargs)

    return find


def environments_of(
    settings: ServiceSettings, database: Database, vault: HashingVault
) -> Mapping[str, Environment]:
    # One query reads the accounts of all environments, so they are remembered together.
    accounts, reader = Remembered(database, find_accounts), FileReader()
    return {
        name: Environment(
            name=name,
            settings=settings,
            database=database,
            accounts=accounts,
            vault=vault,
            keyring=Keyring(accounts, vault, database.clock),
            clock=database.clock,
            reader=reader,
        )
        for name in ENVIRONMENTS
    }


def database_of(settings: ServiceSettings, clock: Clock) -> Database:
    connections = settings.database_connections
    return Database(settings.database_url, SCHEMA, QUEUE_VAULT, clock, connections)


@asynccontextmanager
async def operated(
    settings: ServiceSettings, *, clock: Clock | None = None, adopting: bool = False
) -> AsyncIterator[Mapping[str, Environment]]:
    """Open the database, brought up to date, for an operator of the environments.

    With `adopting` the database takes over the key file of the settings, whatever it had before.

    Raises:
        SealBroken: it was begun with another key file.
    """
    clock, vault = clock or SystemClock(), HashingVault(settings.secret)
    database = database_of(settings, clock)
    await database.open()
    try:
        if adopting:
            await adopt_key(database, vault)
        await ensure_key(database, vault)
        yield environments_of(settings, database, vault)
    finally:
        await database.close()
