"""The service as one object: built from settings, started, served, stopped."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import Self

from starlette.types import ASGIApp

from bot.base.clock import Clock, SystemClock
from bot.base.http.server import Server
from bot.base.loops import keep_going
from bot.base.queue.heartbeat import Heartbeat
from bot.base.queue.time_watch import TimeWatch
from bot.base.queue.worker import RetryPolicy, Worker
from bot.base.run_log import logged_run
from bot.service.api.receipts import receipt_routes
from bot.service.api.site import site
from bot.service.environment import Environment, database_of, environments_of
from bot.service.housekeeping import keep_house
from bot.service.key_file import ensure_key
from bot.service.mail import MailCarrier, NoMail
from bot.service.mails import mail_sender
from bot.service.metrics import ServiceMetrics
from bot.service.pages.booking.booking_pages import booking_pages
from bot.service.pages.join import join_pages
from bot.service.pages.operator.site import operator_site
from bot.service.pages.rendering import ASSET_ROUTES
from bot.service.rules.account import LOOK_AGAIN, SENDS_AT_ONCE
from bot.service.rules.requests import BODY_DEADLINE, HEADER_DEADLINE
from bot.service.second_factor import Passwords
from bot.service.settings import ServiceSettings
from bot.service.sms import SmsSender
from bot.service.store.outbox import Outgoing
from bot.service.store.webhook_rows import release_webhooks
from bot.service.texts import TextSender
from bot.service.vault import HashingVault
from bot.service.webhooks import WebhookPoster, webhook_client

# For faults of this service itself: failures of receivers and carriers have their own pauses.
_RETRIES = RetryPolicy(5, tuple(timedelta(seconds=seconds) for seconds in (0.5, 2, 10, 60)))


class FleetService:
    """A delivery fleet service for both environments.

    `asgi` is the app to serve, once `start` has returned. `public_url` is the origin of the links
    in answers; it may be set when the port becomes known. Any number of processes can serve one
    PostgreSQL database, but only one a SQLite file; other processes may operate either.
    """

    def __init__(
        self,
        settings: ServiceSettings,
        *,
        sms: SmsSender,
        mail: MailCarrier | None = None,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        clock, vault = clock or SystemClock(), HashingVault(settings.secret)
        self._vault = vault
        self._database = database = database_of(settings, clock)
        self._environments = environments_of(settings, database, vault)
        self.public_url = settings.public_url
        self._retention = settings.retention
        self._client = webhook_client(settings.webhook_ca_file, settings.webhook_reach)
        metrics = ServiceMetrics()
        self.metrics = metrics
        attempts = settings.webhook_attempts
        poster = WebhookPoster(database, vault, self._client, attempts, metrics)
        name = settings.organization.name
        carrier = mail or NoMail()
        mailing = mail_sender(database, vault, carrier, name, lambda: self.public_url, metrics)
        texting = TextSender(database, vault, sms, metrics)
        make_worker = partial(
            Worker,
            database,
            database.clock,
            patience=_RETRIES,
            concurrency=SENDS_AT_ONCE,
            look_again=LOOK_AGAIN,
        )
        self._workers = [
            make_worker(Outgoing.WEBHOOK, poster.send, on_dead_letter=poster.give_up),
            make_worker(Outgoing.TEXT, texting.send, on_dead_letter=texting.give_up),
            make_worker(Outgoing.MAIL, mailing.send, on_dead_letter=mailing.give_up),
        ]
        self._running: list[asyncio.Task[None]] = []
        self._cleanup = AsyncExitStack()
        environments = list(self._environments.values())
        pages = [
            *ASSET_ROUTES,
            operator_site(self._environments, lambda: self.public_url, passwords or Passwords()),
            *join_pages(environments, lambda: self.public_url),
            *booking_pages(environments, lambda: self.public_url),
            *receipt_routes(environments, settings.receipts),
        ]
        self.asgi: ASGIApp = site(
            environments, lambda: self.public_url, metrics, pages, settings.metrics_token
        )

    async def start(self) -> None:
        """Bring the database up to date and go on sending waiting messages.

        Raises:
            SealBroken: the database was begun with another key file; nothing in it was touched.
        """
        async with AsyncExitStack() as stack:
            await self._database.open()
            stack.push_async_callback(self._database.close)
            await ensure_key(self._database, self._vault)
            watch = await stack.enter_async_context(TimeWatch(self._database))
            heartbeat = await stack.enter_async_context(Heartbeat(self._database))
            # A URL or a key may have been set while no process of the service ran.
            for environment in self._environments:
                await self._database.write(release_webhooks, environment)
            # Up to here the stack closes what was opened if the start fails.
            self._cleanup = stack.pop_all()
        loops = [heartbeat.run, watch.run, *(worker.run for worker in self._workers)]
        loops.append(partial(keep_house, self._database, self._retention))
        clock = self._database.clock
        self._running = [asyncio.create_task(keep_going(clock, loop)) for loop in loops]

    async def stop(self) -> None:
        """Stop sending and close everything; unsent messages are sent after the next start."""
        for task in self._running:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._running = []
        await self._client.aclose()
        await self._cleanup.aclose()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def environment(self, name: str) -> Environment:
        return self._environments[name]

    async def until_its_file_is_lost(self) -> None:
        """Wait, as `Database` does, until the file of the database is lost.

        Raises:
            DatabaseUnusable: the database's file was removed, or replaced.
        """
        await self._database.until_its_file_is_lost()

    def logged(self, **settings: object) -> AbstractAsyncContextManager[None]:
        """Log the settings at the start, and how it ended at the end of the block."""
        return logged_run(self._database, **settings)

    async def idle(self) -> None:
        """Return when nothing is due to be sent now; attempts due later do not count."""
        for worker in self._workers:
            worker.look_soon()
        while self._running:
            for worker in self._workers:
                await worker.at_rest()
            if all(worker.is_idle for worker in self._workers):
                return


make_server = partial(
    Server,
    header_deadline=HEADER_DEADLINE.total_seconds(),
    body_deadline=BODY_DEADLINE.total_seconds(),
)
"""Makes a server, with its own deadlines, for the service or for an app in front of it."""
