"""The database is away for a while: who asks is told to ask again, and then it works."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.service.fleet import DATABASE, Fleet, order

NOBODYS = "00000000-0000-4000-8000-000000000000"


@contextmanager
def without_deliveries(folder: Path) -> Iterator[None]:
    """Let the database fail for as long as the block lasts: its most needed table is not there."""
    with closing(sqlite3.connect(folder / DATABASE)) as other:
        other.execute("ALTER TABLE deliveries RENAME TO away")
        try:
            yield
        finally:
            other.execute("ALTER TABLE away RENAME TO deliveries")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", f"/deliveries/get/{NOBODYS}", None),
        ("POST", "/deliveries/create", order()),
    ],
)
async def test_who_asks_while_it_is_away_is_told_when_to_ask_again(
    fleet: Fleet, folder: Path, method: str, path: str, body: object
):
    with without_deliveries(folder):
        answer = await fleet.http.request(method, path, json=body)
    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "5")
    assert answer.json() == {
        "status": "error",
        "message": "The service is out of order for a moment. Please try again.",
    }
    assert (await fleet.http.request(method, path, json=body)).status_code < 500


async def test_nothing_of_an_order_is_kept_that_was_turned_away(fleet: Fleet, folder: Path):
    with without_deliveries(folder):
        await fleet.http.post("/deliveries/create", json=order())
    assert (await fleet.create())["order_number"] == "1001"
