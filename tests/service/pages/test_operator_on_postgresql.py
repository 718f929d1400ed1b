"""The operator's page on PostgreSQL: its own types, locks, and deletions that answer."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.service.store.operator_rows import drop_ended
from tests.service.fleet import Fleet, running, settings_at
from tests.service.pages.operators import logged_in, operators_of
from tests.store import postgres
from tests.support.clock import ManualClock

SECTIONS = ("deliveries", "riders", "keys", "webhooks", "texts")


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Postgres]:
    with postgres.running() as server:
        yield server


@pytest.fixture
async def fleet(
    server: postgres.Postgres, tmp_path: Path, certificates: Path, clock: ManualClock
) -> AsyncIterator[Fleet]:
    settings = settings_at(tmp_path, certificates, database_url=server.url)
    async with running(settings, clock) as fleet:
        yield fleet


async def test_an_operator_logs_in_sees_every_page_and_is_removed(fleet: Fleet):
    uuid = (await fleet.create())["uuid"]
    await fleet.service.idle()
    async with logged_in(fleet) as ada:
        for section in (*SECTIONS, f"deliveries/{uuid}"):
            path = f"/operator/development/{section}"
            assert (await ada.http.get(path)).status_code == 200, path
        await ada.opens(f"/operator/development/deliveries/{uuid}")
        await ada.sends(f"/operator/development/deliveries/{uuid}/paid")
        assert "written down as paid for" in ada.words
        await fleet.development.database.write(drop_ended)
        await operators_of(fleet).make_link("ada")
        await operators_of(fleet).remove("ada")
        assert (await ada.http.get("/operator/development/keys")).status_code == 303
