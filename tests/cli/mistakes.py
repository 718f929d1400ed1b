"""Mistakes in a settings file and its environment, and what is said of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CANARY = "canary-that-nobody-may-see"


@dataclass(frozen=True)
class Mistake:
    """A change that spoils a good file, and part of the sentence that is said of it.

    `change` sets settings by section, and takes away what is `None`; `<words>` in them stand for
    what there is: see `Setup`. `text` comes before the file's own; `raw` is the file instead.
    `environment` are variables without the beginning `HANDOVER_`; `before` names what of `Setup`
    is done first.
    """

    sentence: str
    change: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    text: str = ""
    raw: bytes | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    before: str = ""


def value(section: str, key: str, wrong: Any, sentence: str) -> Mistake:
    """A value that cannot be."""
    return Mistake(sentence, {section: {key: wrong}})


MISSING = [
    Mistake("The setting telegram.token is missing in", {"telegram": {"token": None}}),
    Mistake("The setting telegram.owners is missing in", {"telegram": {"owners": None}}),
    Mistake("The setting fleet.api_key is missing in", {"fleet": {"api_key": None}}),
    Mistake("The setting fleet.base_url is missing in", {"fleet": {"base_url": None}}),
    Mistake("[fleet] is missing in <file>; it needs base_url and api_key", {"fleet": None}),
    Mistake("[telegram] is missing in <file>; it needs token and owners", {"telegram": None}),
]

MISSPELT = [
    Mistake("flet (perhaps fleet is meant)", {"flet": {"base_url": "x"}}),
    Mistake("There is no setting pizza; please", {"pizza": {"cheese": 1}}),
    value("telegram", "tokn", CANARY, "telegram.tokn (perhaps telegram.token is meant)"),
    value("telegram", "ownerz", [1], "(perhaps telegram.owners is meant)"),
    value("web", "prt", 1, "web.prt (perhaps web.port is meant)"),
    value("fleet", "enviroment", "production", "(perhaps fleet.environment is meant)"),
    value("store", "timezone", "UTC", "(perhaps business.timezone is meant)"),
    value("business", "currency", "NGN", "There is no setting business.currency; please"),
]

TEXTS = [
    value("telegram", "token", "", "telegram.token in <file> is wrong: must not be empty"),
    value("telegram", "token", " \n", "must not be empty"),
    value("telegram", "token", CANARY, "must be a token as @BotFather gives it"),
    value("telegram", "token", f"1:{CANARY} x", "must be a token as @BotFather gives it"),
    value("telegram", "token", 17, "telegram.token in <file> is wrong: must be text in quotes"),
    value("telegram", "token", [CANARY], "must be text in quotes"),
    value("telegram", "webhook_secret", f"{CANARY}!", "at most 256 letters, digits, _ and -"),
    value("fleet", "api_key", "", "fleet.api_key in <file> is wrong: must not be empty"),
    value("fleet", "api_key", f"{CANARY}\nx", "must hold no blanks, line ends"),
    value("fleet", "api_key", "schlüssel", "must hold no blanks, line ends"),
    value("fleet", "former_api_key", "a b", "fleet.former_api_key in <file> is wrong"),
    value("web", "metrics_token", "a b", "web.metrics_token in <file> is wrong"),
    value("business", "name", "x" * 65, "must have at most 64 characters"),
    value("business", "phone", "0803", "must be a phone number with its country"),
    value("business", "email", "nobody", "must be an e-mail address, such as help@example.com"),
    value("business", "photo_hosts", ["https://x/"], "must name hosts alone, such as photos."),
    value("web", "metrics_token", "", "web.metrics_token in <file> is wrong: must not be empty"),
    value("business", "country", "Nigeria", "must be a country as two letters, such as NG"),
    value("business", "timezone", "Lagos", "must name a time zone, such as Africa/Lagos"),
    value("business", "timezone", "Africa", "must name a time zone, such as Africa/Lagos"),
    value("business", "timezone", "", "must name a time zone, such as Africa/Lagos"),
    value("telegram", "mode", "pigeon", 'must be "polling" or "webhook"'),
    value("fleet", "environment", "staging", 'must be "production" or "development"'),
    value("log", "level", "LOUD", 'must be "DEBUG", "INFO", "WARNING" or "ERROR"'),
]

NUMBERS = [
    value("web", "port", "many", "web.port in <file> is wrong: must be a whole number"),
    value("web", "port", 8443.5, "must be a whole number"),
    value("web", "port", 70000, "must be at most 65535, and is 70000"),
    value("web", "port", -1, "must be at least 0, and is -1"),
    value("telegram", "owners", [], "telegram.owners in <file> is wrong: must name at least one"),
    value("telegram", "owners", 17, "must be a list, such as [1, 2]"),
    value("telegram", "owners", ["@olu"], "must be numbers, and no names: `handover init` finds"),
    value("telegram", "owners", [-100123], "must be more than 0, and is -100123"),
    value("telegram", "owners", ["<bot id>"], "one of them is the bot itself"),
    value("telegram", "messages_per_second", 0, "must be more than 0, and is 0"),
    value("fleet", "reconcile_minutes", "often", "must be a number"),
    value("alarms", "handover_minutes", -1, "must be at least 0, and is -1"),
    value("retention", "days", 6, "must be from 7 to 3650 days"),
    value("store", "connections", 0, "must be from 1 to 100"),
]

ADDRESSES = [
    value("fleet", "base_url", "http://fleet.example/production/api/v1", "must be an https://"),
    value("fleet", "base_url", "fleet.example", "must name a host"),
    value("fleet", "base_url", "https://f.example:port/api/v1", "port could not be cast"),
    value("fleet", "base_url", f"https://a:{CANARY}@f.example/api/v1", "without name, password"),
    value("fleet", "base_url", "<fleet>/development", "must end in /api/v1, such as https://"),
    value("fleet", "base_url", "<fleet>/api/v1/development/api/v1", "/api/v1 twice"),
    value("fleet", "base_url", "<fleet>/development/development/api/v1", "environment or"),
    value("fleet", "base_url", "<fleet>/production/api/v1", "leads to another environment than"),
    value("fleet", "environment", "production", "leads to another environment than production"),
    value("fleet", "operator_url", "<fleet>/development/operator/v1", "operator_key is missing"),
    value("fleet", "operator_key", CANARY, "operator_url is missing"),
    value("fleet", "operator_url", "<fleet>/development/api/v1", "must end in /operator/v1"),
    value("telegram", "api_url", "http://api.telegram.org", "must be an https:// address"),
    value("web", "public_url", "http://bot.example", "must be an https:// address"),
    value("web", "public_url", "http://127.0.0.1:80", "webhooks are sent to no other"),
    value("web", "public_url", "https://bot.example/telegram/updates", "must end before /fleet"),
    value("web", "public_url", "https://bot.example/?a=b", "without name, password, ? and #"),
    value("store", "url", "handover.db", "such as sqlite+aiosqlite:///handover.db"),
    value("store", "url", "sqlite:///handover.db", "write sqlite+aiosqlite for sqlite"),
    value("store", "url", f"postgresql://a:{CANARY}@x/y", "write postgresql+psycopg for"),
    value("store", "url", f"mysql://a:{CANARY}@x/y", "must begin with sqlite+aiosqlite://"),
    value("store", "url", "sqlite+aiosqlite://", "must name a file"),
]

PAIRS = [
    Mistake("tls_key is missing", {"web": {"tls_key": None}}),
    Mistake("tls_cert is missing", {"web": {"tls_cert": None}}),
    Mistake("needs web.public_url", {"telegram": {"mode": "webhook"}, "web": {"public_url": None}}),
    Mistake(
        "needs telegram.webhook_secret", {"telegram": {"mode": "webhook", "webhook_secret": ""}}
    ),
    Mistake(
        "web.public_url is this machine itself",
        {"telegram": {"mode": "webhook", "api_url": "https://api.telegram.org"}},
    ),
    Mistake(
        "must be at port 443, 80, 88 or 8443",
        {
            "telegram": {"mode": "webhook", "api_url": "https://api.telegram.org"},
            "web": {"public_url": "https://bot.example:8444"},
        },
    ),
]

NO_SECTION = b"""telegram = 1
[fleet]
base_url = "https://fleet.example/production/api/v1"
api_key = "a-key"
"""

FILES = [
    Mistake("cannot be read: at line 1, column", text='telegram = "'),
    Mistake("at line 1, column", text="telegram"),
    Mistake("cannot be read: at line 5, the file's last", raw=NO_SECTION + b'name = """x'),
    Mistake("at line 5, the file's last", raw=NO_SECTION + b"owners = [1"),
    Mistake("cannot be read: at line ", text="[telegram]\n"),  # twice the same section
    Mistake("save the file as UTF-8 text", raw='name = "Café"'.encode("latin-1")),
    Mistake("save the file as UTF-8 text", raw="name = 1".encode("utf-16")),
    Mistake("cannot be read: at line 1, column", raw=b"\x00"),
    Mistake("telegram in <file> is wrong: must be a section", raw=NO_SECTION),
    Mistake("it is a folder; name the file in it", before="make_it_a_folder"),
    Mistake("copy config.example.toml to it", before="take_it_away"),
]

VARIABLES = [
    Mistake("in the environment (HANDOVER_WEB__PORT) is", environment={"WEB__PORT": CANARY}),
    Mistake("(perhaps telegram.token is meant)", environment={"TELEGRAM__TOKN": CANARY}),
    Mistake("(perhaps telegram is meant)", environment={"TELEGRM__TOKEN": CANARY}),
    Mistake("stand two underscores", environment={"WEB_PORT": "8443"}),
    Mistake("must be a list, such as [1, 2]", environment={"TELEGRAM__OWNERS": "1,2"}),
    Mistake("must be a section with settings", environment={"FLEET": "{" + CANARY}),
    Mistake("must not be empty", environment={"FLEET__API_KEY": ""}),
]

OF_SETTINGS = [
    *MISSING,
    *MISSPELT,
    *TEXTS,
    *NUMBERS,
    *ADDRESSES,
    *PAIRS,
    *FILES,
    *VARIABLES,
]
