from pathlib import Path

import pytest

from tests.cli.operating import Operator


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)
