"""Somebody joins on PostgreSQL in the moment in which they are invited once more."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.service.errors import RefusedError
from bot.service.invitations import token_digest
from bot.service.operations.invitation import invite_or_renew, join
from bot.service.request_bodies.enrolment import Joining, NewRiders
from bot.service.store.tables import invitations, riders
from tests.service.fleet import Fleet, running, settings_at
from tests.store import postgres
from tests.support.clock import ManualClock
from tests.support.sql import rows


@pytest.fixture
async def fleet(tmp_path: Path, certificates: Path, clock: ManualClock) -> AsyncIterator[Fleet]:
    with postgres.running() as server:
        settings = settings_at(tmp_path, certificates, database_url=server.url)
        async with running(settings, clock) as fleet:
            yield fleet


def invitation(number: int) -> NewRiders:
    emails = [f"rider-{number}@example.com"]
    return NewRiders(rider_emails=emails, commission_value=1, commission_type="commission")


async def test_who_has_joined_is_never_taken_for_somebody_who_has_not(fleet: Fleet):
    environment = fleet.development
    for number in range(12):
        (invited,) = await invite_or_renew(environment, invitation(number))
        digest = token_digest(environment.vault, invited.token)
        details = Joining(name="Bisi", phone_code="234", phone_number=f"08020000{number:03}")
        joined, _ = await asyncio.gather(
            join(environment, digest, details),
            invite_or_renew(environment, invitation(number)),
            return_exceptions=True,
        )
        assert joined is None or isinstance(joined, RefusedError)
    idle = select(riders).where(riders.c.active, riders.c.idle_since.is_not(None))
    assert await rows(environment.database, idle) == []
    of_active = select(invitations).join(riders).where(riders.c.active)
    assert await rows(environment.database, of_active) == []
