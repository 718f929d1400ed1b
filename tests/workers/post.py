"""The sender with everything around it: a store, a person, and a Telegram that may refuse."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.actions import notices
from bot.actions.context import BotIdentity, Context
from bot.actions.notice_kinds import Notice, Say, ShowCard, View
from bot.actions.rider_directory import RiderDirectory
from bot.base.database.database import Database
from bot.base.queue import backlog, jobs
from bot.base.queue.jobs import Job
from bot.base.vault import Vault
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Role
from bot.fleet import Delivery, FleetClient, Money, State, Wire
from bot.local_telegram import BotAccount, ChatMessage, LocalTelegram, LocalUser
from bot.metrics import Metrics
from bot.store import deliveries, people
from bot.store.job_kind import LABELS, JobKind
from bot.telegram.connection import TelegramBot, make_bot
from bot.telegram.message_ids import LatestMessages
from bot.telegram.pacing import Pacing, check_right
from bot.telegram.saved_message_ids import KeptNumbers
from bot.telegram.sender import NoticeSender
from bot.telegram.sent_log import SentRecord
from bot.texts.html import Html
from bot.texts.message import Message
from tests.store.work import KEY
from tests.support.clock import ManualClock

TOKEN = "1000000001:DEMO-token-of-the-only-bot-in-town"
DELIVERY = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
NOWHERE = "http://127.0.0.1:9/api/v1"  # the sender never asks the fleet service


@dataclass
class Post:
    """One bot's sender, and one dispatcher called Ada."""

    telegram: LocalTelegram
    context: Context
    account: BotAccount
    bot: TelegramBot
    sender: NoticeSender
    ada: LocalUser
    clock: ManualClock
    make_sender: Callable[[LatestMessages], NoticeSender]
    latest: LatestMessages
    posted: int = 0

    @property
    def database(self) -> Database:
        return self.context.database

    async def send(self, notice: Notice) -> Job:
        """Post a notice and let the sender have it."""
        self.posted += 1
        await self.database.write(notices.post, notice, f"notice {self.posted}")
        return await self.deliver()

    @property
    def numbers(self) -> KeptNumbers:
        return KeptNumbers(self.database, self.latest)

    async def start_again(self) -> None:
        """Let the sender be one that has just begun, and knows what was kept."""
        self.latest = LatestMessages()
        self.sender = self.make_sender(self.latest)
        await self.numbers.recall()

    async def deliver(self) -> Job:
        """Let the sender have the notice that waits longest."""
        (job,) = await self.waiting()
        await self.sender.send(job)
        return job

    async def deliver_all(self) -> None:
        while waiting := await self.waiting():
            await self.sender.send(waiting[0])

    async def waiting(self) -> list[Job]:
        """Claim the notice that waits longest, if one is due."""
        return await self.database.write(jobs.claim, JobKind.NOTICE, 1)

    async def counts(self) -> dict[str, int]:
        return {
            state: count for (_, state), count in (await self.database.read(backlog.counts)).items()
        }

    async def know(self, **changes: object) -> None:
        """Keep the delivery as it is now."""
        delivery = DELIVERED_SOON.model_copy(update=changes)
        row = DeliveryRow(
            uuid=DELIVERY,
            order_number=delivery.order_number,
            state=delivery.state,
            rank=delivery.state.rank,
            is_open=delivery.state.is_open,
            rider=delivery.rider.uuid if delivery.rider else None,
            updated_at=None,
            snapshot=delivery.model_dump_json(),
        )
        await self.database.write(deliveries.save, row)

    async def is_reachable(self) -> bool:
        person = await self.database.read(people.get, self.ada.id)
        return person is not None and person.reachable

    def seen(self) -> list[ChatMessage]:
        """What Ada sees of what the bot wrote."""
        return [message for message in self.ada.messages if message.from_bot]

    def attempts(self, method: str) -> int:
        return sum(call.method.lower() == method.lower() for call in self.telegram.calls)

    def say(self, html: str = "Hello <b>Ada</b>", chat_id: int | None = None) -> Say:
        return Say(chat_id=chat_id or self.ada.id, message=Message(html=Html(html)))

    def card(self, **more: bool) -> ShowCard:
        return ShowCard(chat_id=self.ada.id, delivery=DELIVERY, view=View.DISPATCHER, **more)


DELIVERED_SOON = Delivery(
    uuid=DELIVERY,
    order_number="0042",
    state=State.PENDING,
    label="Pending",
    fee=Money(text="1500", amount=None, currency=None),
)


@asynccontextmanager
async def serve(
    telegram: LocalTelegram, url: str, database: Database, clock: ManualClock, folder: Path
) -> AsyncIterator[Post]:
    account = telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    ada = telegram.add_user("Ada")
    ada.write("/start")
    await database.write(people.meet, ada.id, "Ada", "en")
    await database.write(people.grant, ada.id, Role.DISPATCHER)
    pacing = Pacing(clock, 1000, 1000, 1000)
    bot = make_bot(TOKEN, url, pacing, check_right)
    async with FleetClient(Wire(NOWHERE, "a-key")) as fleet, bot:
        context = Context(
            database=database,
            fleet=fleet,
            riders=RiderDirectory(fleet, clock),
            clock=clock,
            vault=Vault(KEY),
            identity=BotIdentity(
                account.id,
                account.username,
                "production",
                photo_hosts=frozenset({"photos.example.com"}),
            ),
            metrics=Metrics(LABELS),
        )

        sent = SentRecord(folder / "handover.key")

        def sender(latest: LatestMessages) -> NoticeSender:
            return NoticeSender(
                context,
                bot,
                pacing,
                lambda person: [("help", f"for {getattr(person, 'first_name', 'all')}")],
                latest,
                sent,
            )

        latest = LatestMessages()
        yield Post(telegram, context, account, bot, sender(latest), ada, clock, sender, latest)
