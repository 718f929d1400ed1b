"""What is required has bounds, and the image is locked to all of it."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement

from tests.counted.installation import required
from tests.supply.locked import CONSTRAINTS, ROOT, differences, locked

DATA = {"certifi", "tzdata"}
"""Authorities and time zones: whatever is newest is right."""


def requirements() -> Iterator[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for lines in (project["dependencies"], *project["optional-dependencies"].values()):
        yield from map(Requirement, lines)


REQUIREMENTS = list(requirements())


@pytest.mark.parametrize("one", REQUIREMENTS, ids=lambda one: one.name)
def test_no_version_is_taken_that_nobody_has_tried(one: Requirement):
    bounds = {each.operator for each in one.specifier}
    assert one.name in DATA | {"handover-bot"} or bounds == {">=", "<"}


def test_the_image_is_locked_to_all_that_is_required():
    missing = required("service", "telegram", "postgres").keys() - locked().keys()
    assert not missing, f"{missing}: `python -m tests.supply` locks them, too"


@pytest.mark.parametrize("one", REQUIREMENTS, ids=lambda one: one.name)
def test_what_the_image_is_locked_to_is_allowed(one: Requirement):
    version = locked().get(one.name)
    assert version is None or one.specifier.contains(version)


def test_each_file_is_known_by_its_hash_and_nothing_says_where_it_is_from():
    text = CONSTRAINTS.read_text()
    assert all("--hash=sha256:" in each for each in re.split(r"\n(?=\w)", text))
    assert "://" not in text


def test_whatever_is_otherwise_than_it_is_locked_is_named():
    found = differences({"a": "1", "b": "2"}, {"b": "3", "c": "4"}, "installed")
    assert list(found) == [
        "a: 1 is locked, nothing is installed",
        "b: 2 is locked, 3 is installed",
        "c: nothing is locked, 4 is installed",
    ]
