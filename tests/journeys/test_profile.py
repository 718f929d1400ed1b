"""What Telegram shows of the bot to somebody who has not written to it yet."""

from datetime import timedelta

import pytest

from bot.demo.town import Town
from bot.texts.catalogues import languages
from tests.support.clock import ManualClock

LONGEST, LONGEST_SHORT = 512, 120


def shown(town: Town, name: str, language: str = "") -> str:
    return town.account.profile.get((name, language), "")


@pytest.mark.parametrize("changed_settings", [{"business": {"name": "Swift Riders"}}])
async def test_the_bot_is_described_in_every_language_with_the_business_name(town: Town):
    await town.idle()
    for language in languages():
        code = "" if language == "en" else language
        assert "Swift Riders" in shown(town, "description", code)
        assert 0 < len(shown(town, "short_description", code)) <= LONGEST_SHORT
        assert len(shown(town, "description", code)) <= LONGEST
    assert len({shown(town, "description", code) for code in ("", "fr", "es", "pt", "ar")}) == 5


async def test_what_an_owner_has_written_at_botfather_stays(town: Town, clock: ManualClock):
    town.account.profile["description", ""] = "Call us: 0800 1234"
    await town.stop_bot()
    before = len(town.telegram.calls)
    clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
    await town.start_bot()
    await town.idle()
    methods = {call.method for call in town.telegram.calls[before:]}
    assert shown(town, "description") == "Call us: 0800 1234"
    assert not methods & {"setMyDescription", "setMyShortDescription"}
