"""Schemathesis over real HTTP, briefly; `python -m tests.openapi.fuzz` does it at length."""

from pathlib import Path

import pytest

from tests.openapi.fuzz import WHOLE, run


@pytest.mark.timeout(300)
def test_the_service_holds_to_its_page(tmp_path: Path):
    outcome = run(tmp_path, WHOLE, examples=5, seed=1)
    assert outcome.passed, str(outcome)
    assert "Tested: 13" in outcome.process.stdout
    assert len(outcome.shares) == 13
    assert [str(share) for share in outcome.shares if not share.enough] == []
