"""The settings: read from a TOML file, overruled by environment variables, checked at once.

`HANDOVER_TELEGRAM__TOKEN` in the environment overrules `token` in the section `[telegram]`, and so
on for every setting. A setting that is missing, misspelt or wrong is one sentence that names it.
"""

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat
from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import SettingsConfigDict

from bot.base.engine import CONNECTIONS
from bot.base.settings_source import (
    Connections,
    FromOutside,
    LogSettings,
    RetentionSettings,
    Section,
    load_settings,
)

_LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}
_WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{0,256}")
_HOW_TO_WRITE_PHONE = "must be a phone number with its country, such as +234 803 000 0000"
_YEAR = 366 * 24 * 60
"""Minutes; longer waits are no settings, and overflow where times are reckoned."""


def _https_or_local(url: str) -> str:
    parts = urlsplit(url)
    if not parts.hostname or parts.port == 0:  # reading the port raises for one that is none
        raise ValueError("must name a host, and a port only if there is a special one")
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOCAL_HOSTS):
        return url.rstrip("/")
    raise ValueError("must be an https:// address")


def _filled(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().strip():
        raise ValueError("must not be empty")
    return value


def _as_telegram_takes_it(secret: SecretStr) -> SecretStr:
    if not _WEBHOOK_SECRET.fullmatch(secret.get_secret_value()):
        raise ValueError("must be at most 256 letters, digits, _ and -")
    return secret


SafeUrl = Annotated[str, AfterValidator(_https_or_local)]
Secret = Annotated[SecretStr, AfterValidator(_filled)]
UserId = Annotated[int, Field(gt=0, lt=2**52)]
"""A person in Telegram; groups have negative numbers."""


class TelegramSettings(Section):
    token: Secret
    owners: tuple[UserId, ...] = Field(min_length=1)
    mode: Literal["polling", "webhook"] = "polling"
    webhook_secret: Annotated[SecretStr, AfterValidator(_as_telegram_takes_it)] = SecretStr("")
    api_url: SafeUrl = "https://api.telegram.org"
    messages_per_second: float = Field(default=30, gt=0, le=100_000)
    chat_per_second: float = Field(default=1, gt=0, le=100_000)
    group_per_minute: float = Field(default=20, gt=0, le=60_000)


class FleetSettings(Section):
    base_url: SafeUrl
    environment: Literal["production", "development"] = "production"
    api_key: Secret
    former_api_key: SecretStr = SecretStr("")
    ca_file: Path | None = None
    reconcile_minutes: float = Field(default=5, gt=0, le=_YEAR)

    @property
    def webhook_keys(self) -> list[str]:
        """The keys that a webhook may be signed with: during a rotation there are two."""
        keys = (self.api_key.get_secret_value(), self.former_api_key.get_secret_value())
        return [key for key in keys if key]


class WebSettings(Section):
    host: str = "127.0.0.1"
    port: int = Field(default=8443, ge=0, le=65535)
    public_url: SafeUrl | None = None
    metrics_token: SecretStr = SecretStr("")
    tls_cert: Path | None = None
    tls_key: Path | None = None


class StoreSettings(Section):
    url: str = "sqlite+aiosqlite:///handover.db"
    key_file: Path = Path("handover.key")
    connections: Connections = CONNECTIONS

    @property
    def password(self) -> str:
        return unquote(urlsplit(self.url).password or "")


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError("must name a time zone, such as Africa/Lagos") from error
    return name


def _phone(number: str) -> str:
    if not number:
        return number
    try:
        parsed = phonenumbers.parse(number)
    except NumberParseException as error:
        raise ValueError(_HOW_TO_WRITE_PHONE) from error
    if not phonenumbers.is_possible_number(parsed):
        raise ValueError(_HOW_TO_WRITE_PHONE)
    return phonenumbers.format_number(parsed, PhoneNumberFormat.INTERNATIONAL)


def _country(region: str) -> str:
    if region and region.upper() not in phonenumbers.SUPPORTED_REGIONS:
        raise ValueError("must be a country as two letters, such as NG")
    return region.upper()


class BusinessSettings(Section):
    """`name` and `phone` are told to people who need a person."""

    name: str = Field(default="", max_length=64)
    phone: Annotated[str, AfterValidator(_phone)] = ""
    country: Annotated[str, AfterValidator(_country)] = ""
    timezone: Annotated[str, AfterValidator(_zone)] = "UTC"
    undo_seconds: float = Field(default=8, ge=0, le=60)
    photo_hosts: frozenset[str] = frozenset()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


class AlarmSettings(Section):
    """After how many minutes dispatchers are told; 0 for never."""

    not_accepted_minutes: float = Field(default=10, ge=0, le=_YEAR)
    in_transit_minutes: float = Field(default=120, ge=0, le=_YEAR)
    handover_minutes: float = Field(default=15, ge=0, le=_YEAR)
    silent_webhooks_minutes: float = Field(default=15, ge=0, le=_YEAR)


class Settings(Section):
    telegram: TelegramSettings
    fleet: FleetSettings
    web: WebSettings = WebSettings()
    store: StoreSettings = StoreSettings()
    business: BusinessSettings = BusinessSettings()
    alarms: AlarmSettings = AlarmSettings()
    retention: RetentionSettings = RetentionSettings()
    log: LogSettings = LogSettings()

    @model_validator(mode="after")
    def _webhook_needs_an_address(self) -> "Settings":
        if self.telegram.mode == "webhook" and self.web.public_url is None:
            raise ValueError("telegram.mode = webhook needs web.public_url")
        if self.telegram.mode == "webhook" and not self.telegram.webhook_secret.get_secret_value():
            raise ValueError("telegram.mode = webhook needs telegram.webhook_secret")
        return self

    @property
    def secrets(self) -> list[str]:
        held = (
            self.telegram.token,
            self.telegram.webhook_secret,
            self.fleet.api_key,
            self.fleet.former_api_key,
            self.web.metrics_token,
        )
        told = [secret.get_secret_value() for secret in held]
        return [secret for secret in (*told, self.store.password) if secret]


class _FromOutside(Settings, FromOutside):
    model_config = SettingsConfigDict(env_prefix="HANDOVER_", env_nested_delimiter="__")


def load(path: Path) -> Settings:
    """Read the settings from a TOML file and the environment.

    Raises:
        ConfigError: one sentence that names the setting.
    """
    return load_settings(
        _FromOutside, path, without="copy config.example.toml to it and fill it in"
    )
