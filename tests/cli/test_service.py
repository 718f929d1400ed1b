"""`handover service`: what it teaches, and what it says when something is wrong."""

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from bot.base.database.file_lock import alone_on
from bot.cli import app
from bot.cli.lazy import LazyCommand
from tests.cli.operating import Operator

_PARTS = (
    "There is no setting web.prt (perhaps web.port is meant)",
    "web.port in",
    "must be at least 4, and is 3",
    "currency must be three capital letters",
)


def commands(group: TyperGroup, path: str) -> Iterator[tuple[str, TyperCommand]]:
    for name, listed in group.commands.items():
        command = listed.load() if isinstance(listed, LazyCommand) else listed
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def service_commands() -> dict[str, TyperCommand]:
    handover = get_command(app)
    assert isinstance(handover, TyperGroup)
    service = handover.commands["service"]
    assert isinstance(service, LazyCommand)
    return dict(commands(service.load(), "handover service"))


@pytest.mark.parametrize("name", service_commands())
def test_every_command_teaches_with_an_example_of_itself(name: str):
    command = service_commands()[name]
    assert command.help is not None
    assert f": {name}" in " ".join(command.help.split())
    for parameter in command.params:
        assert getattr(parameter, "help", None), parameter.name


def test_tables_are_drawn_at_a_terminal_and_plain_elsewhere(operator: Operator):
    operator.creates()
    plain = operator.command("delivery", "list", "development").stdout
    assert plain.splitlines()[0] == "order\tstate\treceiver\trider\tcreated\tuuid"
    drawn = operator.command(
        "delivery", "list", "development", TTY_COMPATIBLE="1", COLUMNS="160"
    ).stdout
    assert "│ 1001" in drawn


def test_an_environment_that_does_not_exist_is_refused(operator: Operator):
    result = operator.command("key", "list", "staging")
    assert result.exit_code == 2
    assert "development" in result.stderr


@pytest.mark.parametrize("command", [["run"], ["key", "list", "development"]])
def test_a_wrong_setting_is_one_sentence(operator: Operator, command: list[str]):
    operator.config.write_text("[web]\nprt = 1\n")
    assert "There is no setting web.prt" in operator.cannot(*command, code=2)
    operator.config.unlink()
    assert "There is no config file" in operator.cannot(*command, code=2)


@pytest.mark.parametrize("command", [["run"], ["key", "list", "development"]])
def test_all_mistakes_of_a_file_are_told_in_one_go(operator: Operator, command: list[str]):
    operator.config.write_text(
        '[web]\nprt = 1\nport = "many"\n[organization]\ncurrency = "naira"\n[codes]\nlength = 3\n'
    )
    result = operator.command(*command)
    assert result.exit_code == 2
    told = result.stderr.splitlines()
    for part, sentence in zip(_PARTS, told, strict=True):
        assert part in sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    "command",
    [
        ["key", "list", "development"],
        ["key", "new", "production"],
        ["rider", "list", "development"],
        ["webhook", "log", "development"],
        ["delivery", "list", "production"],
    ],
)
def test_a_command_in_the_wrong_folder_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["service", *command])
    assert result.exit_code == 2
    assert result.stderr == (
        "There is neither service.toml nor a database fleet.db here: go to the folder in which the"
        " service runs, or name its config file with --config.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_key_file_that_is_none_is_one_sentence(operator: Operator):
    (operator.folder / "fleet.key").write_text("short")
    assert "does not hold 32 bytes" in operator.cannot("key", "new", "development", code=2)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite:////nowhere/at/all/fleet.db",
        "postgresql+psycopg://fleet:canary-word@127.0.0.1:1/fleet",
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(operator: Operator, url: str):
    operator.config.write_text(
        f'[store]\nurl = "{url}"\nkey_file = "{operator.folder}/fleet.key"\n'
    )
    sentence = operator.cannot("key", "new", "development", code=2)
    assert sentence.startswith("The database does not open (")
    assert "canary" not in sentence


def test_a_port_that_is_taken_is_one_sentence(operator: Operator):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        operator.says(f"[web]\nport = {taken.getsockname()[1]}")
        assert "is taken by another program" in operator.cannot("run", code=2)


def test_a_database_that_another_process_serves_is_one_sentence(operator: Operator):
    operator.says("[web]\nport = 0")
    with alone_on(f"sqlite+aiosqlite:///{operator.folder}/fleet.db"):
        assert "fleet.db; stop it first" in operator.cannot("run", code=2)
        assert operator.does("key", "new", "development")


@pytest.mark.parametrize(
    "settings",
    ["[webhooks]\nca_file = 'no.pem'", "[web]\ncertificate = 'no.pem'\nprivate_key = 'no.key'"],
)
def test_a_certificate_that_is_not_there_is_one_sentence_with_its_name(
    operator: Operator, settings: str
):
    operator.says(settings)
    assert "The file no.pem of " in operator.cannot("run", code=2)


def test_a_database_of_a_later_version_is_one_sentence(operator: Operator):
    operator.does("key", "new", "development")
    with closing(sqlite3.connect(operator.folder / "fleet.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    for command in (["run"], ["key", "list", "development"]):
        assert "later version" in operator.cannot(*command, code=2)


@pytest.mark.parametrize(
    "command",
    [
        ["key", "end", "development", "99999999999999999999"],
        ["key", "rotate", "development", "--former-valid-for", "1e300"],
        ["key", "rotate", "development", "--former-valid-for", "inf"],
        ["webhook", "resend", "development", "99999999999999999999"],
    ],
)
def test_a_number_that_is_too_large_is_refused(operator: Operator, command: list[str]):
    result = operator.command(*command)
    assert result.exit_code == 2
    assert "Invalid value" in result.stderr


def test_words_that_are_no_text_are_one_sentence(operator: Operator):
    operator.creates()
    half = b"\xff".decode(errors="surrogateescape")  # as Python reads it from a command line
    for text in (half, "x" * 1001):
        search = ("list", "development", "--search", text)
        assert "The search field " in operator.cannot("delivery", *search, code=2)
        declining = ("decline", "development", "1001", "--note", text)
        assert "The note field " in operator.cannot("delivery", *declining, code=2)
    assert "note" in operator.cannot(
        "delivery", "decline", "development", "1001", "--note", " ", code=2
    )
    assert operator.fields("delivery", "show", "development", "1001")["state"] == "Pending"
