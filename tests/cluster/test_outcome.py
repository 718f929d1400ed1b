"""An outcome holds only where nothing is wrong, and its line says what is."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.cluster.outcome import Outcome
from tests.cluster.postings import Doubled
from tests.cluster.scenarios import SCENARIOS
from tests.faults.duplicates import Duplicate

GOOD = Outcome(
    name="sender-killed",
    scenario=SCENARIOS["sender-killed"],
    deliveries=30,
    arrivals=400,
    problems={"out of order": [], "wrong cards": []},
    doubled=[Doubled("on the wire", explained=True)],
    duplicates=[Duplicate("on the wire", timedelta(seconds=1))],
    own_ends=[],
    bot_silence=timedelta(seconds=11),
    database_silence=timedelta(seconds=0.3),
)


def test_what_was_on_the_wire_at_the_fault_is_no_fault():
    assert GOOD.holds
    (line,) = GOOD.lines()
    assert line.endswith("silent: bot 11.0 s (limit 15.0 s), database 0.3 s: holds")
    assert "doubled 0 (and 1 on the wire at the fault)" in line


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (replace(GOOD, problems={"wrong cards": ["1001"]}), "lost 1"),
        (replace(GOOD, problems={"out of order": ["1001"]}), "out of order 1"),
        (replace(GOOD, doubled=[Doubled("twice", explained=False)]), "doubled 1"),
        (replace(GOOD, duplicates=[Duplicate("again", None)]), "told again 1"),
        (replace(GOOD, own_ends=["Traceback"]), "ended by itself"),
        (replace(GOOD, bot_silence=timedelta(seconds=16)), "silent: bot 16.0 s"),
    ],
    ids=["lost", "disordered", "doubled", "told again", "ended", "silent"],
)
def test_whatever_is_wrong_does_not_hold_and_is_said(bad: Outcome, said: str):
    assert not bad.holds
    assert said in "\n".join(bad.lines())


def test_of_many_findings_the_first_are_shown_and_the_others_counted():
    lines = list(replace(GOOD, problems={"wrong cards": ["one"] * 20}).lines())
    assert len(lines) == 8
    assert lines[-1] == "  wrong cards: 14 more"
