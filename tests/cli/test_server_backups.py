"""`handover service backup` and `restore` with PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cli.operating import Operator
from tests.cli.service_process import service_running
from tests.store.postgres import Postgres, programs, running

USUAL_PATH = os.environ["PATH"]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{programs()}:{USUAL_PATH}")


def at(operator: Operator, url: str) -> Operator:
    """Let the commands work with the database at an address."""
    operator.config.write_text(
        f'[store]\nurl = "{url}"\nkey_file = "{operator.folder}/fleet.key"\n[codes]\nlength = 10\n'
    )
    return operator


@pytest.fixture
def url(server: Postgres, tmp_path: Path) -> str:
    return server.fresh(f"fleet_{tmp_path.name}")


@pytest.fixture
def operator(operator: Operator, url: str) -> Operator:
    return at(operator, url)


@pytest.fixture
def file(operator: Operator, tmp_path: Path) -> Path:
    operator.creates()
    operator.does("backup", str(tmp_path / "one.zip"))
    return tmp_path / "one.zip"


def orders(operator: Operator) -> list[str]:
    return [row[0] for row in operator.rows("delivery", "list", "development")]


def test_it_is_put_into_an_empty_database(operator: Operator, file: Path, server: Postgres):
    at(operator, server.fresh(f"empty_{operator.folder.name}"))
    operator.does("restore", str(file))
    assert orders(operator) == ["1001"]
    operator.creates()
    assert orders(operator) == ["1002", "1001"]


def test_what_is_there_is_replaced_only_if_told_so_and_backed_up_first(
    operator: Operator, file: Path
):
    operator.creates()
    assert "--replace" in operator.cannot("restore", str(file), code=1)
    assert orders(operator) == ["1002", "1001"]
    operator.does("restore", str(file), "--replace")
    assert orders(operator) == ["1001"]
    (before,) = file.parent.glob("before-restore-*.zip")
    operator.does("restore", str(before), "--replace")
    assert orders(operator) == ["1002", "1001"]


def test_a_dump_that_cannot_be_taken_in_changes_nothing(
    operator: Operator, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What reads the dump ends in the middle of it, as where the disk fails."""
    folder = tmp_path / "programs"
    folder.mkdir()
    halved = folder / "pg_restore"
    halved.write_text(
        f'#!/bin/sh\nall() {{ {programs()}/pg_restore "$@"; }}\n'
        'case "$*" in *"-f - "*) all "$@" | head -n 60; exit 1;; esac\nall "$@"\n'
    )
    halved.chmod(0o700)
    monkeypatch.setenv("PATH", f"{folder}:{programs()}:{USUAL_PATH}")
    operator.creates()
    assert "pg_restore has failed" in operator.cannot("restore", str(file), "--replace", code=1)
    assert orders(operator) == ["1002", "1001"]


def test_a_database_of_another_program_is_left_alone(
    operator: Operator, file: Path, server: Postgres
):
    at(operator, server.fresh(f"other_{operator.folder.name}"))
    with psycopg.connect(server.address_of(f"other_{operator.folder.name}")) as connection:
        connection.execute("CREATE TABLE letters (words text)")
    said = operator.cannot("restore", str(file), "--replace", code=1)
    assert "tables of another program" in said


async def test_while_the_service_runs_nothing_is_put_back(operator: Operator, file: Path):
    async with service_running(operator.folder) as service:
        await service.base_url("development")
        said = operator.cannot("restore", str(file), "--replace", code=1)
        assert "The fleet service works with" in said
        assert list(file.parent.glob("before-restore-*")) == []
    operator.does("restore", str(file), "--replace")


def test_programs_that_are_missing_or_older_are_one_sentence(
    operator: Operator, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    new = str(tmp_path / "new.zip")
    assert "There is no program pg_dump on the PATH" in operator.cannot("backup", new, code=1)
    monkeypatch.setenv("PATH", programs(16))
    said = operator.cannot("backup", new, code=1)
    assert "is of version 16 and the server of version 18" in said
    assert not Path(new).exists()


def test_a_server_that_does_not_answer_is_one_sentence_without_a_password(
    operator: Operator, file: Path
):
    at(operator, "postgresql+psycopg://fleet:canary-word@127.0.0.1:1/fleet")
    for command in (["backup", str(file)], ["restore", str(file)]):
        said = operator.cannot(*command, code=2)
        assert said.startswith("The database does not open (")
        assert "canary" not in said
