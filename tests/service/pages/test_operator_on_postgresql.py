"""The operator's page on PostgreSQL: its own types, locks, and deletions that answer."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.service.store.operator_rows import drop_ended
from tests.service.fleet import Fleet, running, settings_at
from tests.service.pages.operators import PASSWORD, browsing, logged_in, operators_of
from tests.store import postgres
from tests.support.clock import ManualClock

SECTIONS = ("deliveries", "bookings", "riders", "keys", "webhooks", "texts", "audit")


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


async def test_strangers_are_counted_and_logins_elsewhere_told_confirmed_and_ended(fleet: Fleet):
    async with logged_in(fleet, "bola") as bola, browsing(fleet, "203.0.113.7") as stranger:
        fleet.clock.advance(timedelta(minutes=1))
        for _ in range(5):
            await stranger.logs_in("bola", password="a wrong password", code="000000")
        stranger.secret = bola.secret
        await stranger.logs_in("bola")
        assert (await stranger.http.get("/operator/production/keys")).status_code == 303
        await stranger.comes_by_link(await operators_of(fleet).make_link("bola"))
        await bola.opens("/operator/production/audit")
        assert "from a network that is new, 203.0.113.7" in bola.words
        assert "logged in by a link from a new network" in bola.words
        await bola.sends("/operator/account/confirm")
        assert "network that is new" not in bola.words
        fleet.clock.advance(timedelta(minutes=10))
        await bola.opens("/operator/production/keys")
        for password, said in (
            ("wrong words again", "asks for your password"),
            (PASSWORD, "A new"),
        ):
            form = {"newest": "2", "password": password}
            await bola.sends("/operator/production/keys/rotate", form)
            assert said in bola.words
        await bola.sends("/operator/account/end")
        assert (await stranger.http.get("/operator/production/keys")).status_code == 303
