"""The changes themselves, and a handful of them that the tests must notice."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mutation.changes import Mutant, mutants
from tests.mutation.explained import Reasons
from tests.mutation.listed import BrokenLine, broken_lines
from tests.mutation.modules import MODULES
from tests.mutation.outcome import Outcome

ROOT = Path(__file__).parents[2]


def made(source: str) -> list[str]:
    return [mutant.what for mutant in mutants("shop", source)]


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("def f(a): return a < 3", ["f: `a < 3` becomes `a <= 3`", "f: `3` becomes `4`"]),
        (
            "def f(a, b): return a and b",
            [
                "f: `a and b` becomes `a or b`",
                "f: `a and b` without `a`",
                "f: `a and b` without `b`",
            ],
        ),
        ("OPEN = not True", ["OPEN: `not True` becomes `True`", "OPEN: `True` becomes `False`"]),
        (
            "MAY = {1: a, 'b': c}",
            [
                "MAY: without `1: a`",
                "MAY: `1: a` becomes `c`",
                "MAY: without `'b': c`",
                "MAY: `1` becomes `2`",
            ],
        ),
        (
            "Q = t.where(a, b)",
            ["Q: where() without `a`", "Q: where() without `b`"],
        ),
        ("class A:\n def f(self):\n  self.g()", ["A.f: without `self.g()`"]),
        ("def f(a):\n return a", ["f: `return a` answers nothing"]),
        ("F = [a for a in b if a]", ["F: without `if a`"]),
    ],
)
def test_each_slip_is_a_change_of_its_own(source: str, changes: list[str]):
    assert made(source) == changes


@pytest.mark.parametrize(
    "source",
    [
        '"""A text."""',
        "def f(a: int | None) -> Mapping[1, 2]: ...",
        "@dataclass(frozen=True)\nclass A: ...",
        "def f():\n _log.warning('late', job=1, late=not a)",
        "SELECT = 'SELECT 1 WHERE a < 2'",
    ],
)
def test_texts_and_annotations_are_not_changed(source: str):
    assert made(source) == []


def test_a_change_is_in_its_own_program_only():
    found = {mutant.what: mutant for mutant in mutants("shop", "A = 1\nB = 5")}
    assert values(found["A: `1` becomes `2`"]) == {"A": 2, "B": 5}
    assert values(found["B: `5` becomes `6`"]) == {"A": 1, "B": 6}


def test_the_same_change_twice_in_one_place_has_two_names():
    assert made("A = [1, 1]") == ["A: `1` becomes `2`", "A: `1` becomes `2` (2)"]


def values(mutant: Mutant) -> dict[str, int]:
    names: dict[str, int] = {}
    exec(mutant.code, names)  # noqa: S102 - it is what the test has written
    return {name: value for name, value in names.items() if name.isupper()}


@pytest.mark.parametrize(
    ("reasons", "is_good", "told"),
    [
        ({}, False, "SURVIVED"),
        ({"A: `1` becomes `2`": "nobody reads it"}, True, "nobody reads it"),
        ({"A: `1` becomes `2`": "nobody reads it", "C": "?"}, False, "EXPLAINED, AND GONE: C"),
    ],
)
def test_a_survivor_is_explained_or_the_outcome_is_bad(reasons: Reasons, is_good: bool, told: str):
    found = list(mutants("shop", "A = 1\nB = 5"))
    outcome = Outcome("shop", found, found[:1], reasons, {one.what for one in found}, 60)
    assert outcome.is_good is is_good
    assert told in outcome.told()


def test_every_module_and_every_test_that_is_asked_is_there():
    for module, asked in MODULES.items():
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
        named = [name for tests in asked for name in tests if name.startswith("tests/")]
        assert all((ROOT / name).is_file() for name in named)


@pytest.mark.long("the tests of a module are run once for each change")
def test_a_handful_of_changes_is_noticed():
    asked = [
        sys.executable,
        "-m",
        "tests.mutation",
        "bot.telegram.retry_after",
        "--only",
        "let_through",
    ]
    answer = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "100.0%" in answer.stdout


@pytest.mark.parametrize("line", broken_lines(), ids=lambda line: line.seen_by)
def test_every_listed_line_stands_once_and_so_does_the_test_that_sees_it(line: BrokenLine):
    assert line.mutant().code != compile((ROOT / line.file).read_text(), line.file, "exec")
    file, _, name = line.seen_by.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text()


def test_lines_of_every_place_that_changed_most_are_listed():
    lines = broken_lines()
    assert len({(line.file, line.line, line.broken) for line in lines}) == len(lines) >= 60
    assert min(Counter(line.area for line in lines).values()) >= 6


@pytest.mark.long("two tests are run, each with a line broken")
def test_a_listed_line_that_no_test_sees_is_told(tmp_path: Path):
    """A test of what is held sees a line of the holds broken, and none of the windows."""
    listed = tmp_path / "listed.toml"
    test = "tests/workers/test_holds.py::test_what_is_held_and_until_when"
    entry = '[[broken]]\narea = "a"\nfile = "{}"\nline = "{}"\nbroken = "{}"\nseen_by = "{}"\n'
    holds = (
        "bot/telegram/retry_after.py",
        "max(until, self._until",
        "min(until, self._until",
        test,
    )
    windows = ("bot/telegram/rate_windows.py", "if before <= now:", "if before > now:", test)
    listed.write_text(entry.format(*holds) + entry.format(*windows))
    asked = [sys.executable, "-m", "tests.mutation", "--listed", str(listed)]
    answer = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 1, answer.stderr
    assert "NOT SEEN (passed)" in answer.stdout
    assert answer.stdout.endswith("1 of 2 seen\n")
