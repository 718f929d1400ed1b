"""A webhook after a gap calls for a look at the fleet service; one after another does not."""

from datetime import timedelta

import httpx
import pytest

from bot.base.database.database import Database
from bot.base.http.server import Server
from bot.fleet import sign
from bot.metrics import Metrics
from bot.store.intake import Intake
from bot.store.job_kind import LABELS
from bot.web.fleet_webhook import FleetWebhook
from bot.web.routes import make_app
from bot.web.webhook_silence import WebhookSilence
from tests.support.clock import ManualClock
from tests.web.asking import FLEET_PATH, KEY, event


class Silence(WebhookSilence):
    """Counts the looks that are called for."""

    def __init__(self, clock: ManualClock) -> None:
        self.looks = 0
        super().__init__(clock, self._count)

    def _count(self) -> None:
        self.looks += 1


@pytest.mark.parametrize(("minutes", "looks"), [(4, 0), (6, 3)])
def test_only_what_comes_after_a_while_calls_for_a_look(minutes: int, looks: int):
    clock = ManualClock()
    silence = Silence(clock)
    for _ in range(3):
        clock.advance(timedelta(minutes=minutes))
        silence.kept()
        silence.kept()
    assert silence.looks == looks


def test_the_first_that_is_kept_after_some_were_refused_calls_for_a_look():
    silence = Silence(ManualClock())
    silence.refused()
    silence.refused()
    assert silence.looks == 0
    silence.kept()
    silence.kept()
    assert silence.looks == 1


async def test_the_door_tells_what_it_has_refused_and_what_it_has_kept(database: Database):
    silence, intake, raw = Silence(ManualClock()), Intake(database), event()
    fleet = FleetWebhook(intake, "production", [KEY], silence)
    headers = {"X-Service-Signature": sign(raw, KEY)}
    async with (
        Server(make_app(database, "production", fleet, None, Metrics(LABELS))) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as http,
    ):
        refused = await http.post(FLEET_PATH, content=raw, headers=headers)
        async with intake:
            kept = await http.post(FLEET_PATH, content=raw, headers=headers)
    assert (refused.status_code, kept.status_code, silence.looks) == (503, 200, 1)
