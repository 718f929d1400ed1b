"""The types of the bot's settings: each checks its value, and says in words what it must be."""

import re
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Annotated
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from bot.base.settings.loader import filled, without_blanks

_LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}
_PRIVATE = [
    ip_network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
]
_PRIVATE_NAME = re.compile(r"[a-z][a-z0-9_-]*|.+\.(internal|local|lan|home\.arpa)", re.IGNORECASE)
"""A host name of one word, as containers have, or one that no public name server knows."""
ENVIRONMENTS = ("production", "development")
_API = "/api/v1"
_DOOR = "/operator/v1"
_NOT_HTTPS = "must be an https:// address"
_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_KEY = re.compile(r"[!-~]*")
_WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{0,256}")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9a-fA-F:]+\]")
_HOW_TO_WRITE_PHONE = "must be a phone number with its country, such as +234 803 000 0000"


def _address(url: str) -> str:
    """Check an address to build others on: a scheme, a host, perhaps a port and a path."""
    url = url.strip()
    parts = urlsplit(url)
    if not parts.hostname or parts.port == 0:  # reading the port raises for one that is none
        raise ValueError("must name a host, and a port only if there is a special one")
    if parts.query or parts.fragment or parts.username is not None:
        raise ValueError("must be a host and a path, without name, password, ? and #")
    if not parts.path.isprintable() or " " in url:
        raise ValueError("must hold no blanks and no control characters")
    if parts.scheme not in {"http", "https"}:
        raise ValueError(_NOT_HTTPS)
    return url.rstrip("/")


def _https_or_local(url: str) -> str:
    if urlsplit(url).scheme == "http" and not is_local(url):
        raise ValueError(_NOT_HTTPS)
    return url


def check_plain_http(url: str, *, allowed: bool) -> None:
    """Make sure that a fleet service's address is https, unless plain http is `allowed` there.

    Raises:
        ValueError: it is not; the message says what it must be.
    """
    if urlsplit(url).scheme == "https" or is_local(url):
        return
    if not _is_private(urlsplit(url).hostname or ""):
        raise ValueError(_NOT_HTTPS)
    if not allowed:
        raise ValueError(f"{_NOT_HTTPS}, or fleet.allow_http true for this private network")


def _is_private(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return _PRIVATE_NAME.fullmatch(host) is not None
    return address.is_loopback or any(address in network for network in _PRIVATE)


def _door_address(url: str) -> str:
    return _ending_in(_DOOR, _address(url)) if url.strip() else ""


def _ending_in(end: str, url: str) -> str:
    path = urlsplit(url).path
    if not path.endswith(end):
        raise ValueError(f"must end in {end}, such as https://fleet.example.com/production{end}")
    if path.count(end) > 1 or sum(part in ENVIRONMENTS for part in path.split("/")) > 1:
        raise ValueError(f"names its environment or {end} twice: once is right")
    return url


def _others_reach(url: str) -> str:
    path = urlsplit(url).path
    if not url.startswith("https://"):
        raise ValueError("must be an https:// address: webhooks are sent to no other")
    if path.startswith(("/fleet/", "/telegram")):
        raise ValueError("must end before /fleet or /telegram: the bot adds these itself")
    return url


def _written_as(pattern: re.Pattern[str], otherwise: str) -> AfterValidator:
    """Return a validator that refuses a secret that does not match a pattern."""

    def check(secret: SecretStr) -> SecretStr:
        if not pattern.fullmatch(secret.get_secret_value()):
            raise ValueError(otherwise)
        return secret

    return AfterValidator(check)


def _as_a_proxy(proxy: SecretStr) -> SecretStr:
    parts = urlsplit(proxy.get_secret_value())
    if ":" in unquote(parts.username or ""):
        raise ValueError("must have no colon in its user name")
    if proxy.get_secret_value() and (
        parts.scheme != "http" or not parts.hostname or not parts.port or parts.path.strip("/")
    ):
        raise ValueError("must be an http:// address with a port, such as http://proxy.lan:3128")
    return proxy


def is_local(url: str | None) -> bool:
    """Tell whether an address leads to this machine itself."""
    return urlsplit(url or "").hostname in _LOCAL_HOSTS


SafeUrl = Annotated[str, AfterValidator(_address), AfterValidator(_https_or_local)]
FleetUrl = Annotated[str, AfterValidator(_address), AfterValidator(partial(_ending_in, _API))]
"""`check_plain_http` decides whether it may be plain http."""
OperatorUrl = Annotated[str, AfterValidator(_door_address)]
"""As a `FleetUrl`; empty where there is no door."""
PublicUrl = Annotated[SafeUrl, AfterValidator(_others_reach)]
Secret = Annotated[SecretStr, AfterValidator(without_blanks)]
Key = Annotated[
    Secret, _written_as(_KEY, "must hold no blanks, line ends and letters with accents within")
]
FilledKey = Annotated[Key, AfterValidator(filled)]
Token = Annotated[
    Secret,
    AfterValidator(filled),
    _written_as(_TOKEN, "must be a token as @BotFather gives it: a number, a colon, and letters"),
]
Proxy = Annotated[Secret, AfterValidator(_as_a_proxy)]
WebhookSecret = Annotated[
    Secret, _written_as(_WEBHOOK_SECRET, "must be at most 256 letters, digits, _ and -")
]


def _no_name(user: object) -> object:
    if isinstance(user, str) and not user.strip().lstrip("-").isdecimal():
        raise ValueError("must be numbers, and no names: `handover init` finds yours")
    return user


UserId = Annotated[int, BeforeValidator(_no_name), Field(gt=0, lt=2**52)]
"""The number of a person in Telegram; groups have negative numbers."""


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
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


def _email(address: str) -> str:
    if address and not _EMAIL.fullmatch(address):
        raise ValueError("must be an e-mail address, such as help@example.com")
    return address


def _host(name: str) -> str:
    if not _HOST.fullmatch(name):
        raise ValueError("must name hosts alone, such as photos.example.com")
    return name.lower()


Email = Annotated[str, Field(max_length=254), AfterValidator(_email)]
Host = Annotated[str, AfterValidator(_host)]
Zone = Annotated[str, AfterValidator(_zone)]
Phone = Annotated[str, AfterValidator(_phone)]
Country = Annotated[str, AfterValidator(_country)]
