"""What operators look at: whether it lives, whether it can work, and its figures."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.base.http.server import Server
from bot.metrics import Metrics
from bot.store.intake import Intake
from bot.store.job_kind import LABELS
from bot.web.fleet_webhook import FleetWebhook
from bot.web.routes import make_app
from tests.support.sql import execute
from tests.web.asking import DELIVERY, FORMER_KEY, KEY, SECRET, SILENCE, Door, event, update


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_a_bot_with_its_store_lives_and_can_work(door: Door, path: str):
    answer = await door.http.get(path)
    assert (answer.status_code, answer.text) == (200, "ok")


async def test_the_door_stands_on_an_ipv6_address_too(door: Door, database: Database):
    app = make_app(
        database,
        "production",
        FleetWebhook(Intake(database), "production", [], SILENCE),
        None,
        Metrics(LABELS),
    )
    async with Server(app, host="::1") as server:
        assert (await door.http.get(f"{server.url}/healthz")).text == "ok"


async def lose_the_store(door: Door, folder: Path) -> None:
    await door.database.close()
    shutil.rmtree(folder)


async def test_a_bot_without_its_store_lives_and_cannot_work(door: Door, tmp_path: Path):
    await lose_the_store(door, tmp_path / "store")
    assert (await door.http.get("/healthz")).status_code == 200
    assert (await door.http.get("/readyz")).status_code == 503
    assert (await door.http.get("/metrics")).status_code == 503
    assert (await door.fleet(event())).status_code == 503
    assert (await door.telegram(update())).status_code == 503


FULL = (
    "CREATE TRIGGER full BEFORE INSERT ON known_time"
    " BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
)


async def test_a_bot_that_can_write_nothing_down_is_not_ready_although_it_can_read(door: Door):
    clock = door.database.clock
    assert (await door.http.get("/readyz")).status_code == 200
    await execute(door.database, FULL)
    clock.advance(timedelta(seconds=10))
    assert (await door.http.get("/readyz")).status_code == 503
    assert (await door.http.get("/metrics")).status_code == 200
    await execute(door.database, "DROP TRIGGER full")
    assert (await door.http.get("/readyz")).status_code == 503
    clock.advance(timedelta(seconds=10))
    assert (await door.http.get("/readyz")).status_code == 200


async def test_whoever_asks_again_and_again_has_nothing_written(door: Door):
    for _ in range(20):
        assert (await door.http.get("/readyz")).status_code == 200
    await execute(door.database, FULL)
    door.database.clock.advance(timedelta(seconds=9))
    assert (await door.http.get("/readyz")).status_code == 200


async def test_with_a_token_the_metrics_are_for_who_shows_it(door: Door, intake: Intake):
    fleet = FleetWebhook(intake, "production", [KEY], SILENCE)
    app = make_app(door.database, "production", fleet, None, Metrics(LABELS), "canary-token")
    async with Server(app) as server:
        for shown in ("", "canary-token", "Bearer canary", "Bearer é"):
            headers = {"Authorization": shown.encode()}
            answer = await door.http.get(f"{server.url}/metrics", headers=headers)
            assert answer.status_code == 401
        headers = {"Authorization": "Bearer canary-token"}
        answer = await door.http.get(f"{server.url}/metrics", headers=headers)
        assert answer.status_code == 200
        assert (await door.http.get(f"{server.url}/readyz")).status_code == 200


async def figures(door: Door) -> dict[str, float]:
    answer = await door.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


async def test_jobs_are_counted_by_kind_and_state(door: Door):
    await door.fleet(event())
    await door.fleet(event("delivery.failed"))
    await door.kept()
    shown = await figures(door)
    assert shown['handover_jobs{kind="event",state="running"}'] == 1
    assert shown['handover_jobs{kind="event",state="waiting"}'] == 1
    assert shown['handover_jobs{kind="notice",state="dead"}'] == 0
    assert shown['handover_jobs{kind="fleet_request",state="waiting"}'] == 0


async def test_webhooks_are_counted_by_sender_and_answer(door: Door):
    for _ in range(2):
        await door.fleet(event())
    await door.fleet(event(), signature="0" * 64)
    await door.telegram(b"no update")
    shown = await figures(door)
    counted = {name: value for name, value in shown.items() if "webhooks_total" in name}
    assert counted == {
        'handover_webhooks_total{answer="200",sender="fleet"}': 2,
        'handover_webhooks_total{answer="401",sender="fleet"}': 1,
        'handover_webhooks_total{answer="200",sender="telegram"}': 1,
    }


async def test_no_figure_names_anybody_or_any_secret(door: Door):
    await door.fleet(event(order_number="order-canary"))
    await door.telegram(update(person=987654321))
    page = (await door.http.get("/metrics")).text
    secrets = (KEY, FORMER_KEY, SECRET, DELIVERY, "order-canary", "987654321")
    assert not any(secret in page for secret in secrets)


async def test_other_paths_do_not_exist(door: Door):
    assert (await door.http.get("/")).status_code == 404
    assert (await door.http.get("/docs")).status_code == 404
