"""Who starts right after another process does not know how much that one has sent."""

from datetime import timedelta

import pytest

from bot.local_telegram import FloodLimits
from tests.support.business import Business

pytestmark = [pytest.mark.without_limits, pytest.mark.runs_on]  # it has its own, and its own starts


@pytest.fixture
def changed_settings() -> dict[str, dict[str, object]]:
    return {"telegram": {"messages_per_second": 30, "chat_per_second": 1}}


@pytest.mark.parametrize(("away", "at_once"), [(1, 1), (30, 3)])
async def test_a_chat_gets_one_answer_at_a_time_right_after_a_restart(
    business: Business, away: float, at_once: int
):
    await business.says(business.owner, "/help")
    await business.town.stop_bot()
    business.clock.advance(timedelta(seconds=away))
    await business.town.start_bot()
    business.town.telegram.limits = FloodLimits()
    before = len(answers(business))
    for _ in range(3):
        business.owner.write("/help")
    await business.town.idle()
    assert len(answers(business)) - before == at_once
    for _ in range(3):
        await business.later(seconds=1.1)
    assert len(answers(business)) - before == 3


def answers(business: Business) -> list[str]:
    return [each.text for each in business.owner.messages if each.from_bot]
