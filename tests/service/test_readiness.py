"""What whoever watches the service asks: whether it lives, and whether it can work."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.service.fleet import DATABASE, Fleet

ORIGIN = "https://fleet.example"
FULL = (
    "CREATE TRIGGER full BEFORE INSERT ON known_time"
    " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
)


async def status(fleet: Fleet, path: str) -> int:
    return (await fleet.http.get(f"{ORIGIN}{path}")).status_code


def execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as other, other:
        other.execute(statement)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_a_service_that_runs_says_so_to_whoever_asks_without_a_key(fleet: Fleet, path: str):
    answer = await fleet.http.get(f"{ORIGIN}{path}", headers={"x-api-key": ""})
    assert (answer.status_code, answer.text) == (200, "ok")


async def test_a_service_that_can_write_nothing_down_lives_and_is_not_ready(
    fleet: Fleet, folder: Path
):
    execute(folder, FULL)
    assert await status(fleet, "/readyz") == 503
    assert await status(fleet, "/healthz") == 200
    execute(folder, "DROP TRIGGER full")
    fleet.clock.advance(timedelta(seconds=10))
    assert await status(fleet, "/readyz") == 200
