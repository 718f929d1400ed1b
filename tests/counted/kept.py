"""The file in which counted figures are kept, and what stands against it.

A figure that is not as it is written fails, and one that fell as well: else it could rise again
unseen. What depends on more than this project has a rule of its own.
"""

import json
import operator
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

FILE = Path(__file__).parents[1] / "measured" / "counted.toml"

Figure: TypeAlias = int | str | list[str]
Figures: TypeAlias = dict[tuple[str, ...], Mapping[str, Any]]
"""Figures by section and name."""

AT_MOST = "questions for work, at most"
PYTHON = "Python"
_SELECT = "select "
OF_ONE_PYTHON = {"modules", "MB", "packages"}
"""What is loaded of Python itself, and of others for its sake, is another figure with another."""

_HEAD = """\
# What needs no clock, counted; `python -m tests.counted --write` writes this file.
#
# tests/counted/test_counted.py counts again. A figure that rose, or fell, fails there until it is
# written down on purpose, and the commit says why. These have a rule of their own, so that they
# hold on other machines:
#   "questions for work, at most"  how often they are asked is a matter of time: twice as many as
#                                  were counted may be
#   select …, statements,          one, or 1 %, more or less: what a question has found is kept
#   read transactions              until its table is changed, and which comes first is chance
#   modules                        5 % more or less, on this Python
#   MB                             15 % more or less; of an import, on this Python
#   packages, distributions        three names more or less: newer versions of others bring them; of
#                                  an import, on this Python
# What ours import and require by themselves is exact. Of the rush of eighty orders nothing is kept:
# it takes minutes, and the order in which eighty things happen is chance.
"""

_GOALS = {
    ("town", "event", "bot", "in all", "statements"): "30",
    ("town", "/help", "bot", "in all", "statements"): "20",
    ("service", "delivery", "in all", "statements"): "60, with the questions for work",
}
"""What the design wishes, next to what is."""


def _within(share: float) -> Callable[[Any, Any], bool]:
    return lambda written, counted: abs(counted - written) <= share * written


def _is_about(written: int, counted: int) -> bool:
    return abs(counted - written) <= max(1, written // 100)


def _but_for(names: int) -> Callable[[Any, Any], bool]:
    return lambda written, counted: len({*written} ^ {*counted}) <= names


_RULES: Mapping[str, Callable[[Any, Any], bool]] = {
    AT_MOST: lambda written, counted: counted <= written,
    "statements": _is_about,
    "read transactions": _is_about,
    PYTHON: lambda _written, _counted: True,
    "modules": _within(0.05),
    "MB": _within(0.15),
    "MB of ours": _within(0.15),
    "packages": _but_for(3),
    "distributions": _but_for(3),
}


def read() -> Figures:
    """Return what is written."""
    return dict(_sections((), tomllib.loads(FILE.read_text()))) if FILE.exists() else {}


def _sections(
    path: tuple[str, ...], table: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], Mapping[str, Figure]]]:
    if figures := {name: each for name, each in table.items() if not isinstance(each, dict)}:
        yield path, figures
    for name, each in table.items():
        if isinstance(each, dict):
            yield from _sections((*path, name), each)


def changes(written: Figures, counted: Figures) -> list[str]:
    """Return what is not as it is written, a line for each figure."""
    python = written.get(("imports",), {}).get(PYTHON)
    is_other_python = counted.get(("imports",), {}).get(PYTHON, python) != python
    told = []
    for section in sorted(written.keys() | counted.keys()):
        before, now = written.get(section, {}), counted.get(section, {})
        for name in sorted(before.keys() | now.keys()):
            if section[0] == "imports" and is_other_python and name in OF_ONE_PYTHON:
                continue
            change = _change(name, before.get(name), now.get(name))
            if change:
                told.append(f"{', '.join((*section, name))} {change}")
    return told


def _change(name: str, written: Any, counted: Any) -> str:
    """Tell how a figure is not as it is written, if it is not."""
    nothing: Figure = [] if isinstance(written or counted, list) else 0
    written, counted = written or nothing, counted or nothing
    exactly = _is_about if name.startswith(_SELECT) else operator.eq
    if _RULES.get(name, exactly)(written, counted):
        return ""
    if isinstance(written, list):
        more, gone = sorted({*counted} - {*written}), sorted({*written} - {*counted})
        return f"changed: new: {', '.join(more) or 'none'}; gone: {', '.join(gone) or 'none'}"
    verb = "rose" if counted > written else "fell"
    return f"{verb}: {written} is written, and {counted} were counted"


def write(counted: Figures) -> None:
    """Write down what was counted of some parts; what a rule allows is left as it is written."""
    written = read()
    parts = {section[0] for section in counted}
    figures = {section: each for section, each in written.items() if section[0] not in parts}
    for section, found in counted.items():
        before = written.get(section, {})
        figures[section] = {name: _to_write(name, before.get(name), found[name]) for name in found}
    FILE.write_text("\n".join([_HEAD, *(_told(each, figures[each]) for each in sorted(figures))]))


def _to_write(name: str, written: Any, counted: Any) -> Figure:
    if written is not None and name != PYTHON and not _change(name, written, counted):
        return written
    return 2 * counted if name == AT_MOST else counted


def _told(section: tuple[str, ...], figures: Mapping[str, Figure]) -> str:
    lines = [f"[{'.'.join(map(_key, section))}]"]
    for name, figure in sorted(figures.items()):
        told = json.dumps(figure, indent=4 if isinstance(figure, list) else None)
        goal = _GOALS.get((*section, name))
        lines.append(f"{_key(name)} = {told}" + (f"  # goal: {goal}" if goal else ""))
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else json.dumps(name)
