"""How the fleet service, Telegram and others who mean no good ask at the bot's door."""

import json
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import httpx

from bot.actions.arrivals import Pressed
from bot.base.database.database import Database
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.fleet import sign
from bot.store.job_kind import JobKind
from bot.web.routes import TELEGRAM_PATH, fleet_path
from bot.web.webhook_silence import WebhookSilence
from tests.support.clock import ManualClock
from tests.support.line import Line, connected

KEY, FORMER_KEY = "canary-key-of-the-account", "canary-key-before-the-rotation"
SECRET = "canary-secret-of-the-webhook"
BOT_ID = 1000000001
LIMIT = 256 * 1024
SILENCE = WebhookSilence(ManualClock(), lambda: None)
DELIVERY = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
FLEET_PATH = fleet_path("production")


def event(kind: str = "delivery.created", **data: object) -> bytes:
    return json.dumps({"event": kind, "data": {"delivery_id": DELIVERY, **data}}).encode()


def update(update_id: int = 1, person: int = 7) -> bytes:
    sender = {"id": person, "is_bot": False, "first_name": "Ada"}
    message = {"message_id": 1, "date": 1, "chat": {"id": person, "type": "private"}}
    return json.dumps({"update_id": update_id, "message": {**message, "from": sender}}).encode()


def press(
    update_id: int = 1, data: object = "bd;1;r", chat: str = "private", query_id: object = "77"
) -> bytes:
    presser = {"id": 7, "is_bot": False, "first_name": "Ada"}
    message = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": chat}}
    query = {"id": query_id, "from": presser, "message": message, "chat_instance": "1"}
    return json.dumps({"update_id": update_id, "callback_query": {**query, "data": data}}).encode()


@dataclass(frozen=True, slots=True)
class Door:
    """The served door, and what stands behind it."""

    database: Database
    http: httpx.AsyncClient
    port: int
    presses: list[Pressed]
    """The presses that the door has let be answered."""
    deadline: float

    async def fleet(
        self, body: bytes, *, signature: str | bytes | None = None, path: str = FLEET_PATH
    ) -> httpx.Response:
        """Post a webhook, signed with the key unless another signature is given."""
        given = sign(body, KEY) if signature is None else signature
        return await self.http.post(path, content=body, headers={"X-Service-Signature": given})

    async def telegram(self, body: bytes, secret: str | bytes = SECRET) -> httpx.Response:
        """Post an update, with the secret unless another one is given."""
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret}
        return await self.http.post(TELEGRAM_PATH, content=body, headers=headers)

    async def kept(self, kind: JobKind = JobKind.EVENT) -> list[Job]:
        """Take what was kept."""
        return await self.database.write(jobs.claim, kind, 100)

    def line(self) -> AbstractAsyncContextManager[Line]:
        """Connect without speaking HTTP by itself."""
        return connected(self.port, self.deadline)
