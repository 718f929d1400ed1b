"""A business as the store knows it: its people, one delivery, and what each of them is told."""

import json
from datetime import datetime, timedelta

from bot.actions import notice_kinds
from bot.actions.notice_kinds import Notice, Say, ShowCard
from bot.actions.snapshots import snapshot
from bot.actions.tracking.projection import Observation, apply, told_by_event
from bot.base.database.database import Database
from bot.base.database.prepared import Query
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.job_rows import JOBS, JobRow, unsealed
from bot.base.queue.tables import IS_OPEN
from bot.base.queue.tables import jobs as jobs_table
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Role
from bot.fleet import Delivery, FleetEvent, Receiver, RiderSummary, Sender, State, read_event
from bot.store import deliveries, people, subscriptions
from bot.store.job_kind import JobKind
from bot.store.subscriptions import Subscription
from tests.support.clock import ManualClock

DISPATCHER, RIDER, OTHER_RIDER, CUSTOMER, NEIGHBOUR = 1, 2, 3, 4, 5
EVERYBODY = (DISPATCHER, RIDER, OTHER_RIDER, CUSTOMER, NEIGHBOUR)
DELIVERY = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
BOLA = "1c1f9d3e-6c0a-4a58-8a43-0d6f1c9e2a22"
CHIKA = "2d2f9d3e-6c0a-4a58-8a43-0d6f1c9e2a33"
MUSA = RiderSummary(uuid="7d7f9d3e-6c0a-4a58-8a43-0d6f1c9e2a77", name="Musa Bello")
SANI = RiderSummary(uuid="8e8f9d3e-6c0a-4a58-8a43-0d6f1c9e2a88", name="Sani Ali")
PENDING = Delivery(
    uuid=DELIVERY,
    order_number="0042",
    state=State.PENDING,
    label="Pending",
    sender=Sender(name="Ada's Kitchen", phone_code="234", phone_number="08040000001"),
    receivers=(
        Receiver(uuid=BOLA, name="Bola", phone_code="234", phone_number="08030000001"),
        Receiver(uuid=CHIKA, name="Chika", phone_code="234", phone_number="08030000002"),
    ),
)
ASSIGNED = PENDING.model_copy(update={"state": State.AWAITING_PICKUP, "rider": MUSA})
IN_TRANSIT = ASSIGNED.model_copy(update={"state": State.IN_TRANSIT})


def at(minute: int) -> datetime:
    return ManualClock().now() + timedelta(minutes=minute)


def webhook(kind: str, updated_at: datetime | None, **data: object) -> FleetEvent:
    told_at = updated_at.isoformat() if updated_at else None
    body = {
        "event": f"delivery.{kind}",
        "timestamp": told_at,
        "data": {"delivery_id": DELIVERY, "updated_at": told_at, **data},
    }
    event = read_event(json.dumps(body).encode())
    assert isinstance(event, FleetEvent)
    return event


class Business:
    """Tells the projection what the fleet service says, and reads what people are then told."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.database = database
        self.clock = clock

    async def open(self) -> None:
        for user_id in EVERYBODY:
            await self.database.write(people.meet, user_id, f"Person {user_id}", "en")
        await self.database.write(people.grant, DISPATCHER, Role.DISPATCHER)
        await self.database.write(people.grant, RIDER, Role.RIDER, MUSA.uuid)
        await self.database.write(people.grant, OTHER_RIDER, Role.RIDER, SANI.uuid)
        await self.database.write(subscriptions.add, Subscription(CUSTOMER, DELIVERY, BOLA))
        await self.database.write(subscriptions.add, Subscription(NEIGHBOUR, DELIVERY, CHIKA))

    async def learn(self, news: Observation) -> bool:
        return await self.database.write(apply, news)

    async def read(self, delivery: Delivery, **more: object) -> bool:
        """Learn a delivery as an answer of the fleet service gives it now."""
        self.clock.advance(timedelta(seconds=1))
        as_of = await self.database.next_number()
        return await self.learn(Observation(delivery, as_of, **more))

    async def handle_event(self, event: FleetEvent) -> None:
        """Learn what a webhook tells of the delivery that is known."""
        told = told_by_event(snapshot(await self.row()), event)
        await self.learn(Observation(told, updated_at=event.updated_at))

    async def row(self) -> DeliveryRow:
        row = await self.database.read(deliveries.get, DELIVERY)
        assert row is not None
        return row

    async def state(self) -> str:
        return (await self.row()).state

    async def forget_news(self) -> None:
        """Let everything that was told until now be sent."""
        while claimed := await self.database.write(jobs.claim, JobKind.NOTICE, 100):
            for job in claimed:
                await self.database.write(jobs.finish, job)

    async def said(self, user_id: int) -> list[str]:
        """Return what is said aloud to somebody and waits to be sent."""
        return [n.message.html for n in await self.waiting(user_id) if isinstance(n, Say)]

    async def cards(self, user_id: int) -> list[ShowCard]:
        return [n for n in await self.waiting(user_id) if isinstance(n, ShowCard)]

    async def waiting(self, user_id: int) -> list[Notice]:
        posted = await self.database.read(_posted)
        return [notice for notice in posted if notice.chat_id == user_id]

    async def everything(self) -> list[Notice]:
        return [notice for user_id in EVERYBODY for notice in await self.waiting(user_id)]


_POSTED = Query(
    JOBS.where(jobs_table.c.kind == JobKind.NOTICE, IS_OPEN).order_by(jobs_table.c.id), JobRow
)


def _posted(tx: Transaction) -> list[Notice]:
    return [notice_kinds.read(unsealed(tx.vault, row)[2]) for row in tx.all(_POSTED)]
