"""The smallest example of each library, where the index of packages can be reached."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.local_telegram.pytest_plugin.people import Telegram
from bot.local_telegram.pytest_plugin.program import started_server
from tests.local_telegram.other_bots.examples import Unreachable
from tests.local_telegram.other_bots.playing import fetch, play
from tests.local_telegram.other_bots.stories import GRAMMY, STORIES

pytestmark = pytest.mark.long("each library is fetched, with an example, and played")

SMALLEST = {story.library: story for story in reversed(STORIES)}


@pytest.fixture(scope="module")
def diversion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("diversion")


@pytest.fixture(scope="module")
def url(diversion: Path) -> Iterator[str]:
    with started_server("--divert", str(diversion)) as server:
        yield server.url()


@pytest.mark.parametrize("library", SMALLEST)
def test_an_example_as_it_is_shipped_answers(
    library: str, url: str, diversion: Path, tmp_path: Path
):
    if library == GRAMMY and shutil.which("npm") is None:
        pytest.skip("There is no npm here (Debian: npm), which takes minutes to install.")
    try:
        examples = fetch(library, tmp_path / "examples")
    except Unreachable as why:
        pytest.skip(f"{library} cannot be fetched: {why}")
    with Telegram(url) as telegram:
        telegram.reset()
        assert "Good morning" in play(SMALLEST[library], examples, telegram, diversion)
