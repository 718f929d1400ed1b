"""The command line: what it says when something is wrong, and with which exit code."""

import asyncio
import fcntl
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey, NewJob
from bot.base.vault import Vault, key_from
from bot.cli import app
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA
from tests.support.patience import PATIENCE

GOOD = """
[telegram]
token = "1000000001:DEMO-token-that-nobody-knows-000000"
owners = [1]
api_url = "http://127.0.0.1:9"

[fleet]
base_url = "https://127.0.0.1:9/production/api/v1"
api_key = "a-key"
"""


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (None, "There is no config file config.toml"),
        (GOOD.replace("token =", "tokn ="), "telegram.tok"),
        (GOOD.replace('api_key = "a-key"', ""), "The setting fleet.api_key is missing"),
        (GOOD.replace('"a-key"', '""'), "fleet.api_key in config.toml is wrong: must not be empty"),
        (GOOD + "speed = 9", "There is no setting fleet.speed"),
        (GOOD + "[wep]\nport = 1", "There is no setting wep"),
        (GOOD.replace("[1]", "[]"), "telegram.owners"),
        (GOOD.replace("[1]", "[1"), "cannot be read"),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_exit_code_2(
    tmp_path: Path, config: str | None, sentence: str
):
    path = tmp_path / "config.toml"
    if config is not None:
        path.write_text(config)
    result = CliRunner().invoke(app, ["run", "--config", str(path)])
    assert result.exit_code == 2
    assert sentence in result.stderr.replace(str(path), "config.toml")
    assert result.stderr.count("\n") == 1
    assert "a-key" not in result.stderr
    assert "DEMO" not in result.stderr


def test_what_was_given_up_can_be_listed_without_a_running_bot(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_text(f"{GOOD}\n{in_folder(tmp_path)}")
    asyncio.run(open_store(tmp_path))
    result = CliRunner().invoke(app, ["jobs", "list", "--config", str(path)])
    assert result.exit_code == 0
    assert "Nothing was given up." in result.stdout


def test_a_request_to_the_fleet_that_was_given_up_is_listed_by_its_name(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_text(f"{GOOD}\n{in_folder(tmp_path)}")
    asyncio.run(give_up(tmp_path, NewJob(JobKind.FLEET_REQUEST, "a lane", EffectKey("k"), b"")))
    listed = CliRunner().invoke(app, ["jobs", "list", "--config", str(path)]).stdout
    assert "fleet_request\ta lane" in listed


async def open_store(folder: Path) -> None:
    """Make the store of `in_folder`."""
    vault = Vault(key_from(folder / "x.key"))
    database = Database(f"sqlite+aiosqlite:///{folder}/x.db", SCHEMA, vault, SystemClock())
    await database.open()
    await database.close()


@pytest.mark.parametrize("command", [["list"], ["retry", "1"], ["drop", "1"]])
def test_in_a_folder_without_a_database_none_is_made(tmp_path: Path, command: list[str]):
    path = tmp_path / "config.toml"
    path.write_text(f"{GOOD}\n{in_folder(tmp_path)}")
    result = CliRunner().invoke(app, ["jobs", *command, "--config", str(path)])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"There is no database {tmp_path}/x.db: go to the folder")
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]


async def give_up(folder: Path, job: NewJob) -> None:
    """Leave a dead letter in the store of `in_folder`."""
    vault = Vault(key_from(folder / "x.key"))
    database = Database(f"sqlite+aiosqlite:///{folder}/x.db", SCHEMA, vault, SystemClock())
    await database.open()
    await database.write(jobs.add, job)
    (claimed,) = await database.write(jobs.claim, job.kind, 1)
    await database.write(jobs.dead_letter, claimed, "KeyRefused")
    await database.close()


def test_a_store_that_another_bot_works_with_is_one_sentence_and_exit_code_2(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_text(f"{GOOD}\n{in_folder(tmp_path)}")
    held = os.open(tmp_path / "x.db.lock", os.O_CREAT | os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    result = CliRunner().invoke(app, ["run", "--config", str(path)])
    os.close(held)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].endswith("x.db; stop it first.")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", [["run"], ["jobs", "list"], ["jobs", "retry", "1"]])
@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ('url = "nonsense"', "must be a database's address"),
        ('url = "mysql://x/y"', "must begin with sqlite+aiosqlite://"),
        ('url = "sqlite+aiosqlite:///letter.txt"', "file is not a database"),
        ('url = "postgresql+psycopg://bot:geheim@127.0.0.1:9/x"', "The database does not open"),
        ('url = "sqlite+aiosqlite:///later.db"', "later version"),
        ('key_file = "nowhere/x.key"', "nowhere/x.key cannot be "),
        ('key_file = "letter.txt"', "does not hold 32 bytes"),
    ],
)
def test_a_store_that_cannot_be_used_is_one_sentence_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], setting: str, sentence: str
):
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("a letter to my grandmother" * 100)
    Path("handover.db").touch()
    Vault(key_from(Path("handover.key")))
    with closing(sqlite3.connect("later.db")) as later:
        later.execute("CREATE TABLE people (user_id INTEGER)")
        later.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        later.execute("INSERT INTO alembic_version VALUES ('9999')")
        later.commit()
    Path("config.toml").write_text(f"{GOOD}\n[store]\n{setting}")
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert "geheim" not in result.stderr


@pytest.mark.parametrize("verb", ["retry", "drop"])
@pytest.mark.parametrize("number", ["0", "99999999999999999999"])
def test_a_number_that_no_work_can_have_is_refused(tmp_path: Path, verb: str, number: str):
    path = tmp_path / "config.toml"
    path.write_text(f"{GOOD}\n{in_folder(tmp_path)}")
    result = CliRunner().invoke(app, ["jobs", verb, number, "--config", str(path)])
    assert result.exit_code == 2
    assert "Invalid value" in result.stderr


def in_folder(folder: Path) -> str:
    return f'[store]\nurl = "sqlite+aiosqlite:///{folder}/x.db"\nkey_file = "{folder}/x.key"'


def test_the_module_is_the_command_and_its_help_names_every_command():
    command = [sys.executable, "-m", "bot", "--help"]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    for name in ("demo", "run", "jobs", "version"):
        assert name in printed.stdout
