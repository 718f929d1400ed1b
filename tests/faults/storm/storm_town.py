"""A town in which everything can go wrong: bots, fleet service and Telegram, with wires between."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.base.database.key_file import key_of
from bot.base.http.server import Server
from bot.base.vault import key_from
from bot.demo.certificates import Certificates
from bot.demo.town import BOT_USERNAME, ENVIRONMENT, Mode, free_port
from bot.fleet import FleetClient, Wire
from bot.local_telegram import FloodLimits, LocalTelegram, LocalUser
from bot.service.environment import Environment, operated
from bot.service.operations.keys import set_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.settings import ServiceSettings
from bot.store.schema import SCHEMA
from bot.web.routes import fleet_path
from tests.cluster.balancer import Balancer
from tests.cluster.patient_shop import PatientShop
from tests.cluster.postings import Postings
from tests.cluster.replicated_town import read_message
from tests.faults.parcels import Parcels
from tests.faults.storm.disk import SmallDisk
from tests.faults.storm.machine import Machine
from tests.faults.storm.moments import Moment, Moments
from tests.faults.storm.tcp_proxy import TcpProxy
from tests.faults.storm.telegram_log import TelegramLog

_CODE_LENGTH = 12
_ALONE_PATIENCE = 30.0
_REPLICA_PATIENCE = 4.0
_NEVER = 10**9

DatabaseUrl = Callable[[str], str]


class StormTown:
    """Everything at its place. `bots` are as many as `replicas`; more than one need a server.

    `url` makes the address of a database on that server from its name. `telegram_wire` and
    `fleet_wire` are what the bots reach Telegram and the fleet service by, `bot_wires` how each of
    them is reached. What they are posted is in `posted`, what they write into chats in `calls`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        mode: Mode = "webhook",
        replicas: int = 1,
        url: DatabaseUrl | None = None,
    ) -> None:
        self.folder = folder
        self._mode: Mode = mode
        self.disk = SmallDisk(folder / "store")
        self._url = url or self._file_url
        self.is_on_files = url is None
        self._certificates = Certificates.make(folder)
        self.api_key = secrets.token_urlsafe(24)
        self.token = f"1000000001:{secrets.token_urlsafe(26)[:35]}"
        self._door, self._texts_port, telegram, telegram_wire, fleet, fleet_wire = (
            free_port() for _ in range(6)
        )
        self._telegram_port, self._telegram_wire_port = telegram, telegram_wire
        self._fleet_port, self._fleet_wire_port = fleet, fleet_wire
        authority = self._certificates.authority
        self.moments = Moments()
        self.telegram = LocalTelegram(ca_file=authority)
        self.telegram.limits = FloodLimits()
        self.account = self.telegram.add_bot(
            self.token, username=BOT_USERNAME, first_name="Handover"
        )
        self.owner: LocalUser = self.telegram.add_user("Olu", phone="+2348010000001")
        self.calls = TelegramLog(self.telegram.asgi, self.moments)
        self.telegram_wire = TcpProxy(telegram_wire, telegram)
        self.fleet_wire = TcpProxy(fleet_wire, fleet)
        self.parcels = Parcels()
        self.posted = Postings(_NEVER, 0)
        self.texts = Postings(_NEVER, 0)
        self.texts.listeners.append(lambda text: self.parcels.read(read_message(text.body)))
        self.shop: FleetClient = PatientShop(Wire(self._fleet_url(fleet), self.api_key))
        ports = [(free_port(), free_port()) for _ in range(replicas)]
        self.bot_wires = [TcpProxy(wire, port) for wire, port in ports]
        self._bot_origins = [f"http://127.0.0.1:{wire}" for wire, _ in ports]
        self.bots = [self._bot(number, port) for number, (_, port) in enumerate(ports, 1)]
        self.fleet = self._fleet()
        self._stack = AsyncExitStack()

    @property
    def store(self) -> Path:
        """The folder with what the bot remembers, where that is in files."""
        return self.folder / "store"

    @property
    def bot_url(self) -> str:
        """The address of the bot's database."""
        return self._url("bot")

    @property
    def fleet_url(self) -> str:
        """The address of the fleet service's database."""
        return self._url("fleet")

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            stack.callback(self.disk.close)
            await stack.enter_async_context(self.shop)
            await self._open_wires(stack)
            await self.telegram.start()
            stack.push_async_callback(self.telegram.stop)
            key_file = self.store / "handover.key"
            await asyncio.to_thread(key_of, SCHEMA, self.bot_url, key_file)
            for machine in (*self.bots, self.fleet):
                stack.push_async_callback(machine.kill)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def prepare(self, work: Callable[[Environment], Any]) -> None:
        """Set the fleet service up before it runs."""
        settings = ServiceSettings(
            database_url=self.fleet_url, secret=key_from(self.folder / "fleet.key")
        )
        async with operated(settings) as environments:
            environment = environments[ENVIRONMENT]
            await set_key(environment, self.api_key)
            events = f"https://127.0.0.1:{self._door}{fleet_path(ENVIRONMENT)}"
            await set_webhook(environment, events)
            await work(environment)

    async def start(self) -> None:
        """Start all programs, and return when they take requests."""
        for machine in (self.fleet, *self.bots):
            await machine.spawn()
        for machine in (self.fleet, *self.bots):
            await machine.ready()

    async def _open_wires(self, stack: AsyncExitStack) -> None:
        for wire in (self.telegram_wire, self.fleet_wire, *self.bot_wires):
            await stack.enter_async_context(wire)
        await stack.enter_async_context(Server(self.calls, port=self._telegram_port))
        texts = self.texts.around(_take)
        await stack.enter_async_context(Server(texts, port=self._texts_port))
        patience = _ALONE_PATIENCE if len(self.bots) == 1 else _REPLICA_PATIENCE
        bots = Balancer(self._bot_origins, patience=patience, repeats=len(self.bots) > 1)
        stack.push_async_callback(bots.close)
        files = {"certfile": self._certificates.certificate, "keyfile": self._certificates.key}
        door = self.posted.around(self._telling(bots))
        await stack.enter_async_context(Server(door, port=self._door, **files))

    def _telling(self, bots: ASGIApp) -> ASGIApp:
        """Tell when something is posted to a bot, and when it has acknowledged that."""

        async def post(scope: Scope, receive: Receive, send: Send) -> None:
            async def answer(message: Message) -> None:
                if message.get("status") == 200:
                    self.moments.come(Moment.WEBHOOK_ANSWERED)
                await send(message)

            self.moments.come(Moment.WEBHOOK_ARRIVED)
            await bots(scope, receive, answer)

        return post

    def _bot(self, number: int, port: int) -> Machine:
        settings = self._bot_settings(port)
        config = self.folder / f"bot-{number}.toml"
        return Machine(config, settings, "tests.faults.storm.bot_program", port)

    def _bot_settings(self, port: int) -> dict[str, dict[str, Any]]:
        return {
            "telegram": {
                "token": self.token,
                "owners": [self.owner.id],
                "mode": self._mode,
                "webhook_secret": "no-secret-is-needed-here",
                "api_url": f"http://127.0.0.1:{self._telegram_wire_port}",
            },
            "fleet": {
                "base_url": self._fleet_url(self._fleet_wire_port),
                "environment": ENVIRONMENT,
                "api_key": self.api_key,
            },
            "business": {"undo_seconds": 0, "country": "NG"},
            # What one copy of a database knows, and the one that is put back does not, is found out
            # by that.
            "alarms": {"not_accepted_minutes": 1},
            "web": {"port": port, "public_url": f"https://127.0.0.1:{self._door}"},
            "store": {"url": self.bot_url, "key_file": str(self.store / "handover.key")},
        }

    def _fleet(self) -> Machine:
        port = self._fleet_port
        settings: dict[str, dict[str, Any]] = {
            "store": {"url": self.fleet_url, "key_file": str(self.folder / "fleet.key")},
            "web": {"port": port, "public_url": f"http://127.0.0.1:{port}"},
            "webhooks": {"ca_file": str(self._certificates.authority)},
            "codes": {"length": _CODE_LENGTH},
            "sms": {"sender": "http", "url": f"http://127.0.0.1:{self._texts_port}/texts"},
        }
        config = self.folder / "service.toml"
        return Machine(config, settings, "tests.faults.storm.fleet_service", port)

    def _file_url(self, name: str) -> str:
        folder = self.store if name == "bot" else self.folder
        return f"sqlite+aiosqlite:///{folder}/{name}.db"

    @staticmethod
    def _fleet_url(port: int) -> str:
        return f"http://127.0.0.1:{port}/{ENVIRONMENT}/api/v1"


async def _take(scope: Scope, receive: Receive, send: Send) -> None:
    await Request(scope, receive).body()
    await Response()(scope, receive, send)
