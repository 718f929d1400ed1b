"""/health: whether everything works, and what to do where it does not."""

import asyncio
from datetime import timedelta

import pytest

from tests.support.business import Business, heard, told


async def test_health_tells_what_works_and_what_to_do(business: Business):
    await business.order()
    await business.says(business.owner, "/health")
    told_now = told(business.owner)[-1]
    assert "development" in told_now
    for line in (
        "✅ Fleet service: answered within",
        "✅ API key: accepted",
        "✅ Last webhook:",
        "✅ Last compared with the fleet service:",
        "✅ Webhooks: 0 waiting",
        "✅ Nothing was given up",
        "✅ Sending: one process has the duty",
    ):
        assert line in told_now
    await business.town.close_fleet()
    await business.later(minutes=45)
    await business.says(business.owner, "/health")
    assert "⚠️ Fleet service: no answer" in told(business.owner)[-1]
    assert "⚠️ Last compared with the fleet service:" in told(business.owner)[-1]


@pytest.mark.runs_on
@pytest.mark.parametrize("mode", ["polling"], indirect=True)
async def test_another_program_with_the_same_token_is_told_once_and_shown(business: Business):
    town, owner = business.town, business.owner
    conflict = "Conflict: terminated by other getUpdates request"
    town.telegram.fail("getUpdates", 409, conflict, times=14)
    before = polls(business)
    owner.send_sticker()  # the poll that is held now ends, and the next ones are refused
    while polls(business) <= before + 14:
        if business.clock.rings_in(timedelta(seconds=10)):
            business.clock.advance(timedelta(seconds=10))
        await asyncio.sleep(0)
    await town.idle()
    assert heard(owner, "Another program takes messages of this bot") == 1
    await business.says(owner, "/health")
    assert "⚠️ Messages: another program with the same token takes some" in told(owner)[-1]


def polls(business: Business) -> int:
    return sum(call.method == "getUpdates" for call in business.town.telegram.calls)
