"""Understanding two names that were typed behind each other."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.actions.dispatcher.move import understood
from bot.texts.dispatcher.rider_picker import Candidate

NAMES = ["Musa Bello", "Sani Ali", "Sani Bello", "Musa", "Ada Obi Eze"]
RIDERS = [Candidate(name, name, 0) for name in NAMES]


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("Musa Bello Sani Ali", ("Musa Bello", "Sani Ali")),
        ("musa ada", ("Musa", "Ada Obi Eze")),
        ("ada sani a", ("Ada Obi Eze", "Sani Ali")),
        ("ada sani", ("Ada Obi Eze", None)),
        ("sani ada", (None, "Ada Obi Eze")),
        ("ada", ("Ada Obi Eze", None)),
        ("sani", (None, None)),
        ("nobody ada", (None, None)),
        ("", (None, None)),
    ],
)
def test_what_is_not_clear_is_left_open(line: str, pair: tuple[str | None, str | None]):
    assert understood(line.split(), RIDERS) == pair


name = st.lists(st.text("abcde", min_size=1, max_size=4), min_size=1, max_size=3).map(" ".join)


@given(st.lists(name, min_size=2, max_size=6, unique=True), st.data())
def test_riders_who_are_named_are_never_others(names: list[str], data: st.DataObject):
    riders = [Candidate(each, each, 0) for each in names]
    former, rider = data.draw(st.permutations(names))[:2]
    found = understood([*former.split(), *rider.split()], riders)
    assume(None not in found)
    assert " ".join(filter(None, found)) == f"{former} {rider}"


@given(st.lists(st.text(max_size=5), max_size=6), st.lists(st.text(max_size=8), max_size=4))
def test_nobody_is_moved_to_themselves(words: list[str], names: list[str]):
    riders = [Candidate(str(number), each, 0) for number, each in enumerate(names)]
    former, rider = understood(words, riders)
    assert former is None or former != rider
