"""The service as one object: built from settings, started, served, stopped."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from starlette.types import ASGIApp

from bot.base.clock import Clock, SystemClock
from bot.base.database import Database
from bot.base.http_server import Server
from bot.service import rules
from bot.service.api.site import site
from bot.service.environment import Environment, environments_of
from bot.service.settings import ServiceSettings
from bot.service.sms import SmsSender
from bot.service.store.schema import SCHEMA
from bot.service.store.tables import texts, webhooks
from bot.service.text_outbox import TextOutbox
from bot.service.vault import HashingVault
from bot.service.webhooks import WebhookOutbox, webhook_client
from bot.service.worker import Outbox, OutboxWorker


class FleetService:
    """A delivery fleet service for both environments.

    `asgi` is the app to serve, once `start` has returned. `public_url` is the origin that links in
    answers begin with; it may be set when the port becomes known. One process serves a database;
    others may operate it.
    """

    def __init__(
        self, settings: ServiceSettings, *, sms: SmsSender, clock: Clock | None = None
    ) -> None:
        clock, vault = clock or SystemClock(), HashingVault(settings.secret)
        self._database = Database(
            settings.database_url, SCHEMA, vault, clock, settings.database_connections
        )
        self._environments = environments_of(settings, self._database, vault, clock)
        self.public_url = settings.public_url
        self._client = webhook_client(settings.webhook_ca_file)
        attempts = settings.webhook_attempts
        outboxes: Mapping[str, Outbox] = {
            webhooks.name: WebhookOutbox(
                self._database, self._environments, self._client, attempts
            ),
            texts.name: TextOutbox(self._database, vault, sms, list(self._environments)),
        }
        signals = self._database.signals
        self._workers = [
            OutboxWorker(name, outbox, signals[name], clock, at_once=rules.SENDS_AT_ONCE)
            for name, outbox in outboxes.items()
        ]
        self.asgi: ASGIApp = site(list(self._environments.values()), lambda: self.public_url)

    async def start(self) -> None:
        """Bring the database up to date and go on with what waits to be sent."""
        await self._database.open()
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """Stop sending and close everything; what was under way is sent after the next start."""
        for worker in self._workers:
            await worker.stop()
        await self._client.aclose()
        await self._database.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def environment(self, name: str) -> Environment:
        return self._environments[name]

    async def idle(self) -> None:
        """Return when no webhook and no text is due now; attempts of a later time do not count."""
        while True:
            for worker in self._workers:
                await worker.idle()
            if all(worker.is_idle for worker in self._workers):
                return


def make_server(
    app: ASGIApp,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    certfile: Path | None = None,
    keyfile: Path | None = None,
) -> Server:
    """Make a server for the service, or for what stands in front of it, with its own deadlines."""
    return Server(
        app,
        host=host,
        port=port,
        certfile=certfile,
        keyfile=keyfile,
        header_deadline=rules.HEADER_DEADLINE.total_seconds(),
        body_deadline=rules.BODY_DEADLINE.total_seconds(),
    )
