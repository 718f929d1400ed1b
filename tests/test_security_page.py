"""Every test that the page on security names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "SECURITY.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", PAGE)


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_shows_it_is_there(path: str, name: str):
    assert f"def {name or 'test_'}" in (ROOT / path).read_text()


def test_every_threat_and_every_promise_names_a_test():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "shown by" not in line]
    assert len(rows) > 20
    assert [row for row in rows if "`tests/" not in row] == []
