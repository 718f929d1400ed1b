import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.operating import Operator


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)


@pytest.fixture(autouse=True)
def _restored_logging() -> Iterator[None]:
    """A command sets up logging for its whole process, which here is pytest's."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
