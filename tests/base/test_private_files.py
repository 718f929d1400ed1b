"""What nobody but its owner reads: the files of a database, and a key file."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.base.private_files import replace_file
from bot.base.vault import KeyFileUnusable, Vault, key_from
from tests.store.work import opened, sqlite_url
from tests.support.clock import ManualClock


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """As where every new file can be read by all."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_a_database_and_what_stands_beside_it_are_their_owners_alone(tmp_path: Path):
    database = await opened(sqlite_url(tmp_path), ManualClock())
    found = modes(tmp_path)
    await database.close()
    assert len(found) >= 3
    assert set(found.values()) == {0o600}


async def test_a_database_that_others_could_read_is_theirs_no_more(tmp_path: Path):
    await (await opened(sqlite_url(tmp_path), ManualClock())).close()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    database = await opened(sqlite_url(tmp_path), ManualClock())
    found = modes(tmp_path)
    await database.close()
    assert set(found.values()) == {0o600}


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_file_that_others_can_read_is_refused_with_what_to_do(tmp_path: Path, mode: int):
    file = tmp_path / "x.key"
    Vault(key_from(file))
    file.chmod(mode)
    with pytest.raises(KeyFileUnusable, match=f"chmod 600 {file}"):
        Vault(key_from(file))
    file.chmod(0o600)
    Vault(key_from(file))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody")
def test_a_file_that_root_gives_other_content_stays_its_owners(tmp_path: Path):
    file = tmp_path / "config.toml"
    file.write_text("before")
    os.chown(file, 4321, -1)
    replace_file(file, b"after")
    assert file.read_text() == "after"
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (4321, 0o600)
