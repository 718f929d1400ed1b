"""The settings: what is wrong with them is one sentence that names the setting and no secret."""

import os
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.base.settings.loader import ConfigError
from bot.config import Settings, load

TOKEN = "1000000001:canary-token-of-the-only-bot-in-town-x"
KEY = "canary-key-of-the-account"
SECRET = "canary-secret-of-the-webhook"
SECRETS = ("canary", TOKEN, KEY, SECRET)
GOOD = f"""
[telegram]
token = "{TOKEN}"
owners = [1, 2]

[fleet]
base_url = "https://fleet.example/production/api/v1/"
api_key = "{KEY}"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


@contextmanager
def environment(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of this process, which is where the settings look for them."""
    assert not set(values) & set(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]


def read(path: Path, content: str | bytes = GOOD, **variables: str) -> Settings:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with environment(variables):
        return load(path)


def complaint(path: Path, content: str | bytes = GOOD, **variables: str) -> str:
    """Return what is said of a config that is wrong, after a look at everything around it."""
    with pytest.raises(ConfigError) as raised:
        read(path, content, **variables)
    everything = "".join(traceback.format_exception(raised.value))
    assert not [secret for secret in SECRETS if secret in everything]
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.replace(str(path), "config.toml")


def test_what_is_not_said_has_a_default(path: Path):
    settings = read(path)
    assert settings.telegram.mode == "polling"
    assert settings.fleet.environment == "production"
    assert settings.store.url == "sqlite+aiosqlite:///handover.db"
    assert settings.log.level == "INFO"


def test_an_address_loses_the_slash_at_its_end(path: Path):
    assert read(path).fleet.base_url == "https://fleet.example/production/api/v1"


def test_the_example_names_no_setting_that_does_not_exist(path: Path):
    example = (Path(__file__).parents[1] / "config.example.toml").read_text()
    filled = example.replace('token = ""', f'token = "{TOKEN}"', 1)
    filled = filled.replace("owners = []", "owners = [1]").replace('api_key = ""', 'api_key = "k"')
    assert read(path, filled).telegram.owners == (1,)


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        (f'token = "{TOKEN}"', "", "The setting telegram.token is missing in config.toml."),
        (f'api_key = "{KEY}"', "", "The setting fleet.api_key is missing in config.toml."),
        (
            "[fleet]",
            "[flet]",
            (
                "There is no setting flet (perhaps fleet is meant); please correct or remove it in"
                " config.toml."
            ),
        ),
        ("owners = [1, 2]", "", "The setting telegram.owners is missing in config.toml."),
        (
            "owners",
            "ownerz",
            (
                "There is no setting telegram.ownerz (perhaps telegram.owners is meant); please"
                " correct or remove it in config.toml."
            ),
        ),
        (
            "[fleet]",
            "speed = 9\n[fleet]",
            "There is no setting telegram.speed; please correct or remove it in config.toml.",
        ),
        (
            "[fleet]",
            "[wep]\nport = 1\n[fleet]",
            (
                "There is no setting wep (perhaps web is meant); please correct or remove it in"
                " config.toml."
            ),
        ),
        (
            f'"{TOKEN}"',
            '"  "',
            "The setting telegram.token in config.toml is wrong: must not be empty.",
        ),
        (
            f'"{KEY}"',
            '""',
            "The setting fleet.api_key in config.toml is wrong: must not be empty.",
        ),
        (
            "https://fleet.example",
            "http://fleet.example",
            "The setting fleet.base_url in config.toml is wrong: must be an https:// address.",
        ),
        (
            "https://fleet.example",
            "ftp://127.0.0.1",
            "The setting fleet.base_url in config.toml is wrong: must be an https:// address.",
        ),
        *(
            (
                "[fleet]",
                f"[store]\nconnections = {connections}\n[fleet]",
                (
                    "The setting store.connections in config.toml is wrong: must be from 1 to 100:"
                    " each is a connection to PostgreSQL and a thread here; what more of them could"
                    " do, more processes do."
                ),
            )
            for connections in (0, 10_000)
        ),
        (
            "owners = [1, 2]",
            'owners = [1]\nmode = "webhook"\nwebhook_secret = "s"',
            "In config.toml: telegram.mode = webhook needs web.public_url.",
        ),
        (
            "owners = [1, 2]",
            'owners = [1]\nmode = "webhook"\n[web]\npublic_url = "https://bot.example"',
            "In config.toml: telegram.mode = webhook needs telegram.webhook_secret.",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(path: Path, was: str, now: str, sentence: str):
    assert was in GOOD
    assert complaint(path, GOOD.replace(was, now, 1)) == sentence


@pytest.mark.parametrize(
    ("was", "now", "setting"),
    [
        ("[1, 2]", "[]", "telegram.owners"),
        ("[1, 2]", '["me"]', "telegram.owners"),
        ("[1, 2]", "[-1001234567890]", "telegram.owners"),
        ("[1, 2]", f"[{2**70}]", "telegram.owners"),
        ("[1, 2]", '[1]\nwebhook_secret = "a canary!"', "telegram.webhook_secret"),
        ("[1, 2]", "[1]\n[alarms]\nin_transit_minutes = 1e300", "alarms.in_transit_minutes"),
        ("[1, 2]", "[1]\n[retention]\ndays = 6", "retention.days"),
        ("[1, 2]", "[1]\n[retention]\ndays = 3651", "retention.days"),
        (f'"{KEY}"', f'"{KEY}"\nreconcile_minutes = 1e300', "fleet.reconcile_minutes"),
        ("fleet.example", "fleet.example:99999", "fleet.base_url"),
        ("fleet.example", "", "fleet.base_url"),
        ("[1, 2]", '[1]\nmode = "pigeon"', "telegram.mode"),
        ("[1, 2]", "[1]\nmessages_per_second = 0", "telegram.messages_per_second"),
        ("[1, 2]", "[1]\n[web]\nport = 70000", "web.port"),
        ("[1, 2]", '[1]\n[log]\nlevel = "LOUD"', "log.level"),
        (f'"{TOKEN}"', f'["{TOKEN}"]', "telegram.token"),
        (f'"{KEY}"', f'{{ is = "{KEY}" }}', "fleet.api_key"),
        (f'"{KEY}"', f'"{KEY}"\nenvironment = "staging"', "fleet.environment"),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_setting(
    path: Path, was: str, now: str, setting: str
):
    assert f"The setting {setting} in config.toml is wrong: " in complaint(
        path, GOOD.replace(was, now, 1)
    )


@pytest.mark.parametrize(
    "content", ["[telegram", f'token = "{TOKEN}', b"\xff\xfe", b"\x00", GOOD + GOOD]
)
def test_a_file_that_is_no_toml_is_said_to_be_none(path: Path, content: str | bytes):
    assert complaint(path, content).startswith("The config file config.toml cannot be read: ")


def test_a_file_that_is_not_there_is_said_to_be_missing(path: Path):
    with pytest.raises(ConfigError, match=r"There is no config file .*config\.example\.toml"):
        load(path)


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machine_may_be_spoken_to_without_tls(path: Path, host: str):
    url = f"http://{host}:8080/production/api/v1"
    assert read(path, GOOD.replace("https://fleet.example/production/api/v1/", url))


def test_the_environment_overrules_the_file(path: Path):
    settings = read(
        path,
        HANDOVER_TELEGRAM__TOKEN="9:another",
        HANDOVER_FLEET__ENVIRONMENT="development",
        HANDOVER_FLEET__BASE_URL="https://fleet.example/development/api/v1",
        HANDOVER_WEB__PORT="9443",
    )
    assert settings.telegram.token.get_secret_value() == "9:another"
    assert settings.telegram.owners == (1, 2)
    assert (settings.fleet.environment, settings.web.port) == ("development", 9443)


def test_the_environment_can_give_what_the_file_lacks(path: Path):
    content = GOOD.replace(f'api_key = "{KEY}"', "")
    settings = read(path, content, HANDOVER_FLEET__API_KEY="given")
    assert settings.fleet.api_key.get_secret_value() == "given"


def test_a_wrong_value_in_the_environment_is_named_too(path: Path):
    assert "fleet.environment" in complaint(path, HANDOVER_FLEET__ENVIRONMENT="staging")
    assert "telegram.tokn" in complaint(path, HANDOVER_TELEGRAM__TOKN=TOKEN)
    assert "telegram" in complaint(path, HANDOVER_TELEGRAM="{" + TOKEN)


def test_no_secret_is_shown_when_the_settings_are(path: Path):
    content = GOOD.replace("[fleet]", f'webhook_secret = "{SECRET}"\n[fleet]')
    settings = read(path, content)
    assert not [secret for secret in SECRETS if secret in f"{settings!r} {settings}"]


def test_every_secret_is_known_to_be_one(path: Path):
    settings = read(
        path,
        GOOD,
        HANDOVER_TELEGRAM__WEBHOOK_SECRET=SECRET,
        HANDOVER_FLEET__FORMER_API_KEY="the-former-key",
        HANDOVER_STORE__URL="postgresql+psycopg://bot:pass%2Fword@db.example/handover",
    )
    assert set(settings.secrets) == {TOKEN, KEY, SECRET, "the-former-key", "pass/word"}


def test_a_setting_that_is_not_given_is_no_secret(path: Path):
    assert set(read(path).secrets) == {TOKEN, KEY}


def test_webhooks_may_be_signed_with_the_former_key_during_a_rotation(path: Path):
    assert read(path).fleet.webhook_keys == [KEY]
    rotated = read(path, HANDOVER_FLEET__FORMER_API_KEY="former")
    assert rotated.fleet.webhook_keys == [KEY, "former"]


def test_settings_that_a_program_makes_pay_no_heed_to_the_environment():
    made = {
        "telegram": {"token": "9:made-here", "owners": [1]},
        "fleet": {"base_url": "https://fleet.example.com/api/v1", "api_key": "made-here"},
    }
    with environment({"HANDOVER_TELEGRAM__TOKEN": "elsewhere"}):
        settings = Settings.model_validate(made)
    assert settings.telegram.token.get_secret_value() == "9:made-here"


def test_secrets_stand_in_files_too_and_the_environment_overrules_them(path: Path, tmp_path: Path):
    folder = tmp_path / "secrets"
    folder.mkdir()
    (folder / "HANDOVER_TELEGRAM__TOKEN").write_text(f"{TOKEN}\n")
    (folder / "HANDOVER_FLEET__API_KEY").write_text("another")
    (folder / "unrelated").write_text("x")
    path.write_text(
        '[telegram]\nowners = [1]\n[fleet]\nbase_url = "https://fleet.example.com/api/v1"\n'
    )
    where = {"CREDENTIALS_DIRECTORY": str(folder)}
    with environment({**where, "HANDOVER_FLEET__API_KEY": KEY}):
        settings = load(path)
    assert settings.telegram.token.get_secret_value() == TOKEN
    assert settings.fleet.api_key.get_secret_value() == KEY
    (folder / "unrelated").write_bytes(b"\xff\x00")
    with environment(where), pytest.raises(ConfigError, match="CREDENTIALS_DIRECTORY is not text"):
        load(path)


DOOR = "https://fleet.example/production/operator/v1"


def with_door(url: str = DOOR, key: str = "canary-key-of-the-door", more: str = "") -> str:
    lines = [more, url and f'operator_url = "{url}"', key and f'operator_key = "{key}"']
    return GOOD + "\n".join(line for line in lines if line)


def test_an_operators_door_is_an_address_and_a_key(path: Path):
    fleet = read(path, with_door(DOOR + "/")).fleet
    assert fleet.operator_url == DOOR
    assert fleet.operator_key.get_secret_value() == "canary-key-of-the-door"
    assert "canary-key-of-the-door" in read(path, with_door()).secrets
    assert read(path).fleet.operator_url == ""


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            with_door(key=""),
            "operator_url and operator_key go together, and operator_key is missing",
        ),
        (
            with_door(url=""),
            "operator_url and operator_key go together, and operator_url is missing",
        ),
        (
            with_door("http://fleet.example/production/operator/v1"),
            "The setting fleet.operator_url in config.toml is wrong: must be an https:// address.",
        ),
        (
            with_door("http://fleet.lan/production/operator/v1"),
            "or fleet.allow_http true for this private network",
        ),
        (with_door("https://fleet.example/production/api/v1"), "must end in /operator/v1"),
        (with_door(DOOR + "/operator/v1"), "or /operator/v1 twice"),
        (
            with_door(DOOR.replace("production", "development")),
            "fleet.operator_url leads to another environment than production",
        ),
        (with_door(key="two words"), "The setting fleet.operator_key in config.toml is wrong"),
    ],
)
def test_what_is_wrong_with_the_door_is_said(content: str, sentence: str, path: Path):
    assert sentence in complaint(path, content)


def test_a_door_may_be_plain_http_where_the_service_may(path: Path):
    content = with_door("http://fleet.lan/production/operator/v1", more="allow_http = true")
    assert read(path, content).fleet.operator_url == "http://fleet.lan/production/operator/v1"
