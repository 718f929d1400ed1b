"""Real corrections do what is meant to their order, and none does something else."""

from collections import Counter
from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from tests.corrections.said import LANGUAGES, corrections
from tests.corrections.trial import Verdict, say_all

AS_MEANT = 0.95
AT_LEAST = 16


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_corrections_of_both_kinds(language: str):
    said = corrections(language).said
    assert len(said) >= AT_LEAST
    assert {each.on for each in said} == {"draft", "created"}


@pytest.mark.long("each of the corrections is said in a town")
async def test_corrections_do_what_is_meant_and_nothing_else(
    tmp_path: Path, certificates: Certificates
):
    outcomes = []
    for language in LANGUAGES:
        place = tmp_path / language
        place.mkdir()
        outcomes += await say_all(place, certificates, corrections(language))
    counts = Counter(outcome.verdict for outcome in outcomes)
    missed = "\n".join(str(each) for each in outcomes if each.verdict is not Verdict.DONE)
    assert not counts[Verdict.ELSE], missed
    assert counts[Verdict.DONE] >= AS_MEANT * len(outcomes), missed
