"""/language: the bot speaks what its reader chooses."""

import pytest

from bot.texts.catalogues import languages
from bot.texts.words import Words
from tests.support.business import Business, labels, sees, told

OWN_NAMES = {
    "en": "English",
    "fr": "Français",
    "es": "Español",
    "pt": "Português",
    "ar": "العربية",
}


async def test_every_language_is_offered_under_its_own_name(business: Business):
    await business.says(business.musa, "/language")
    offered = dict(zip(languages(), labels(business.musa.last), strict=True))
    assert offered == offered | OWN_NAMES
    await business.presses(business.musa, "English")
    assert told(business.musa)[-1].endswith(
        "I speak English now, in the menu and on your cards, too."
    )


async def test_a_language_that_is_not_there_is_answered_with_those_that_are(business: Business):
    await business.says(business.musa, "/language xx")
    assert "Which language shall I speak?" in told(business.musa)[-1]


@pytest.mark.skipif("fr" not in languages(), reason="the catalogue comes with the languages")
async def test_menu_and_open_cards_change_their_language_too(business: Business):
    await business.assigned()
    say = Words("fr")
    await business.says(business.musa, "/language fr")
    assert not sees(business.musa, "A new job for you")
    assert any(say("🕓 Waiting for pickup")[1:] in text for text in told(business.musa))
    menus = [call for call in business.town.telegram.calls if call.method == "setMyCommands"]
    assert say.label("your open jobs") in str(menus[-1])
