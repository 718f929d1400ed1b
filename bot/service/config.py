"""The service's config file: TOML, overruled by the environment, checked at once.

`HANDOVER_SERVICE__SMS__HEADER_VALUE` in the environment overrules `header_value` in the section
`[sms]`, and so on for every setting. Without a file every setting has its default.
"""

from collections.abc import Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    Field,
    IPvAnyNetwork,
    JsonValue,
    SecretStr,
    model_validator,
)
from pydantic_settings import SettingsConfigDict
from sqlalchemy import make_url

from bot.base.database.engine import CONNECTIONS
from bot.base.database.key_file import key_of, new_key_of
from bot.base.database.url import DatabaseUrl
from bot.base.http.server import TRUSTED_PROXIES
from bot.base.settings.loader import (
    Connections,
    FromOutside,
    LogSettings,
    RetentionSettings,
    Section,
    filled,
    load_settings,
    without_blanks,
)
from bot.service.addresses import LOOPBACK, is_http, is_https_or_local
from bot.service.mail import Mailbox, Security
from bot.service.reach import WebhookReach
from bot.service.settings import (
    CODE_LENGTHS,
    OrganizationSettings,
    PayloadShape,
    ReceiptSettings,
    ServiceSettings,
    is_bot_name,
)
from bot.service.sms import Gateway
from bot.service.store.schema import SCHEMA
from bot.service.vocabulary import Language


def _origin(url: str) -> str:
    if not is_http(url):
        raise ValueError("must be an https:// or http:// address")
    return url.rstrip("/")


def _safe_origin(url: str) -> str:
    if not is_https_or_local(url):
        raise ValueError("must be an https:// address")
    return url.rstrip("/")


def _bot_name(name: str) -> str:
    bare = name.strip().removeprefix("@")
    if bare and not is_bot_name(bare):
        raise ValueError("must be the bot's name as it stands behind t.me/")
    return bare


class StoreSection(Section):
    url: DatabaseUrl = "sqlite+aiosqlite:///fleet.db"
    key_file: Path = Path("fleet.key")
    connections: Connections = CONNECTIONS


class WebSection(Section):
    go_together = ("certificate", "private_key")

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: Annotated[str, AfterValidator(_origin)] | None = None
    certificate: Path | None = None
    private_key: Path | None = None
    trusted_proxies: Sequence[IPvAnyNetwork] = [ip_network(each) for each in TRUSTED_PROXIES]
    metrics_token: Annotated[SecretStr, AfterValidator(without_blanks), AfterValidator(filled)] = (
        SecretStr("")
    )


class WebhookSection(Section):
    attempts: Literal[3, 4] = 4
    payload_shape: PayloadShape = "envelope"
    ca_file: Path | None = None
    allow_private: bool = False


class CodeSection(Section):
    length: int = Field(default=4, ge=CODE_LENGTHS.start, lt=CODE_LENGTHS.stop)


class DeliverySection(Section):
    accepted_first: bool = False


class BotSection(Section):
    username: Annotated[str, AfterValidator(_bot_name)] = ""
    public_url: Annotated[str, AfterValidator(_safe_origin)] | None = None


class SmsSection(Section):
    sender: Literal["console", "http"] = "console"
    language: Language | None = None
    url: str = ""
    header_name: str = "Authorization"
    header_value: Annotated[SecretStr, AfterValidator(without_blanks)] = SecretStr("")
    encoding: Literal["json", "form"] = "json"
    fields: Mapping[str, JsonValue] = Field(default={"to": "{phone}", "message": "{text}"})
    user: str = ""
    password: Annotated[SecretStr, AfterValidator(without_blanks)] = SecretStr("")
    sender_id: str = ""
    id_field: str = ""
    receipt_secret: Annotated[SecretStr, AfterValidator(without_blanks)] = SecretStr("")
    receipt_id_field: str = "id"
    receipt_status_field: str = "status"
    receipt_delivered: tuple[str, ...] = ("delivered",)
    receipt_under_way: tuple[str, ...] = ("accepted", "queued", "sending", "sent", "submitted")

    @model_validator(mode="after")
    def _http_needs_a_gateway(self) -> "SmsSection":
        if self.sender == "http":
            self.gateway()
        return self

    @model_validator(mode="after")
    def _receipts_need_a_name(self) -> "SmsSection":
        if self.receipts() and not self.id_field:
            raise ValueError("receipt_secret is set, and id_field is missing")
        return self

    def receipts(self) -> ReceiptSettings | None:
        """Return how the gateway reports on texts, if it does, or raise `ValueError`."""
        secret = self.receipt_secret.get_secret_value()
        if not secret:
            return None
        return ReceiptSettings(
            secret,
            id_field=self.receipt_id_field,
            status_field=self.receipt_status_field,
            # Gateways write the same status in either case.
            delivered=frozenset(map(str.casefold, self.receipt_delivered)),
            under_way=frozenset(map(str.casefold, self.receipt_under_way)),
        )

    def gateway(self) -> Gateway:
        """Return how to send to the gateway, or raise `ValueError`."""
        value = self.header_value.get_secret_value()
        headers = {self.header_name: value} if value else {}
        password = self.password.get_secret_value()
        return Gateway(
            self.url,
            self.fields,
            self.encoding,
            headers,
            self.user,
            password,
            self.sender_id,
            self.id_field,
        )


class MailSection(Section):
    host: str = ""
    port: int = Field(default=587, ge=1, le=65535)
    security: Security = "starttls"
    user: str = ""
    password: Annotated[SecretStr, AfterValidator(without_blanks)] = SecretStr("")
    sender: str = ""

    @model_validator(mode="after")
    def _a_server_needs_a_mailbox(self) -> "MailSection":
        if self.host:
            self.mailbox()
        return self

    def mailbox(self) -> Mailbox:
        """Return the server that mail is handed to, or raise `ValueError`."""
        password = self.password.get_secret_value()
        return Mailbox(self.host, self.port, self.security, self.sender, self.user, password)


class Config(Section):
    store: StoreSection = StoreSection()
    web: WebSection = WebSection()
    webhooks: WebhookSection = WebhookSection()
    codes: CodeSection = CodeSection()
    deliveries: DeliverySection = DeliverySection()
    bot: BotSection = BotSection()
    sms: SmsSection = SmsSection()
    mail: MailSection = MailSection()
    organization: OrganizationSettings = OrganizationSettings()
    retention: RetentionSettings = RetentionSettings()
    log: LogSettings = LogSettings()

    @property
    def origin(self) -> str:
        """The origin of links: the public address, or the one that is listened on."""
        web = self.web
        scheme = "https" if web.certificate else "http"
        # Without brackets the last part of an IPv6 address would be taken for the port.
        host = f"[{web.host}]" if ":" in web.host else web.host
        return web.public_url or f"{scheme}://{host}:{web.port}"

    @property
    def secrets(self) -> list[str]:
        # The log leaves these out wherever they occur.
        held = [
            self.sms.header_value.get_secret_value(),
            self.sms.password.get_secret_value(),
            self.sms.receipt_secret.get_secret_value(),
            self.mail.password.get_secret_value(),
            self.web.metrics_token.get_secret_value(),
            make_url(self.store.url).password,
        ]
        return [secret for secret in held if secret]

    def settings(self, *, with_new_key: bool = False) -> ServiceSettings:
        """Return the service's settings, with the secret read from its file.

        `with_new_key` makes a new file if the one of the database is lost.

        Raises:
            KeyFileUnusable: there is a file that holds no secret, none can be made, or one of
                database and file is there and the other is not.
            DatabaseUnusable: the database does not answer, or cannot be made.
        """
        store = self.store
        return ServiceSettings(
            database_url=store.url,
            database_connections=store.connections,
            secret=(
                new_key_of(SCHEMA, store.url, store.key_file)
                if with_new_key
                else key_of(SCHEMA, store.url, store.key_file)
            ),
            public_url=self.origin,
            metrics_token=self.web.metrics_token.get_secret_value(),
            webhook_ca_file=self.webhooks.ca_file,
            webhook_reach=WebhookReach(
                own=self.webhooks.allow_private, loopback=self.web.host in LOOPBACK
            ),
            webhook_attempts=self.webhooks.attempts,
            code_length=self.codes.length,
            accepted_first=self.deliveries.accepted_first,
            payload_shape=self.webhooks.payload_shape,
            language=self.sms.language,
            bot_username=self.bot.username,
            bot_url=self.bot.public_url or "",
            sends_mail=bool(self.mail.host),
            receipts=self.sms.receipts(),
            organization=self.organization,
            retention=self.retention,
        )


class _FromOutside(Config, FromOutside):
    model_config = SettingsConfigDict(env_prefix="HANDOVER_SERVICE__", env_nested_delimiter="__")


def load(path: Path | None) -> Config:
    """Read the settings from a TOML file, if any, and the environment.

    Raises:
        ConfigError: a sentence for each mistake, which names the setting.
    """
    return load_settings(
        _FromOutside, path, without="copy service.example.toml to it, or leave it out"
    )
