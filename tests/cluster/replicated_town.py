"""A town whose bot and fleet service are several processes each, on a replicated PostgreSQL."""

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.database.key_file import key_of
from bot.base.http.server import Server
from bot.base.vault import key_from
from bot.demo.certificates import Certificates
from bot.demo.town import BOT_USERNAME, ENVIRONMENT, Mode, free_port
from bot.fleet import FleetClient, Wire
from bot.local_telegram import LocalTelegram, LocalUser
from bot.service.environment import Environment, operated
from bot.service.operations.keys import set_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.settings import ServiceSettings
from bot.service.sms import Sms
from bot.store.schema import SCHEMA
from bot.web.routes import fleet_path
from tests.cluster.balancer import Balancer
from tests.cluster.patient_shop import PatientShop
from tests.cluster.postgres_cluster import PostgresCluster
from tests.cluster.postings import Postings
from tests.cluster.replica import Replica, clock_ahead
from tests.cluster.telegram_door import TelegramDoor
from tests.faults.ledger import Ledger
from tests.faults.parcels import Parcels

_BOTS = 3
_FLEETS = 2
_CODE_LENGTH = 12
_RECONCILED_MINUTES = 0.1
# A replica that stands still must not hold up what is posted to it; a service answers slowly where
# its database is lost, and what it was asked may have been done.
_BOT_PATIENCE = 4.0
_FLEET_PATIENCE = 25.0
# A receiver that takes its time shows whether a second service sends meanwhile.
_SLOW_SECONDS = 1.5
_EVERY_SLOW_ONE = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """How the replicas are set up. `clocks_ahead` are those of single bots, by number."""

    mode: Mode = "webhook"
    is_pooled: bool = False
    clocks_ahead: Mapping[int, timedelta] = field(default_factory=dict)


class ReplicatedTown:
    """Three bots and two fleet services behind a balancer each, and a Telegram.

    What the bots and the gateway for texts are posted is in `posted` and `texts`, what the fleet
    service was asked to change in `ledger`.
    """

    def __init__(
        self, folder: Path, cluster: PostgresCluster, libfaketime: Path, layout: Layout
    ) -> None:
        self.folder = folder
        self.layout = layout
        self._url = cluster.pooled_url if layout.is_pooled else cluster.url
        self._libfaketime = libfaketime
        self._certificates = Certificates.make(folder)
        self._api_key = secrets.token_urlsafe(24)
        self._token = f"1000000001:{secrets.token_urlsafe(26)[:35]}"
        self._bots_port, self._fleets_port, self._texts_port = (free_port() for _ in range(3))
        self.telegram = LocalTelegram(ca_file=self._certificates.authority)
        self.account = self.telegram.add_bot(
            self._token, username=BOT_USERNAME, first_name="Handover"
        )
        self.owner: LocalUser = self.telegram.add_user("Olu", phone="+2348010000001")
        self.parcels = Parcels()
        self.ledger = Ledger()
        self.ledger.listeners.append(self.parcels.hear)
        self.posted = Postings(_EVERY_SLOW_ONE, _SLOW_SECONDS)
        self.texts = Postings(_EVERY_SLOW_ONE, _SLOW_SECONDS)
        self.texts.listeners.append(lambda text: self.parcels.read(read_message(text.body)))
        self._fleet_url = f"https://127.0.0.1:{self._fleets_port}/{ENVIRONMENT}/api/v1"
        authority = self._certificates.authority
        self.shop: FleetClient = PatientShop(
            Wire(self._fleet_url, self._api_key, ca_file=authority)
        )
        self.fleets = [self._fleet(number) for number in range(1, _FLEETS + 1)]
        self.bots: list[Replica] = []
        self._stack = AsyncExitStack()
        self.environment: Environment

    @property
    def bot_url(self) -> str:
        """The address of the bots' database, as they have it."""
        return self._url("bot")

    @property
    def key_file(self) -> Path:
        return self.folder / "handover.key"

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await self._open_the_fleet(stack)
            await self._open_telegram(stack)
            await stack.enter_async_context(self.shop)
            await asyncio.to_thread(key_of, SCHEMA, self.bot_url, self.key_file)
            for replica in (*self.fleets, *self.bots):
                stack.push_async_callback(replica.kill)
                await replica.spawn()
            for replica in (*self.fleets, *self.bots):
                await replica.ready()
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def sender(self) -> Replica:
        """The bot that sends messages: the one that has sent the latest."""
        return max(self._alive(), key=lambda bot: bot.sent_at)

    def _alive(self) -> list[Replica]:
        return [bot for bot in self.bots if not bot.ended and not bot.is_paused]

    async def _open_the_fleet(self, stack: AsyncExitStack) -> None:
        settings = ServiceSettings(
            database_url=self._url("fleet"), secret=key_from(self.folder / "fleet.key")
        )
        environments = await stack.enter_async_context(operated(settings))
        self.environment = environments[ENVIRONMENT]
        await set_key(self.environment, self._api_key)
        events = f"https://127.0.0.1:{self._bots_port}{fleet_path(ENVIRONMENT)}"
        await set_webhook(self.environment, events)
        origins = [fleet.origin for fleet in self.fleets]
        fleets = Balancer(origins, patience=_FLEET_PATIENCE, repeats=False)
        stack.push_async_callback(fleets.close)
        await self._serve(stack, self.ledger.around(fleets), self._fleets_port)
        texts = Server(self.texts.around(_take), port=self._texts_port)
        await stack.enter_async_context(texts)

    async def _open_telegram(self, stack: AsyncExitStack) -> None:
        for number in range(1, _BOTS + 1):
            door = TelegramDoor(self.telegram.asgi)
            server = await stack.enter_async_context(Server(door))
            self.bots.append(self._bot(number, door, server.url))
        origins = [bot.origin for bot in self.bots]
        bots = Balancer(origins, patience=_BOT_PATIENCE, repeats=True)
        stack.push_async_callback(bots.close)
        await self._serve(stack, self.posted.around(bots), self._bots_port)
        await self.telegram.start()
        stack.push_async_callback(self.telegram.stop)

    async def _serve(self, stack: AsyncExitStack, app: Any, port: int) -> None:
        files = self._certificates
        server = Server(app, port=port, certfile=files.certificate, keyfile=files.key)
        await stack.enter_async_context(server)

    def _bot(self, number: int, door: TelegramDoor, telegram_url: str) -> Replica:
        ahead = self.layout.clocks_ahead.get(number)
        return Replica(
            self.folder / f"bot-{number}.toml",
            self._bot_settings(telegram_url),
            "run",
            door=door,
            environment=clock_ahead(ahead, self._libfaketime) if ahead else None,
        )

    def _bot_settings(self, telegram_url: str) -> dict[str, dict[str, Any]]:
        return {
            "telegram": {
                "token": self._token,
                "owners": [self.owner.id],
                "mode": self.layout.mode,
                "webhook_secret": "no-secret-is-needed-here",
                "api_url": telegram_url,
                # The local Telegram has no limits to keep, and nobody wants to wait.
                "messages_per_second": 100_000,
                "chat_per_second": 1000,
                "group_per_minute": 60_000,
            },
            "fleet": {
                "base_url": self._fleet_url,
                "environment": ENVIRONMENT,
                "api_key": self._api_key,
                "ca_file": str(self._certificates.authority),
                "reconcile_minutes": _RECONCILED_MINUTES,
            },
            "business": {"undo_seconds": 0},
            "web": {"port": free_port(), "public_url": f"https://127.0.0.1:{self._bots_port}"},
            "store": {"url": self.bot_url, "key_file": str(self.key_file)},
        }

    def _fleet(self, number: int) -> Replica:
        settings: dict[str, dict[str, Any]] = {
            "store": {"url": self._url("fleet"), "key_file": str(self.folder / "fleet.key")},
            "web": {
                "port": free_port(),
                "public_url": f"https://127.0.0.1:{self._fleets_port}",
            },
            "webhooks": {"ca_file": str(self._certificates.authority)},
            "codes": {"length": _CODE_LENGTH},
            "sms": {"sender": "http", "url": f"http://127.0.0.1:{self._texts_port}/texts"},
        }
        return Replica(self.folder / f"service-{number}.toml", settings, "service", "run")


def read_message(body: bytes) -> Sms:
    """Read what a fleet service posts to the gateway for texts."""
    fields = from_json(body)
    return Sms(fields["to"], fields["message"])


async def _take(scope: Scope, receive: Receive, send: Send) -> None:
    await Request(scope, receive).body()
    await Response()(scope, receive, send)
