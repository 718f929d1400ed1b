"""The context: the things that every action works with."""

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
"""The word behind /start for somebody who was asked to say hello, without an invitation."""


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """The identity of this bot, its environment, and the wishes of the business.

    `zone` is the business's time zone. Riders can take a change back within `undo`. Pictures are
    shown from `photo_hosts` only. People who need a person are told the business's name and phone.
    `country` (ISO 3166, two letters) applies to phone numbers without one. `certificate` is the
    file that the bot itself uses for TLS. A rider who carries more cash than `cash_limit`, in
    hundredths, is told so; 0 means no limit.
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
        """The mark on every message of a test environment."""
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
    """The number of deliveries in the account, in all and by state, as the fleet service counts."""

    total: int
    counts: DeliveryCounts


@dataclass(slots=True)
class LastLook:
    """The time of the last full comparison with the fleet service, and its numbers just before.

    Without `numbers` later numbers cannot show that nothing has changed.
    """

    at: datetime | None = None
    numbers: Numbers | None = None


@dataclass(slots=True)
class TelegramAbilities:
    """The features of the Bot API server; one counts as there until the server refuses it."""

    takes_ephemeral: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """The store, the fleet service, the time, the key and the figures, to hand around.

    `door` is the operator's door of a fleet service that has one, where the settings name it.
    `reader` reads files from strangers.
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
        """The current day in the business's time zone."""
        return day_of(self.clock.now(), self.identity.zone)

    def guarded(self, check: Callable[[], None]) -> "Context":
        """Return this context with a check before each question to the fleet service."""
        door = self.door.guarded(check) if self.door else None
        return replace(self, fleet=self.fleet.guarded(check), door=door)
