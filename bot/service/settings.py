"""What an operator chooses before the start: addresses, the business, and the few switches."""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from string import digits
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import phonenumbers
from pydantic import AwareDatetime, ConfigDict, Field
from pydantic.dataclasses import dataclass as checked_dataclass

from bot.base.database.engine import CONNECTIONS
from bot.base.days import day_of
from bot.base.settings.loader import RetentionSettings
from bot.base.vault import KEY_BYTES
from bot.service.reach import WebhookReach
from bot.service.vocabulary import CommissionKind, Language

ENVIRONMENTS = ("development", "production")
ATTEMPTS = range(1, 5)
CODE_LENGTHS = range(4, 13)
_LINK_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BOT = re.compile(r"[A-Za-z][A-Za-z0-9_]{4,31}")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?")
_PHONE_CODE = re.compile(r"[1-9][0-9]{0,3}")
_PHONE = re.compile(r"\+[1-9][0-9]{6,14}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_RECEIPT_SECRET = re.compile(r"[A-Za-z0-9_-]{16,}")
_STRICT = ConfigDict(extra="forbid")
PayloadShape = Literal["envelope", "simple"]
PricingModel = Literal["per_km", "flat"]
ExpressType = Literal["percentage", "fixed"]
DeliveryType = Literal["intra_state", "state_to_state"]
"""The two that the contract has seen (contract: Delivery)."""


@checked_dataclass(frozen=True, slots=True, config=_STRICT)
class BookingSettings:
    """Where customers book for themselves, at which price, and how often.

    `link_code` is letters, digits, `-` and `_`, or empty for one that the key file gives; amounts
    are whole units of the business's currency.
    `road_factor` is how much longer roads are than the straight line. `express_value` is a
    percentage or an amount on top, as `express_type` says. Strangers have texts sent to mobiles of
    these `countries` alone, by their two letters, or of the business's own where none is named.
    `per_phone_a_day` to `texts_a_day` bound how many deliveries and texts they can make before a
    person is asked, who is told so at `approver`, a phone in international form; bookers who are
    known make twice as many.
    """

    link_code: str = ""
    link_url: str | None = None
    open: bool = False
    countries: tuple[str, ...] = ()
    pricing_model: PricingModel = "per_km"
    per_km_amount: Annotated[int, Field(ge=0, le=10**6)] = 150
    flat_amount: Annotated[int, Field(ge=0, le=10**9)] = 0
    minimum_amount: Annotated[int, Field(ge=0, le=10**9)] = 0
    road_factor: Annotated[float, Field(ge=1, le=5)] = 1.3
    accept_unpriced: bool = True
    express_type: ExpressType | None = None
    express_value: str | None = None
    per_phone_a_day: Annotated[int, Field(ge=1)] = 5
    per_address_an_hour: Annotated[int, Field(ge=1)] = 20
    in_all_an_hour: Annotated[int, Field(ge=1)] = 60
    texts_a_day: Annotated[int, Field(ge=1)] = 600
    approver: str = ""

    def __post_init__(self) -> None:
        if self.link_code and not _LINK_CODE.fullmatch(self.link_code):
            raise ValueError(f"a link code is letters, digits, - and _: {self.link_code!r}")
        if unknown := set(self.countries) - phonenumbers.SUPPORTED_REGIONS:
            raise ValueError(f"countries are named by two letters, such as NG: {min(unknown)!r}")
        if self.approver and not _PHONE.fullmatch(self.approver):
            raise ValueError(f"a phone is written as +2348030000001: {self.approver!r}")
        if self.express_value is not None and not _NUMBER.fullmatch(self.express_value):
            raise ValueError("express_value must be a number in digits, such as 20")


def is_bot_name(name: str) -> bool:
    """Tell whether Telegram lets a bot be named so, as it stands behind t.me/."""
    return _BOT.fullmatch(name) is not None


@checked_dataclass(frozen=True, slots=True, config=_STRICT)
class OrganizationSettings:
    """The business that the account belongs to, as `organization_detail` shows it.

    `bookings` has a booking link per environment; without one it has none.
    """

    name: str = "Handover Couriers"
    uuid: str = "0b7a3c52-5d0e-4f3c-9a8b-1f2e6d4c7a90"
    fleet_identity_number: str = "HND-0001"
    business_address: str | None = None
    phone_code: str = "234"
    phone_number: str = "8000000000"
    logo: str | None = None
    country_id: int = 161
    state_id: int = 25
    city: str = "Lagos"
    currency: str = "NGN"
    delivery_type: DeliveryType | None = None
    commission: CommissionKind = CommissionKind.AMOUNT
    time_zone: ZoneInfo = ZoneInfo("Africa/Lagos")
    created_at: AwareDatetime = datetime(2026, 1, 1, tzinfo=UTC)
    bookings: Mapping[str, BookingSettings] = field(
        default_factory=lambda: {name: BookingSettings() for name in ENVIRONMENTS}
    )

    def __post_init__(self) -> None:
        if not _CURRENCY.fullmatch(self.currency):
            raise ValueError("currency must be three capital letters, such as NGN")
        if not _PHONE_CODE.fullmatch(self.phone_code):
            raise ValueError("phone_code must be a country's dialling code, such as 234")
        if unknown := self.bookings.keys() - set(ENVIRONMENTS):
            raise ValueError(f"there is no environment {min(unknown)} to have bookings")

    def today(self, moment: datetime) -> date:
        """Return which day a moment is on for the business's people."""
        return day_of(moment, self.time_zone)


@dataclass(frozen=True, slots=True)
class ReceiptSettings:
    """How the gateway tells what became of a text: the end of the path that it posts to, the fields
    that name the text and its status, and which statuses, in lower case, say that it was delivered
    or that nothing is known yet. All others say that it has not reached its phone.

    Raises:
        ValueError: the secret could be guessed, a field is not named, or a status says both.
    """

    secret: str = field(repr=False)
    id_field: str
    status_field: str
    delivered: frozenset[str]
    under_way: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not _RECEIPT_SECRET.fullmatch(self.secret):
            raise ValueError("receipt_secret is 16 or more letters, digits, - and _")
        if not (self.id_field and self.status_field and self.delivered):
            raise ValueError(
                "receipt_secret goes with receipt_id_field, receipt_status_field and"
                " receipt_delivered"
            )
        if both := self.delivered & self.under_way:
            raise ValueError(
                f'"{min(both)}" stands in receipt_delivered and in receipt_under_way: take one away'
            )


def random_digits(count: int) -> str:
    """Return so many digits that nobody can guess."""
    return "".join(secrets.choice(digits) for _ in range(count))


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Everything that the service is started with.

    `secret` (32 bytes) keys the hashes of codes and API keys, and seals API keys and waiting texts;
    it is kept outside the database, so that a copy of that alone reveals none of them. With
    `webhook_ca_file`, receivers' certificates must come from that authority, otherwise from one of
    the system's; receivers are within `webhook_reach`. Text messages are in `language`, or in that
    of each phone's country; with `bot_username` they lead into that bot, and a receiver's to their
    page of it where it is at `bot_url`. Invitations are mailed where the service `sends_mail`.
    Codes are what `draw` returns for their length.
    """

    database_url: str
    secret: bytes = field(repr=False)
    database_connections: int = CONNECTIONS
    public_url: str = "http://127.0.0.1:8080"
    metrics_token: str = field(default="", repr=False)
    webhook_ca_file: Path | None = None
    webhook_reach: WebhookReach = field(default_factory=lambda: WebhookReach(loopback=True))
    webhook_attempts: int = 4
    code_length: int = 4
    draw: Callable[[int], str] = random_digits
    accepted_first: bool = False
    payload_shape: PayloadShape = "envelope"
    language: Language | None = None
    bot_username: str = ""
    bot_url: str = ""
    sends_mail: bool = False
    receipts: ReceiptSettings | None = None
    organization: OrganizationSettings = field(default_factory=OrganizationSettings)
    retention: RetentionSettings = field(default_factory=RetentionSettings)

    def __post_init__(self) -> None:
        for holds, what in (
            (len(self.secret) == KEY_BYTES, f"the secret is {KEY_BYTES} bytes long"),
            (self.webhook_attempts in ATTEMPTS, "a webhook has one to four attempts"),
            (self.code_length in CODE_LENGTHS, "a code has four to twelve digits"),
            (is_bot_name(self.bot_username) or not self.bot_username, "no bot is named like this"),
        ):
            if not holds:
                raise ValueError(what)
