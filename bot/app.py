"""The only place that knows everyone: builds the bot from its settings, starts it and stops it."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import Self
from urllib.parse import urlsplit

from telegram.error import BadRequest, InvalidToken

from bot.actions.context import BotIdentity, Context
from bot.actions.fleet_requests.registry import apologise, execute
from bot.actions.rider_directory import RiderDirectory
from bot.actions.tracking.handle_event import handle_event
from bot.base.clock import Clock, SystemClock
from bot.base.database.database import Database
from bot.base.database.key_file import key_of
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.loops import Loop, keep_going
from bot.base.queue import backlog
from bot.base.queue.heartbeat import Heartbeat
from bot.base.queue.time_watch import TimeWatch
from bot.base.queue.worker import RetryPolicy, Worker
from bot.base.run_log import logged_run
from bot.base.settings.loader import ConfigError
from bot.base.vault import Vault
from bot.chat.everyone.help import menu_of, shared_menu
from bot.chat.press_answers import PressAnswers
from bot.chat.reception import Reception
from bot.chat.registry import COMMANDS
from bot.config import Settings
from bot.fleet import OperatorDoor
from bot.metrics import Metrics
from bot.parsing.phones import region_of
from bot.recovery.catch_up import CatchingUp
from bot.recovery.run_record import LifeRecord
from bot.store import meta, people, seals
from bot.store.intake import Intake
from bot.store.job_kind import LABELS, JobKind
from bot.store.meta import Owner
from bot.store.schema import SCHEMA
from bot.telegram.acknowledged_updates import poller_of, taken_until
from bot.telegram.connection import CONNECTIONS, TOKEN_REFUSED, TelegramBot, make_bot, patiently
from bot.telegram.message_ids import LatestMessages
from bot.telegram.pacing import Pacing, check_right
from bot.telegram.poller import Poller
from bot.telegram.polling_conflict import PollConflicts
from bot.telegram.saved_message_ids import KeptNumbers
from bot.telegram.sender import NoticeSender
from bot.telegram.sent_log import SentRecord
from bot.web.fleet_webhook import FleetWebhook
from bot.web.own_certificate import keep_telegram_trusting, self_signed
from bot.web.parcel_page import ParcelPages
from bot.web.routes import TELEGRAM_PATH, fleet_path, make_app
from bot.web.serving import make_server
from bot.web.telegram_webhook import TelegramWebhook
from bot.web.webhook_silence import WebhookSilence
from bot.workers.fleet_connection import make_fleet_client, make_operator_door, recall_learned
from bot.workers.housekeeping import forgetting_sent, housekeeping
from bot.workers.leader import Leader
from bot.workers.on_call import OnCall
from bot.workers.outage_watch import watching_fleet, watching_telegram
from bot.workers.photo_carrier import PhotoCarrier
from bot.workers.profile import setting_profile
from bot.workers.regular import (
    Regular,
    alarming,
    folding_away,
    looking_after_silence,
    reconciling,
    setting_menus,
)

_log = Logger(__name__)

# Each waits for the fleet service, or for the commit that it shares with the others.
_UPDATES_AT_ONCE = 32
_EVENTS_AT_ONCE = 64
_REQUESTS_AT_ONCE = 16
_PHOTOS_AT_ONCE = 4

# What waits for Telegram or for the fleet service waits as long as it takes. This is for faults of
# our own: whatever fails again and again must not hold up what is behind it.
_RETRIES = RetryPolicy(5, tuple(timedelta(seconds=seconds) for seconds in (0.5, 2, 10, 60)))


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
            work = asyncio.create_task(_together(self._clock, loops))
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
        """Return when everything that is due has been done, in this process at least."""
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
        """How many jobs have been worked on: a figure that stands still when nothing happens."""
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
        settings = self._settings
        vault = Vault(key_of(SCHEMA, settings.store.url, settings.store.key_file))
        database = Database(
            settings.store.url, SCHEMA, vault, self._clock, settings.store.connections
        )
        stack.push_async_callback(database.close)
        await database.open(alone=True)
        self._database = database
        await stack.enter_async_context(logged_run(database, **settings.outline))
        pacing = self._pacing(database.clock)
        bot = await self._meet_telegram(stack, pacing)
        observe = self._metrics.fleet_answered
        fleet = await stack.enter_async_context(
            make_fleet_client(
                settings.fleet,
                observe=observe,
                sender_email=settings.business.email,
                elapsed=self._clock.elapsed,
            )
        )
        owner = Owner.of(settings.fleet, bot.id)
        await self._take_possession(database, owner)
        await recall_learned(database, fleet)
        watch = await stack.enter_async_context(TimeWatch(database))
        context = Context(
            database=database,
            fleet=fleet,
            riders=RiderDirectory(fleet, self._clock),
            clock=database.clock,
            vault=vault,
            identity=_identity(settings, bot),
            metrics=self._metrics,
            door=await self._open_door(stack),
        )
        sent = SentRecord(settings.store.key_file)
        catching_up = await self._catch_up(stack, context, bot, sent)
        intake = await stack.enter_async_context(Intake(database))
        self._press_answers = await stack.enter_async_context(PressAnswers(bot))
        latest = LatestMessages()
        reception = Reception(context, bot, self._press_answers, latest.seen)
        look = looking_after_silence(context)
        silence = WebhookSilence(context.clock, look.call)
        outages = [watching_fleet(context), watching_telegram(context, bot)]
        for outage in outages:  # what a former run has left waiting
            outage.call()
        of_each_process = [look, *outages, forgetting_sent(context, sent)]
        self._on_call = [*of_each_process, catching_up.on_call]
        carrier = PhotoCarrier(context, bot)
        pages = ParcelPages(
            context,
            settings.fleet.webhook_keys,
            carrier.fetch_for_page,
            is_public=(settings.web.public_url or "").startswith("https:"),
        )
        await self._serve(stack, database, intake, bot.id, reception, silence, pages)
        menu = partial(menu_of, commands=COMMANDS)
        sender = NoticeSender(context, bot, pacing, menu, latest, sent)
        notices = self._make_workers(context, sender, reception, carrier)
        self._regulars = self._make_regulars(context, bot, owner)
        self._regular_leader = Leader(
            database,
            "regular",
            partial(_together, database.clock, [regular.run for regular in self._regulars]),
        )
        leaders = [
            Leader(
                database,
                f"sender:{bot.id}",
                partial(_send, sender, KeptNumbers(database, latest), notices, database.clock),
            ),
            self._regular_leader,
        ]
        heartbeat = await stack.enter_async_context(Heartbeat(database))
        loops: list[Loop] = [worker.run for worker in self._workers if worker is not notices]
        loops += [on_call.run for on_call in of_each_process]
        loops += [leader.run for leader in leaders]
        loops += await self._receive(database, bot, intake, reception)
        behind = map(catching_up.behind, loops)
        return database, [heartbeat.run, watch.run, catching_up.on_call.run, *behind]

    async def _open_door(self, stack: AsyncExitStack) -> OperatorDoor | None:
        door = make_operator_door(self._settings.fleet, observe=self._metrics.fleet_answered)
        return None if door is None else await stack.enter_async_context(door)

    def _pacing(self, clock: Clock) -> Pacing:
        settings = self._settings.telegram
        return Pacing(
            clock,
            settings.messages_per_second,
            settings.chat_per_second,
            settings.group_per_minute,
        )

    async def _meet_telegram(self, stack: AsyncExitStack, pacing: Pacing) -> TelegramBot:
        settings = self._settings.telegram
        observe = self._metrics.telegram_answered
        token = settings.token.get_secret_value()
        proxy = settings.proxy.get_secret_value()
        rich = settings.rich == "auto"
        bot = make_bot(
            token, settings.api_url, pacing, check_right, observe, proxy=proxy, rich=rich
        )
        # Before it begins: a start may be ended while Telegram has not answered yet.
        stack.push_async_callback(bot.shutdown)
        try:
            await patiently(self._clock, bot.initialize)
        except InvalidToken as error:
            raise ConfigError(TOKEN_REFUSED) from error
        return bot

    async def _take_possession(self, database: Database, owner: Owner) -> None:
        def decide(tx: Transaction) -> None:
            meta.check(tx, owner)
            seals.check(tx)
            people.set_owners(tx, self._settings.telegram.owners)

        await database.write(decide)

    async def _catch_up(
        self, stack: AsyncExitStack, context: Context, bot: TelegramBot, sent: SentRecord
    ) -> CatchingUp:
        """Find out whether the store is an old copy, before anything comes in."""
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
        database: Database,
        intake: Intake,
        bot_id: int,
        reception: Reception,
        silence: WebhookSilence,
        pages: ParcelPages,
    ) -> None:
        settings = self._settings
        keys = settings.fleet.webhook_keys
        fleet = FleetWebhook(intake, settings.fleet.environment, keys, silence)
        telegram = None
        if settings.telegram.mode == "webhook":
            secret = settings.telegram.webhook_secret.get_secret_value()
            telegram = TelegramWebhook(intake, bot_id, secret, reception.answer_press)
        web = settings.web
        token = web.metrics_token.get_secret_value()
        environment = settings.fleet.environment
        metrics, routes = self._metrics, [pages.route]
        app = make_app(database, environment, fleet, telegram, metrics, token, routes)
        server = await stack.enter_async_context(make_server(app, web))
        self.url = server.url
        _log.info("listening", events=f"{self.url}{fleet_path(settings.fleet.environment)}")

    def _make_workers(
        self,
        context: Context,
        sender: NoticeSender,
        reception: Reception,
        carrier: PhotoCarrier,
    ) -> Worker:
        """Make the workers; return the one that sends."""
        make_worker = partial(Worker, context.database, context.clock, patience=_RETRIES)
        notices = make_worker(JobKind.NOTICE, sender.send, concurrency=CONNECTIONS)
        self._workers = [
            make_worker(
                JobKind.UPDATE,
                reception.handle,
                concurrency=_UPDATES_AT_ONCE,
                on_dead_letter=reception.apologise,
            ),
            make_worker(JobKind.EVENT, partial(handle_event, context), concurrency=_EVENTS_AT_ONCE),
            make_worker(
                JobKind.FLEET_REQUEST,
                partial(execute, context),
                concurrency=_REQUESTS_AT_ONCE,
                on_dead_letter=partial(apologise, context),
                label=JobKind.FLEET_REQUEST.label,
            ),
            make_worker(JobKind.PHOTO, carrier.carry, concurrency=_PHOTOS_AT_ONCE),
            notices,
        ]
        return notices

    def _make_regulars(self, context: Context, bot: TelegramBot, owner: Owner) -> list[Regular]:
        every = timedelta(minutes=self._settings.fleet.reconcile_minutes)
        return [
            reconciling(context, every, owner),
            alarming(context, self._settings.alarms),
            folding_away(context),
            housekeeping(context, self._settings.retention),
            setting_menus(context, bot, partial(shared_menu, commands=COMMANDS)),
            setting_profile(context, bot),
        ]

    async def _receive(
        self, database: Database, bot: TelegramBot, intake: Intake, reception: Reception
    ) -> list[Loop]:
        """Tell Telegram where updates go; return what polls, or keeps Telegram's way open."""
        settings = self._settings
        if settings.telegram.mode == "polling":
            conflicts = PollConflicts(database, self._clock)
            poller = Poller(
                bot, intake, self._clock, reception.answer_press, conflicts, reception.kinds
            )
            return [Leader(database, poller_of(bot.id), poller.run).run]

        async def set_webhook(certificate: bytes | None) -> None:
            set_it = partial(
                bot.set_webhook,
                f"{settings.web.public_url}{TELEGRAM_PATH}",
                secret_token=settings.telegram.webhook_secret.get_secret_value(),
                allowed_updates=reception.kinds,
                certificate=certificate,
            )
            await patiently(self._clock, set_it)

        file = settings.web.tls_cert
        own = self_signed(file)
        try:
            await set_webhook(own)
        except BadRequest as error:
            raise ConfigError(f"Telegram refuses web.public_url: {error.message}.") from error
        keep = partial(keep_telegram_trusting, database.clock, file, own, set_webhook)
        return [keep] if file else []


async def _send(sender: NoticeSender, numbers: KeptNumbers, notices: Worker, clock: Clock) -> None:
    await numbers.recall()
    await sender.begin()
    await _together(clock, [notices.run, numbers.run])


def _identity(settings: Settings, bot: TelegramBot) -> BotIdentity:
    own_host = urlsplit(settings.fleet.base_url).hostname or ""
    return BotIdentity(
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


async def _together(clock: Clock, loops: Iterable[Loop]) -> None:
    async with asyncio.TaskGroup() as tasks:
        for loop in loops:
            tasks.create_task(keep_going(clock, loop))
