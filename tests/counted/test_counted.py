"""What was counted once is still so, and has not changed unseen."""

from typing import Any

import pytest

from tests.counted import kept
from tests.counted.parts import PARTS, count

EVENT = ("town", "event", "bot", "in all")
HALF = ("imports", "bot.app")


@pytest.mark.parametrize("part", PARTS)
async def test_what_is_counted_is_what_is_written(part: str):
    written = {section: each for section, each in kept.read().items() if section[0] == part}
    changes = kept.changes(written, await count(part))
    how = f"python -m tests.counted --only {part} --write, if it is on purpose; the commit says why"
    assert not changes, "\n".join([*changes, how])


def test_nothing_is_written_that_nobody_counts():
    assert {section[0] for section in kept.read()} == PARTS.keys()


@pytest.mark.parametrize(
    ("name", "written", "counted", "told"),
    [
        ("statements", 64, 65, []),
        ("statements", 64, 66, ["statements rose: 64 is written, and 66 were counted"]),
        ("statements", 64, 62, ["statements fell: 64 is written, and 62 were counted"]),
        ("select people", 3, 4, []),
        ("select people", 3, 5, ["select people rose: 3 is written, and 5 were counted"]),
        ("update people", 3, 4, ["update people rose: 3 is written, and 4 were counted"]),
        ("sounds", None, 1, ["sounds rose: 0 is written, and 1 were counted"]),
        ("sounds", 1, None, ["sounds fell: 1 is written, and 0 were counted"]),
        (kept.AT_MOST, 50, 20, []),
        (kept.AT_MOST, 50, 51, [f"{kept.AT_MOST} rose: 50 is written, and 51 were counted"]),
        ("MB", 100, 115, []),
        ("MB", 100, 116, ["MB rose: 100 is written, and 116 were counted"]),
        ("modules", 1000, 950, []),
        ("modules", 1000, 949, ["modules fell: 1000 is written, and 949 were counted"]),
        ("packages", ["a", "b", "c"], ["d"], ["packages changed: new: d; gone: a, b, c"]),
        ("packages", ["a", "b", "c"], [], []),
        ("imported by ours", ["a"], ["a", "b"], ["imported by ours changed: new: b; gone: none"]),
    ],
)
def test_a_change_is_told_by_its_name(name: str, written: Any, counted: Any, told: list[str]):
    before, now = (
        {EVENT: {} if figure is None else {name: figure}} for figure in (written, counted)
    )
    assert kept.changes(before, now) == [f"{', '.join(EVENT)}, {each}" for each in told]


@pytest.mark.parametrize(
    ("name", "written", "counted"),
    [("modules", 100, 200), ("MB", 100, 200), ("packages", [], ["a", "b", "c", "d"])],
)
def test_what_another_python_loads_is_not_compared(name: str, written: Any, counted: Any):
    before: kept.Figures = {("imports",): {kept.PYTHON: "3.11"}, HALF: {name: written}}
    for python, is_told in (("3.11", True), ("3.12", False)):
        now: kept.Figures = {("imports",): {kept.PYTHON: python}, HALF: {name: counted}}
        assert bool(kept.changes(before, now)) == is_told
