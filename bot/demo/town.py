"""The town: all that a delivery needs, started together and connected by HTTP and TLS."""

import os
import secrets
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Literal, Self
from zoneinfo import ZoneInfo

from starlette.types import ASGIApp

from bot.app import Handover
from bot.base.clock import Clock, SystemClock
from bot.base.http.server import Server
from bot.config import BusinessSettings, FleetSettings, Settings
from bot.demo.certificates import Certificates
from bot.fleet import FleetClient, Wire
from bot.local_telegram import LocalTelegram, LocalUser, World
from bot.service.app import FleetService, make_server
from bot.service.mail import MailCarrier, OutboxMail
from bot.service.operations.keys import new_operator_key, set_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.settings import (
    BookingSettings,
    OrganizationSettings,
    ServiceSettings,
    random_digits,
)
from bot.service.sms import OutboxSms, Sms
from bot.web.routes import fleet_path
from bot.workers.fleet_connection import profile_of

ENVIRONMENT: Literal["development"] = "development"
BOT_USERNAME = "handover_demo_bot"
_BOOKINGS = BookingSettings(link_url="https://couriers.example/book", open=True)

_PORTS = range(20_000, 32_000)
# In turn, because a port stays free until somebody listens on it, and a town needs two. Other
# processes begin at another port.
_NEXT_PORTS = islice(cycle(_PORTS), secrets.randbelow(len(_PORTS)), None)
_HELD_PORTS: deque[int] = deque()
"""File descriptors of the sockets that hold ports; they stay open until this process ends."""
_MOST_HELD = 100

Mode = Literal["polling", "webhook"]


@dataclass(frozen=True)
class TownRecord:
    """The state of a town that is not in the files of its folder."""

    api_key: str
    operator_key: str
    secret: bytes
    telegram: World
    texts: tuple[Sms, ...] = ()


class Town:
    """A fleet service, a local Telegram and one bot that works between them.

    `account` is the bot in Telegram; `owner` owns the business and also dispatches; `shop` is the
    API client of the business's own system, which creates deliveries. The fleet service sends its
    webhooks to `events_url`.

    `bot_clock` makes a clock for each start of the bot, as on a machine of its own.
    `changed_settings` overrule the bot's settings, section by section. `around_fleet` wraps the
    app of the fleet service. With `accepted_first` that service wants a delivery accepted before
    its pickup. `draw` makes the codes. Without `mail`, invitations stay in an outbox. The fleet
    service counts days in `fleet_zone`, or in the bot's zone. With `bot_pages`, text messages lead
    receivers to a page of the bot, otherwise into Telegram. With a copy of another town's folder
    and its `record`, this town goes on from there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        mode: Mode = "webhook",
        clock: Clock | None = None,
        bot_clock: Callable[[], Clock] | None = None,
        certificates: Certificates | None = None,
        changed_settings: Mapping[str, Mapping[str, Any]] | None = None,
        around_fleet: Callable[[ASGIApp], ASGIApp] | None = None,
        code_length: int = 4,
        draw: Callable[[int], str] = random_digits,
        mail: MailCarrier | None = None,
        accepted_first: bool = False,
        fleet_zone: ZoneInfo | None = None,
        currency: str = "NGN",
        bot_pages: bool = False,
        record: TownRecord | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock or SystemClock()
        self._bot_clock = bot_clock or (lambda: self.clock)
        self.certificates = certificates or Certificates.make(folder)
        self.mode: Mode = mode
        record = record or _nothing_yet(self.clock)
        self.api_key = record.api_key
        self.operator_key = record.operator_key
        self._secret = record.secret
        self.bot_port = free_port()
        self.sms = OutboxSms(record.texts)
        self.mail = mail or OutboxMail()
        self.telegram = LocalTelegram(
            world=record.telegram.copy(self.clock), ca_file=self.certificates.authority
        )
        self.account = self.telegram.world.only_bot()
        self.owner = self.person("Olu", "+2348010000001")
        self.fleet_port = free_port()
        self.fleet_url = f"https://127.0.0.1:{self.fleet_port}/{ENVIRONMENT}/api/v1"
        self.events_url = f"https://127.0.0.1:{self.bot_port}{fleet_path(ENVIRONMENT)}"
        self._telegram_url = ""
        self._changed = changed_settings or {}
        bot_url = f"https://127.0.0.1:{self.bot_port}" if bot_pages else ""
        self.service = self._make_service(
            code_length, draw, accepted_first, fleet_zone, currency, bot_url
        )
        app = self.service.asgi
        self._fleet_app = around_fleet(app) if around_fleet else app
        self._fleet_server: Server | None = None
        # The shop's client is configured as the bot's: both speak to the same service.
        settings = self.settings
        fleet = FleetSettings.model_validate(settings["fleet"])
        profile = profile_of(fleet, settings["business"].get("email", ""))
        wire = Wire(self.fleet_url, self.api_key, ca_file=self.certificates.authority)
        self.shop = FleetClient(wire, profile)
        self._stack = AsyncExitStack()
        self.bot: Handover | None = None

    def _make_service(
        self,
        code_length: int,
        draw: Callable[[int], str],
        accepted_first: bool,
        zone: ZoneInfo | None,
        currency: str,
        bot_url: str,
    ) -> FleetService:
        zone = zone or BusinessSettings.model_validate(self.settings["business"]).zone
        settings = ServiceSettings(
            database_url=f"sqlite+aiosqlite:///{self.folder}/fleet.db",
            secret=self._secret,
            public_url=f"https://127.0.0.1:{self.fleet_port}",
            webhook_ca_file=self.certificates.authority,
            code_length=code_length,
            draw=draw,
            accepted_first=accepted_first,
            bot_username=BOT_USERNAME,
            bot_url=bot_url,
            sends_mail=True,
            organization=OrganizationSettings(
                bookings={ENVIRONMENT: _BOOKINGS}, time_zone=zone, currency=currency
            ),
        )
        return FleetService(settings, sms=self.sms, mail=self.mail, clock=self.clock)

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        """The bot's settings as the content of its config file."""
        files = self.certificates
        settings: dict[str, dict[str, Any]] = {
            "telegram": {
                "token": self.account.token,
                "owners": [self.owner.id],
                "mode": self.mode,
                "webhook_secret": "the-demo-needs-no-better-secret",
                "api_url": self._telegram_url,
                # The local Telegram has no limits to keep, and nobody wants to wait.
                "messages_per_second": 100_000,
                "chat_per_second": 1000,
                "group_per_minute": 60_000,
            },
            "fleet": {
                "base_url": self.fleet_url,
                "environment": ENVIRONMENT,
                "api_key": self.api_key,
                "ca_file": str(files.authority),
            },
            # No time to undo: in most stories nobody slips.
            "business": {"undo_seconds": 0},
            "web": {
                "port": self.bot_port,
                "public_url": f"https://127.0.0.1:{self.bot_port}",
                "tls_cert": str(files.certificate),
                "tls_key": str(files.key),
            },
            "store": {
                "url": f"sqlite+aiosqlite:///{self.folder}/handover.db",
                "key_file": str(self.folder / "handover.key"),
            },
        }
        if self.operator_key:
            operator_url = f"https://127.0.0.1:{self.fleet_port}/{ENVIRONMENT}/operator/v1"
            settings["fleet"]["operator_url"] = operator_url
            settings["fleet"]["operator_key"] = self.operator_key
        for section, values in self._changed.items():
            settings[section] = {**settings.get(section, {}), **values}
        return settings

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await self.service.start()
            stack.push_async_callback(self.service.stop)
            if not self.operator_key:
                await set_key(self.service.environment(ENVIRONMENT), self.api_key)
                self.operator_key = await new_operator_key(self.service.environment(ENVIRONMENT))
            await set_webhook(self.service.environment(ENVIRONMENT), self.events_url)
            stack.push_async_callback(self.close_fleet)
            await self.open_fleet()
            telegram = await stack.enter_async_context(Server(self.telegram.asgi))
            await self.telegram.start()
            stack.push_async_callback(self.telegram.stop)
            self._telegram_url = telegram.url
            await stack.enter_async_context(self.shop)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop_bot()
        await self._stack.aclose()

    async def open_fleet(self) -> None:
        """Start the fleet service's server, so that the service can be reached."""
        files = self.certificates
        server = make_server(
            self._fleet_app,
            port=self.fleet_port,
            certfile=files.certificate,
            keyfile=files.key,
        )
        self._fleet_server = await server.__aenter__()

    async def close_fleet(self) -> None:
        """Stop the fleet service's server; its database and its senders go on."""
        if self._fleet_server is not None:
            server, self._fleet_server = self._fleet_server, None
            await server.__aexit__(None, None, None)

    @property
    def fleet_is_open(self) -> bool:
        return self._fleet_server is not None

    async def start_bot(self) -> Handover:
        """Start the bot with the settings of the town, never with those of the environment."""
        handover = Handover(Settings.model_validate(self.settings), self._bot_clock())
        self.bot = await handover.__aenter__()
        return self.bot

    async def stop_bot(self) -> None:
        if self.bot is not None:
            bot, self.bot = self.bot, None
            await bot.__aexit__(None, None, None)

    async def idle(self) -> None:
        """Wait until nothing is due anywhere in the town."""
        # The work of one part may make work for another, so ask all until none has done any.
        activity = -1
        while activity != self._activity:
            activity = self._activity
            await self.service.idle()
            await self.telegram.idle()
            if self.bot is not None:
                await self.bot.idle()

    @property
    def _activity(self) -> int:
        worked = self.bot.worked if self.bot is not None else 0
        return worked + len(self.telegram.calls)

    def record(self) -> TownRecord:
        """Return the state so far; a town that goes on from it also needs a copy of the folder."""
        telegram = self.telegram.world.copy(self.clock)
        texts = tuple(self.sms.messages)
        return TownRecord(self.api_key, self.operator_key, self._secret, telegram, texts)

    def person(self, first_name: str, phone: str) -> LocalUser:
        """Return the user of Telegram with a phone number; add one if there is none."""
        people = self.telegram.world.people.values()
        owners = (p for p in people if isinstance(p, LocalUser) and p.phone == phone)
        return next(owners, None) or self.telegram.add_user(first_name, phone=phone)

    def code_for(self, phone: str) -> str:
        """Return the newest code that was sent to a phone number (E.164) by text message.

        Raises:
            IndexError: none was sent.
        """
        texts = [
            sms.text for sms in self.sms.messages if sms.phone == phone and "code: " in sms.text
        ]
        return texts[-1].split("code: ")[1].split(" ")[0]


def _nothing_yet(clock: Clock) -> TownRecord:
    """Return new keys, and a Telegram that holds only the bot."""
    telegram = LocalTelegram(clock=clock)
    token = f"1000000001:{secrets.token_urlsafe(26)[:35]}"
    telegram.add_bot(token, username=BOT_USERNAME, first_name="Handover")
    return TownRecord(secrets.token_urlsafe(24), "", secrets.token_bytes(32), telegram.world)


def free_port() -> int:
    """Return a free port on loopback, another one each time.

    It is below the range of outgoing connections, so that none of them takes it before somebody
    listens on it. A datagram socket of the same number reserves it among the processes that call
    this function; it does not keep a server from listening on the port.

    Raises:
        OSError: there is no free port.
    """
    for port in islice(_NEXT_PORTS, len(_PORTS)):
        held = socket.socket(type=socket.SOCK_DGRAM)
        try:
            held.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            held.close()
            continue
        _HELD_PORTS.append(held.detach())
        if len(_HELD_PORTS) > _MOST_HELD:
            os.close(_HELD_PORTS.popleft())
        return port
    raise OSError("there is no free port on loopback")
