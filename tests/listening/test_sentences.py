"""Real sentences lead to what they should, and nothing said is lost or taken for a wrong code."""

from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from tests.listening.sentences import LANGUAGES, sentences
from tests.listening.trial import say_all

AS_EXPECTED = 0.95
AT_LEAST = {"en": 150, **dict.fromkeys(("fr", "es", "pt", "ar"), 80)}
ROLES = ("rider", "customer", "dispatcher", "stranger")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_sentences_by_everybody(language: str):
    told = sentences(language)
    assert len(told) >= AT_LEAST[language]
    assert {each.by for each in told} == set(ROLES)


@pytest.mark.parametrize("by", ROLES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_people_say_is_understood_asked_back_or_passed_on(
    language: str, by: str, tmp_path: Path, certificates: Certificates
):
    told = [each for each in sentences(language) if each.by == by]
    outcomes = await say_all(tmp_path, certificates, language, told)
    worst = [outcome for outcome in outcomes if outcome.was_counted or outcome.was_lost]
    missed = [outcome for outcome in outcomes if outcome.missed]
    assert not worst, "\n".join(map(str, worst))
    assert len(missed) <= (1 - AS_EXPECTED) * len(told), "\n".join(map(str, missed))
