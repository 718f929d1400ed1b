"""The context: what every action works with."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from urllib.parse import urlsplit

from bot.actions.rider_directory import RiderDirectory
from bot.base.clock import Clock
from bot.base.database.database import Database
from bot.base.days import day_of
from bot.base.file_reader import FileReader
from bot.base.vault import Vault
from bot.fleet import DeliveryCounts, FleetClient, OperatorDoor
from bot.metrics import Metrics
from bot.texts.html import Html

HELLO = "hello"
"""What follows /start where somebody was only asked to say hello, and has no invitation."""


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """Which bot this is, whose environment it works in, and how the business wants it to work.

    `zone` is the business's time zone. Within `undo` a change of a rider can be taken back.
    Pictures are shown from `photo_hosts` only. People who need a person are told the business's
    name and phone. `country` (ISO 3166, two letters) is that of numbers without one. `certificate`
    is the file that the bot itself speaks TLS with. Who carries more cash than `cash_limit`, in
    hundredths, is told so; 0 is not a limit.
    """

    bot_id: int
    bot_username: str
    environment: str
    zone: tzinfo = UTC
    undo: timedelta = timedelta()
    photo_hosts: frozenset[str] = frozenset()
    business_name: str = ""
    business_phone: str = ""
    country: str = ""
    certificate: Path | None = None
    cash_limit: int = 0

    @property
    def mark(self) -> Html:
        """The sign that every message of a test environment carries."""
        return Html("") if self.environment == "production" else Html("🧪 ")

    def shows(self, url: str) -> bool:
        """Tell whether a picture on the web comes from a host that may be shown."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme == "https" and parts.hostname in self.photo_hosts

    def link(self, payload: str) -> str:
        return f"https://t.me/{self.bot_username}?start={payload}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many deliveries the account has in all, and by state, as the fleet service says."""

    total: int
    counts: DeliveryCounts


@dataclass(slots=True)
class LastLook:
    """When all was last compared with the fleet service, and its numbers just before.

    Without `numbers` nothing can be told from those of later.
    """

    at: datetime | None = None
    numbers: Numbers | None = None


@dataclass(slots=True)
class TelegramAbilities:
    """What the Bot API server can do, as far as it has not shown that it cannot."""

    takes_ephemeral: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """The store, the fleet service, the time, the key and the figures, to hand around.

    `door` is the operator's door of a fleet service that has one, where the settings name it.
    `reader` reads what strangers send.
    """

    database: Database
    fleet: FleetClient
    riders: RiderDirectory
    clock: Clock
    vault: Vault
    identity: BotIdentity
    metrics: Metrics
    door: OperatorDoor | None = None
    reader: FileReader = field(default_factory=FileReader)
    last_look: LastLook = field(default_factory=LastLook)
    telegram: TelegramAbilities = field(default_factory=TelegramAbilities)

    @property
    def today(self) -> date:
        """Which day it is for the business."""
        return day_of(self.clock.now(), self.identity.zone)

    def guarded(self, check: Callable[[], None]) -> "Context":
        """Return this for somebody who may lose the right to ask the fleet service."""
        door = self.door.guarded(check) if self.door else None
        return replace(self, fleet=self.fleet.guarded(check), door=door)
