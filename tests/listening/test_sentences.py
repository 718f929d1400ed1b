"""Real sentences lead to what they should, and nothing said is lost or taken for a wrong code."""

from itertools import product
from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from tests.listening.sentences import CODES, LANGUAGES, sentences
from tests.listening.trial import say_all

AS_EXPECTED = 0.95
AT_LEAST = {"en": 150, **dict.fromkeys(("fr", "es", "pt", "ar"), 80)}
ROLES = ("rider", "customer", "dispatcher", "stranger")


SHORT = ("en", "stranger")
"""These sentences are said in every run; the others take long, a whole town for each role."""


def _all_roles():
    for language, by in product(LANGUAGES, ROLES):
        long = pytest.mark.long("each of hundreds of sentences is said in a town")
        marks = () if (language, by) == SHORT else long
        yield pytest.param(language, by, marks=marks, id=f"{language}-{by}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_sentences_by_everybody(language: str):
    told = sentences(language)
    assert len(told) >= AT_LEAST[language]
    assert {each.by for each in told} == set(ROLES)


@pytest.mark.parametrize(("language", "by"), list(_all_roles()))
async def test_what_people_say_is_understood_asked_back_or_passed_on(
    language: str, by: str, town_folder: Path, certificates: Certificates
):
    told = [each for each in sentences(language) if each.by == by]
    outcomes = await say_all(town_folder, certificates, language, told)
    worst = [outcome for outcome in outcomes if outcome.was_counted or outcome.was_lost]
    missed = [outcome for outcome in outcomes if outcome.missed]
    assert not worst, "\n".join(map(str, worst))
    assert len(missed) <= (1 - AS_EXPECTED) * len(told), "\n".join(map(str, missed))


@pytest.mark.long("each of the sentences is said in a town")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_of_codes_and_of_numbers_that_are_none_nothing_goes_wrong(
    language: str, tmp_path: Path, certificates: Certificates
):
    for by in ROLES:
        told = [each for each in sentences(language, CODES) if each.by == by]
        place = tmp_path / by
        place.mkdir()
        outcomes = await say_all(place, certificates, language, told)
        wrong = [each for each in outcomes if each.missed or each.was_counted or each.was_lost]
        assert not wrong, "\n".join(map(str, wrong))
