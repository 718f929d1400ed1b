"""Sentences are said in towns like those of the stories."""

from pathlib import Path

import pytest

from bot.demo.certificates import Certificates


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates.make(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
