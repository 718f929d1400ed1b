"""The settings: read from a TOML file, overruled by environment variables, checked at once.

`HANDOVER_TELEGRAM__TOKEN` in the environment overrules `token` in the section `[telegram]`, and so
on for every setting. Each missing, misspelt or wrong setting is reported in one sentence.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar, Literal
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import SettingsConfigDict

from bot.base.database.engine import CONNECTIONS
from bot.base.database.url import DatabaseUrl
from bot.base.settings.loader import (
    Connections,
    FromOutside,
    LogSettings,
    RetentionSettings,
    Section,
    load_settings,
    overruled,
    secret_files,
    settings_of,
    variables,
)
from bot.setting_kinds import (
    ENVIRONMENTS,
    Country,
    Email,
    FilledKey,
    FleetUrl,
    Host,
    Key,
    OperatorUrl,
    Phone,
    Proxy,
    PublicUrl,
    SafeUrl,
    Token,
    UserId,
    WebhookSecret,
    Zone,
    check_plain_http,
    is_local,
)

_TELEGRAM = "https://api.telegram.org"
_PORTS = (80, 88, 443, 8443)
_YEAR = 366 * 24 * 60
"""Minutes; longer waits make no sense, and would overflow in calculations with times."""


class TelegramSettings(Section):
    token: Token
    owners: tuple[UserId, ...] = Field(min_length=1)
    mode: Literal["polling", "webhook"] = "polling"
    webhook_secret: WebhookSecret = SecretStr("")
    api_url: SafeUrl = _TELEGRAM
    proxy: Proxy = SecretStr("")
    rich: Literal["auto", "never"] = "auto"
    messages_per_second: float = Field(default=30, gt=0, le=100_000)
    chat_per_second: float = Field(default=1, gt=0, le=100_000)
    group_per_minute: float = Field(default=20, gt=0, le=60_000)

    @property
    def bot_id(self) -> int:
        """The bot's own number, which its token begins with."""
        return int(self.token.get_secret_value().partition(":")[0])


BodyEncoding = Literal["json", "form"]


class EncodingSettings(Section):
    """The encoding of each body to the fleet service; None means as the contract shows it."""

    create_delivery: BodyEncoding | None = None
    update_delivery: BodyEncoding | None = None
    assign: BodyEncoding | None = None
    update_status: BodyEncoding | None = None
    create_rider: BodyEncoding | None = None
    change_rider_status: BodyEncoding | None = None


class FleetSettings(Section):
    go_together = ("operator_url", "operator_key")

    allow_http: bool = False
    base_url: FleetUrl
    environment: Literal["production", "development"] = "production"
    api_key: FilledKey
    former_api_key: Key = SecretStr("")
    operator_url: OperatorUrl = ""
    operator_key: Key = SecretStr("")
    ca_file: Path | None = None
    proxy: Proxy = SecretStr("")
    reconcile_minutes: float = Field(default=5, gt=0, le=_YEAR)
    no_wish: Literal["auto", "empty", "tokens", "filled", "named", "omitted"] = "auto"
    per_page: int | None = Field(default=None, ge=1, le=1000)
    encoding: EncodingSettings = EncodingSettings()

    @field_validator("base_url", "operator_url")
    @classmethod
    def _plain_where_allowed(cls, url: str, section: ValidationInfo) -> str:
        if url:
            check_plain_http(url, allowed=bool(section.data.get("allow_http")))
        return url

    @property
    def other_environments(self) -> set[str]:
        return {*ENVIRONMENTS} - {self.environment}

    @property
    def webhook_keys(self) -> list[str]:
        """The keys that a webhook may be signed with: during a rotation there are two."""
        keys = (self.api_key.get_secret_value(), self.former_api_key.get_secret_value())
        return [key for key in keys if key]


class WebSettings(Section):
    go_together = ("tls_cert", "tls_key")

    host: str = "127.0.0.1"
    port: int = Field(default=8443, ge=0, le=65535)
    public_url: PublicUrl | None = None
    metrics_token: FilledKey = SecretStr("")
    tls_cert: Path | None = None
    tls_key: Path | None = None


class StoreSettings(Section):
    url: DatabaseUrl = "sqlite+aiosqlite:///handover.db"
    key_file: Path = Path("handover.key")
    connections: Connections = CONNECTIONS

    @property
    def password(self) -> str:
        return unquote(urlsplit(self.url).password or "")


class BusinessSettings(Section):
    """The business; the bot gives `name` and `phone` to people who need a person."""

    name: str = Field(default="", max_length=64)
    phone: Phone = ""
    email: Email = ""
    country: Country = ""
    timezone: Zone = "UTC"
    undo_seconds: float = Field(default=8, ge=0, le=60)
    cash_limit: Decimal = Field(default=Decimal(0), ge=0, le=10**9, decimal_places=2)
    photo_hosts: frozenset[Host] = frozenset()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


class AlarmSettings(Section):
    """The minutes after which dispatchers are alarmed; 0 means never."""

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
    def _fit_together(self) -> "Settings":
        if misfits := "\n".join(self._misfits()):
            raise ValueError(misfits)
        return self

    def _misfits(self) -> Iterator[str]:
        """Yield a line for each setting that is right by itself but does not fit the others."""
        telegram, web = self.telegram, self.web
        if telegram.bot_id in telegram.owners:
            yield "telegram.owners must be people, and one of them is the bot itself"
        addresses = {"base_url": self.fleet.base_url, "operator_url": self.fleet.operator_url}
        for setting, url in addresses.items():
            if {*urlsplit(url).path.split("/")[-3:-2]} & self.fleet.other_environments:
                yield (
                    f"fleet.{setting} leads to another environment than {self.fleet.environment},"
                    " which is fleet.environment; let both name the same"
                )
        if telegram.mode == "polling":
            return
        if web.public_url is None:
            yield "telegram.mode = webhook needs web.public_url"
        elif is_local(web.public_url) and not is_local(telegram.api_url):
            yield "web.public_url is this machine itself, where Telegram's webhooks do not come"
        elif telegram.api_url == _TELEGRAM and (urlsplit(web.public_url).port or 443) not in _PORTS:
            yield "web.public_url must be at port 443, 80, 88 or 8443: Telegram sends to no other"
        if not telegram.webhook_secret.get_secret_value():
            yield "telegram.mode = webhook needs telegram.webhook_secret"

    @property
    def outline(self) -> dict[str, object]:
        """The settings that matter first in the search for a fault, without secrets."""
        telegram, fleet = self.telegram, self.fleet
        proxies = {"telegram": telegram.proxy, "fleet": fleet.proxy}
        return {
            "environment": fleet.environment,
            "mode": telegram.mode,
            "address": f"{self.web.host}:{self.web.port}",
            "public_url": self.web.public_url,
            "owners": len(telegram.owners),
            "timezone": self.business.timezone,
            "proxy": [name for name, proxy in proxies.items() if proxy.get_secret_value()],
        }

    @property
    def secrets(self) -> list[str]:
        secrets = (
            self.telegram.token,
            self.telegram.webhook_secret,
            self.fleet.api_key,
            self.fleet.former_api_key,
            self.fleet.operator_key,
            self.web.metrics_token,
        )
        values = [secret.get_secret_value() for secret in secrets]
        # Only the password in a proxy's address is a secret.
        proxies = (self.telegram.proxy, self.fleet.proxy)
        passwords = [urlsplit(proxy.get_secret_value()).password or "" for proxy in proxies]
        values += [self.store.password, *map(unquote, passwords)]
        return [value for value in values if value]


class _FromOutside(Settings, FromOutside):
    others: ClassVar = ("HANDOVER_SERVICE__",)
    model_config = SettingsConfigDict(env_prefix="HANDOVER_", env_nested_delimiter="__")


def load(path: Path) -> Settings:
    """Read the settings from a TOML file and the environment.

    Raises:
        ConfigError: a sentence for each mistake, which names the setting.
    """
    return load_settings(
        _FromOutside,
        path,
        without="let `handover init` make it, or copy config.example.toml to it and fill it in",
    )


def settings_in(content: Mapping[str, Any], path: Path) -> Settings:
    """Read the settings from the content of a TOML file at `path`, and the environment.

    Raises:
        WrongSettings: with each mistake.
        ConfigError: a secret's file is not text.
    """
    return settings_of(_FromOutside, content, path)


def set_in_environment() -> Mapping[str, str]:
    """Return the variables and secret files that set settings, by the setting."""
    return {**secret_files(_FromOutside), **variables(_FromOutside)}


def shadows(path: Path) -> list[str]:
    """Return the variables of the environment that overrule settings in a TOML file.

    Raises:
        ConfigError: the file cannot be read.
    """
    return overruled(_FromOutside, path)
