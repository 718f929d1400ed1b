"""The service's config file: every setting has a default, and a wrong one is named."""

import re
import tomllib
import traceback
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.base.settings.loader import ConfigError
from bot.base.vault import KeyFileUnusable
from bot.service.config import Config, load
from bot.service.settings import BookingSettings
from tests.test_config import environment

EXAMPLE = Path(__file__).parents[2] / "service.example.toml"
TOKEN = "canary-of-the-gateway"
GATEWAY = f"""
[sms]
sender = "http"
url = "https://sms.example/x"
header_value = "{TOKEN}"
"""


def read(folder: Path, content: str, **variables: str) -> Config:
    path = folder / "service.toml"
    path.write_text(content)
    with environment(variables):
        return load(path)


def complaint(folder: Path, content: str, **variables: str) -> str:
    with pytest.raises(ConfigError) as raised:
        read(folder, content, **variables)
    assert TOKEN not in "".join(traceback.format_exception(raised.value))
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.replace(str(folder / "service.toml"), "service.toml")


def names(model: type[Any]) -> set[str]:
    own = fields(model) if is_dataclass(model) else model.model_fields
    return {getattr(field, "name", field) for field in own}


def test_the_example_names_every_setting_and_no_other():
    shown = tomllib.loads(_uncommented())
    sections = {name: field.annotation for name, field in Config.model_fields.items()}
    assert set(shown) == set(sections)
    for name, section in sections.items():
        assert isinstance(section, type)
        assert issubclass(section, BaseModel) or is_dataclass(section)
        assert set(shown[name]) == names(section), name
    bookings = shown["organization"]["bookings"]
    assert set(bookings["production"]) == names(BookingSettings)


def test_the_example_says_what_holds_without_it(tmp_path: Path):
    shown = read(tmp_path, EXAMPLE.read_text())
    expected = load(None)
    assert shown.sms.model_copy(update={"url": ""}) == expected.sms
    assert shown.model_copy(update={"sms": expected.sms}) == expected


def test_everything_in_the_example_can_be_said(tmp_path: Path):
    config = read(tmp_path, _uncommented())
    assert config.organization.bookings["production"].express_value == "20"
    assert config.web.public_url == "https://fleet.example.com"


def _uncommented() -> str:
    text = re.sub(r"^# (?=[a-z_]+ = )", "", EXAMPLE.read_text(), flags=re.MULTILINE)
    return re.sub(r"^url = \"postgresql.*\n", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            "[wep]\nport = 1",
            "There is no setting wep (perhaps web is meant); please correct or remove it in",
        ),
        ("[web]\nprt = 1", "There is no setting web.prt (perhaps web.port is meant); please"),
        (
            "[organization]\nnam = 'x'",
            "There is no setting organization.nam (perhaps organization.name is meant);",
        ),
        (
            "[organization.bookings.production]\nlink_cod = 'x'",
            "perhaps organization.bookings.production.link_code is meant",
        ),
        ("[organization]\nphone_code = '+234'", "phone_code must be a country's dialling code"),
        ("[organization.bookings.staging]\nlink_code = 'x'", "there is no environment staging"),
        ("[organization.bookings.production]\nlink_code = '../x'", "a link code is letters"),
        ("[webhooks]\nattempts = 2", "The setting webhooks.attempts in service.toml is wrong: "),
        ("[codes]\nlength = 3", "The setting codes.length in service.toml is wrong: "),
        (
            "[store]\nurl = 'mysql://x'",
            "store.url in service.toml is wrong: must begin",
        ),
        ("[store]\nurl = 'fleet.db'", "must be a database's address"),
        ("[web]\nport = 70000", "The setting web.port in service.toml is wrong: "),
        ("[web]\ncertificate = 'x'", "certificate and private_key go together"),
        ("[web]\npublic_url = 'fleet.example'", "must be an https:// or http:// address"),
        ("[sms]\nsender = 'http'", "The setting sms in service.toml is wrong: the gateway's url"),
        (GATEWAY + "fields = { to = '{phone}' }", "no field of a message holds {text}"),
        (GATEWAY.replace(TOKEN, "canary-schlüssel"), "header_name or header_value holds"),
        (GATEWAY.replace(TOKEN, "canary\\nkey"), "header_name or header_value holds"),
        (GATEWAY + "header_name = 'a key'", "header_name or header_value holds"),
        (GATEWAY.replace("https", "http"), "must be an https:// address"),
        ("[web", "The config file service.toml cannot be read: "),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, content: str, sentence: str):
    assert sentence in complaint(tmp_path, content)


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"There is no config file .*service\.example\.toml"):
        load(tmp_path / "service.toml")


def test_the_environment_overrules_the_file(tmp_path: Path):
    config = read(
        tmp_path,
        GATEWAY.replace(TOKEN, "from the file"),
        HANDOVER_SERVICE__SMS__HEADER_VALUE=TOKEN,
        HANDOVER_SERVICE__WEB__PORT="9090",
    )
    assert config.sms.gateway().headers == {"Authorization": TOKEN}
    assert config.sms.url == "https://sms.example/x"
    assert config.web.port == 9090


def test_a_wrong_value_in_the_environment_is_named_too(tmp_path: Path):
    assert "web.portt" in complaint(tmp_path, "", HANDOVER_SERVICE__WEB__PORTT="1")
    assert "web.port" in complaint(tmp_path, "", HANDOVER_SERVICE__WEB__PORT=TOKEN)


def test_every_secret_is_known_to_be_one_and_not_shown(tmp_path: Path):
    url = "postgresql+psycopg://fleet:canary%2Fpassword@db.example/fleet"
    config = read(tmp_path, GATEWAY, HANDOVER_SERVICE__STORE__URL=url)
    assert config.secrets == [TOKEN, "canary/password"]
    assert TOKEN not in repr(config)
    assert TOKEN not in repr(config.sms.gateway())


def test_the_key_file_is_made_once_for_its_owner_alone(tmp_path: Path):
    key_file = tmp_path / "fleet.key"
    content = f"[store]\nkey_file = '{key_file}'"
    secret = read(tmp_path, content).settings().secret
    assert key_file.stat().st_mode & 0o777 == 0o600
    assert read(tmp_path, content).settings().secret == secret == key_file.read_bytes()


@pytest.mark.parametrize("there", [b"short", None])
def test_a_key_file_that_cannot_be_one_is_named(tmp_path: Path, there: bytes | None):
    key_file = tmp_path / "no" / "fleet.key" if there is None else tmp_path / "fleet.key"
    if there is not None:
        key_file.write_bytes(there)
    with pytest.raises(KeyFileUnusable, match=re.escape(str(key_file))):
        read(tmp_path, f"[store]\nkey_file = '{key_file}'").settings()


def test_receipts_need_a_secret_that_nobody_guesses_and_a_name_for_each_text(tmp_path: Path):
    secret = 'receipt_secret = "canary-of-the-gateway-0123"\n'
    assert read(tmp_path, GATEWAY).settings().receipts is None
    assert "id_field is missing" in complaint(tmp_path, GATEWAY + secret)
    named = GATEWAY + 'id_field = "id"\n'
    assert "16 or more" in complaint(tmp_path, f'{named}receipt_secret = "short"\n')
    config = read(tmp_path, f'{named}{secret}receipt_delivered = ["DELIVRD"]\n')
    assert config.sms.gateway().id_field == "id"
    receipts = config.sms.receipts()
    assert receipts is not None
    assert receipts.delivered == {"delivrd"}
    twice = complaint(tmp_path, f'{named}{secret}receipt_delivered = ["Sent"]\n')
    assert '"sent" stands in receipt_delivered and in receipt_under_way' in twice
    assert "canary-of-the-gateway-0123" in config.secrets
    assert "canary-of-the-gateway-0123" not in f"{config}{receipts}"


@pytest.mark.parametrize(
    ("web", "origin"),
    [
        ('host = "::1"\nport = 8090', "http://[::1]:8090"),
        ('host = "::1"\npublic_url = "https://fleet.example/"', "https://fleet.example"),
    ],
)
def test_links_lead_to_where_is_listened_or_what_others_see(tmp_path: Path, web: str, origin: str):
    assert read(tmp_path, f"[web]\n{web}\n").origin == origin
