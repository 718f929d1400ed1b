"""What follows a command, in the language of who writes it."""

import pytest

from bot.local_telegram import LocalUser
from tests.support.business import Business, told


async def speaks(business: Business, person: LocalUser, language: str) -> None:
    await business.says(person, f"/language {language}")


@pytest.mark.parametrize(
    ("language", "off", "yesterday"),
    [
        ("fr", "non", "hier"),
        ("es", "no", "ayer"),
        ("pt", "desligado", "ontem"),
        ("ar", "لا", "أمس"),
    ],
)
async def test_a_rider_is_understood_in_their_language_and_in_english(
    business: Business, language: str, off: str, yesterday: str
):
    await business.says(business.musa, "/duty off")
    await speaks(business, business.musa, language)
    await business.says(business.musa, "/duty")
    is_off = told(business.musa)[-1]
    await business.says(business.musa, "/duty on")
    assert told(business.musa)[-1] != is_off
    await business.says(business.musa, f"/duty {off}")
    assert told(business.musa)[-1] == is_off
    await business.says(business.musa, "/history yesterday")
    answer = told(business.musa)[-1]
    await business.says(business.musa, "/history")
    assert told(business.musa)[-1] != answer
    await business.says(business.musa, f"/history {yesterday}")
    assert told(business.musa)[-1] == answer


async def test_a_dispatcher_asks_for_days_and_silence_in_french(business: Business):
    await business.order()
    await speaks(business, business.owner, "fr")
    await business.says(business.owner, "/report semaine")
    week = told(business.owner)[-3].replace("\u00a0", " ")
    assert "du 24" in week
    assert "Créées : 1" in week
    await business.later(days=1)
    await business.says(business.owner, "/report 02/03/2026")
    assert "Créées : 1" in told(business.owner)[-3].replace("\u00a0", " ")
    await business.says(business.owner, "/mute jusqu’à 18:00")
    assert "2026-03-03 18:00" in told(business.owner)[-1]
    await business.says(business.owner, "/mute 2 heures")
    assert "2026-03-03 11:00" in told(business.owner)[-1]
    await business.says(business.owner, "/mute non")
    assert "2026-03-03" not in told(business.owner)[-1]
