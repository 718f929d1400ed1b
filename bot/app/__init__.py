"""The bot as a whole, the only place that knows all parts: it builds, starts and stops them."""

import asyncio
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import Self
from urllib.parse import urlsplit

from bot.actions.context import BotIdentity, Context
from bot.actions.rider_directory import RiderDirectory
from bot.actions.tracking.handle_event import take_at_once
from bot.app.telegram_side import meet_telegram, receive_updates
from bot.app.work import make_regulars, make_sending_worker, make_workers, together
from bot.base.clock import Clock, SystemClock
from bot.base.database.database import Database
from bot.base.database.key_file import key_of
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.loops import Loop
from bot.base.queue import backlog
from bot.base.queue.heartbeat import Heartbeat
from bot.base.queue.jobs import AtOnce
from bot.base.queue.time_watch import TimeWatch
from bot.base.queue.worker import Worker
from bot.base.run_log import logged_run
from bot.base.vault import Vault
from bot.chat.everyone.help import menu_of
from bot.chat.press_answers import PressAnswers
from bot.chat.reception import Reception
from bot.chat.registry import COMMANDS
from bot.config import Settings
from bot.metrics import Metrics
from bot.parsing.phones import region_of
from bot.recovery.catch_up import CatchingUp
from bot.recovery.run_record import LifeRecord
from bot.store import meta, people, seals
from bot.store.intake import Intake
from bot.store.job_kind import LABELS, JobKind
from bot.store.meta import Owner
from bot.store.schema import SCHEMA
from bot.telegram.acknowledged_updates import taken_until
from bot.telegram.connection import TelegramBot, patiently
from bot.telegram.message_ids import LatestMessages
from bot.telegram.pacing import Pacing
from bot.telegram.saved_message_ids import KeptNumbers
from bot.telegram.sender import NoticeSender
from bot.telegram.sent_log import SentRecord
from bot.web.fleet_webhook import FleetWebhook
from bot.web.parcel_page import ParcelPages
from bot.web.routes import fleet_path, make_app
from bot.web.server import make_server
from bot.web.telegram_webhook import TelegramWebhook
from bot.web.webhook_silence import WebhookSilence
from bot.workers.fleet_connection import make_fleet_client, make_operator_door, recall_learned
from bot.workers.housekeeping import forgetting_sent
from bot.workers.leader import Leader
from bot.workers.on_call import OnCall
from bot.workers.outage_watch import watching_fleet, watching_telegram
from bot.workers.photo_carrier import PhotoCarrier
from bot.workers.regular import Regular, looking_after_silence

_log = Logger(__name__)


class Handover:
    """One running bot. `async with Handover(settings)` runs it for as long as the block does."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self._settings = settings
        self._clock = clock or SystemClock()
        self._metrics = Metrics(LABELS)
        self._metrics.show_end_of(settings.web.tls_cert)
        self._started = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._workers: list[Worker] = []
        self._regulars: list[Regular] = []
        self._on_call: list[OnCall] = []
        self._regular_leader: Leader | None = None
        self._press_answers: PressAnswers | None = None
        self._database: Database | None = None
        self.url = ""

    async def run(self) -> None:
        """Run until cancelled.

        Raises:
            ConfigError: a setting turns out to be wrong once it is used.
            DatabaseBusy, DatabaseUnusable, KeyFileUnusable, WrongDatabase, SealBroken: the store
                cannot be used, is not this bot's to use, or its file was removed or replaced.
        """
        async with AsyncExitStack() as stack:
            database, loops = await self._build(stack)
            self._started.set()
            work = asyncio.create_task(together(self._clock, loops))
            watch = asyncio.create_task(database.until_its_file_is_lost())
            try:
                ended, _ = await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
                for each in ended:
                    each.result()
            finally:
                work.cancel()
                watch.cancel()
                await asyncio.wait({work, watch})

    async def idle(self) -> None:
        """Return when all due jobs have been done, at least in this process."""
        if self._regular_leader is not None and await self._regular_leader.leads():
            for regular in self._regulars:
                await regular.idle()
        for worker in self._workers:  # all at once, so that they share a commit
            worker.look_soon()
        ends = [each.idle for each in self._on_call] + [each.at_rest for each in self._workers]
        if self._press_answers is not None:
            ends.append(self._press_answers.idle)
        while True:
            before = self.worked
            for end in ends:
                await end()
            if before == self.worked and all(worker.is_idle for worker in self._workers):
                return

    @property
    def worked(self) -> int:
        """The number of jobs worked on so far; it stands still when nothing happens."""
        return sum(worker.finished for worker in self._workers)

    async def waiting(self) -> dict[tuple[str, str], int]:
        """Count the jobs that have not ended well, by kind and state; none before the start.

        Raises:
            DatabaseFailed: the store does not answer.
        """
        return await self._database.read(backlog.counts) if self._database else {}

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self.run(), name="handover")
        started = asyncio.create_task(self._started.wait())
        await asyncio.wait({self._running, started}, return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            started.cancel()
            await self._running
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _build(self, stack: AsyncExitStack) -> tuple[Database, list[Loop]]:
        """Build all that one process needs, from the store to the loops to run."""
        settings = self._settings
        vault = Vault(key_of(SCHEMA, settings.store.url, settings.store.key_file))
        database = Database(
            settings.store.url, SCHEMA, vault, self._clock, settings.store.connections
        )
        stack.push_async_callback(database.close)
        await database.open(alone=True)
        self._database = database
        await stack.enter_async_context(logged_run(database, **settings.outline))
        pacing = Pacing(
            database.clock,
            settings.telegram.messages_per_second,
            settings.telegram.chat_per_second,
            settings.telegram.group_per_minute,
        )
        bot = await meet_telegram(stack, settings, self._clock, pacing, self._metrics)
        owner = Owner.of(settings.fleet, bot.id)
        context = await self._make_context(stack, vault, database, bot, owner)
        watch = await stack.enter_async_context(TimeWatch(database))
        sent = SentRecord(settings.store.key_file)
        catching_up = await self._catch_up(stack, context, bot, sent)
        at_once: dict[str, AtOnce] = {JobKind.EVENT: partial(take_at_once, context)}
        intake = await stack.enter_async_context(Intake(database, at_once))
        self._press_answers = await stack.enter_async_context(PressAnswers(bot))
        latest = LatestMessages()
        reception = Reception(context, bot, self._press_answers, latest.seen)
        look = looking_after_silence(context)
        outages = [watching_fleet(context), watching_telegram(context, bot)]
        for outage in outages:  # for jobs that a former run has left waiting
            outage.call()
        of_each_process = [look, *outages, forgetting_sent(context, sent)]
        self._on_call = [*of_each_process, catching_up.on_call]
        carrier = PhotoCarrier(context, bot)
        await self._serve(stack, context, intake, bot.id, reception, carrier, look)
        menu = partial(menu_of, commands=COMMANDS)
        sender = NoticeSender(context, bot, pacing, menu, latest, sent)
        sending = make_sending_worker(context, sender)
        workers = make_workers(context, reception, carrier)
        self._workers = [*workers, sending]
        self._regulars = make_regulars(context, settings, bot, owner)
        self._regular_leader = Leader(
            database,
            "regular",
            partial(together, database.clock, [regular.run for regular in self._regulars]),
        )
        numbers = KeptNumbers(database, latest)

        async def send() -> None:
            await numbers.recall()
            await sender.begin()
            await together(database.clock, [sending.run, numbers.run])

        sending_leader = Leader(database, f"sender:{bot.id}", send)
        heartbeat = await stack.enter_async_context(Heartbeat(database))
        loops: list[Loop] = [worker.run for worker in workers]
        loops += [on_call.run for on_call in of_each_process]
        loops += [sending_leader.run, self._regular_leader.run]
        loops += await receive_updates(settings, self._clock, database, bot, intake, reception)
        # If the store is an old copy, all of these wait until it has caught up.
        behind = map(catching_up.behind, loops)
        return database, [heartbeat.run, watch.run, catching_up.on_call.run, *behind]

    async def _make_context(
        self,
        stack: AsyncExitStack,
        vault: Vault,
        database: Database,
        bot: TelegramBot,
        owner: Owner,
    ) -> Context:
        """Take possession of the store, and make the context of all actions.

        Raises:
            WrongDatabase, SealBroken: the store is not this bot's to use.
        """
        settings = self._settings
        fleet = await stack.enter_async_context(
            make_fleet_client(
                settings.fleet,
                observe=self._metrics.fleet_answered,
                sender_email=settings.business.email,
                elapsed=self._clock.elapsed,
            )
        )

        def take_possession(tx: Transaction) -> None:
            meta.check(tx, owner)
            seals.check(tx)
            people.set_owners(tx, settings.telegram.owners)

        await database.write(take_possession)
        await recall_learned(database, fleet)
        door = make_operator_door(settings.fleet, observe=self._metrics.fleet_answered)
        if door is not None:
            await stack.enter_async_context(door)
        own_host = urlsplit(settings.fleet.base_url).hostname or ""
        identity = BotIdentity(
            bot.id,
            bot.username,
            settings.fleet.environment,
            zone=settings.business.zone,
            undo=timedelta(seconds=settings.business.undo_seconds),
            photo_hosts=settings.business.photo_hosts or frozenset({own_host}),
            business_name=settings.business.name,
            business_phone=settings.business.phone,
            country=settings.business.country or region_of(settings.business.phone),
            certificate=settings.web.tls_cert,
            cash_limit=int(settings.business.cash_limit * 100),
        )
        return Context(
            database=database,
            fleet=fleet,
            riders=RiderDirectory(fleet, self._clock),
            clock=database.clock,
            vault=vault,
            identity=identity,
            metrics=self._metrics,
            door=door,
        )

    async def _catch_up(
        self, stack: AsyncExitStack, context: Context, bot: TelegramBot, sent: SentRecord
    ) -> CatchingUp:
        """Find out whether the store is an old copy, before any update or webhook comes in."""
        settings, taken = self._settings, None
        if settings.telegram.mode == "polling":
            await patiently(self._clock, bot.delete_webhook)
            look = partial(taken_until, context.database, bot)
            taken = await patiently(self._clock, look)
        life = LifeRecord(context.database, settings.store.key_file)
        catching_up = CatchingUp(context, life, sent, settings.alarms)
        await catching_up.begin(taken)
        stack.push_async_callback(catching_up.end)
        return catching_up

    async def _serve(
        self,
        stack: AsyncExitStack,
        context: Context,
        intake: Intake,
        bot_id: int,
        reception: Reception,
        carrier: PhotoCarrier,
        look: OnCall,
    ) -> None:
        """Listen for webhooks, and serve the pages of parcels."""
        settings = self._settings
        environment, keys = settings.fleet.environment, settings.fleet.webhook_keys
        silence = WebhookSilence(context.clock, look.call)
        telegram = None
        if settings.telegram.mode == "webhook":
            secret = settings.telegram.webhook_secret.get_secret_value()
            telegram = TelegramWebhook(intake, bot_id, secret, reception.answer_press)
        pages = ParcelPages(
            context,
            keys,
            carrier.fetch_for_page,
            is_public=(settings.web.public_url or "").startswith("https:"),
        )
        app = make_app(
            context.database,
            environment,
            FleetWebhook(intake, environment, keys, silence),
            telegram,
            self._metrics,
            settings.web.metrics_token.get_secret_value(),
            [pages.route],
        )
        server = await stack.enter_async_context(make_server(app, settings.web))
        self.url = server.url
        _log.info("listening", events=f"{self.url}{fleet_path(environment)}")
