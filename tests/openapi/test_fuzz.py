"""Schemathesis over real HTTP, briefly; `python -m tests.openapi.fuzz` does it at length."""

from pathlib import Path

import pytest

from tests.openapi.fuzz import run


@pytest.mark.timeout(300)
def test_the_service_holds_to_its_page(tmp_path: Path):
    process = run(tmp_path, examples=5, seed=1, capture=True)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "Tested: 13" in process.stdout
