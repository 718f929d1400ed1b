"""How stories are played: `--bot-mode`, `--telegram-limits`, `--fleet-reading`, `--restarts`."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.demo.certificates import Certificates
from tests.support import prepared
from tests.support.durations import KEPT, Stopwatch
from tests.support.fleet_readings import FLEET_READINGS
from tests.support.process_logging import restored_logging

# How long an example takes tells more of the machine than of the code.
settings.register_profile("handover", deadline=None)
settings.load_profile("handover")


pytest_plugins = ["tests.contract.summary"]

_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of the tests' own is made in it
_ENOUGH = 6 * 2**30
_LONG_SECONDS = 900
"""After so long a test is given up that is marked as long, on a machine with other work too."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Keep files in memory where there is room, and leave out long tests unless they are named.

    Databases wait for the disk at every commit. A run that names no tests leaves out those that
    are marked as long. Compiled files are kept even where the environment says otherwise: hundreds
    of processes would compile everything again.
    """
    gc.set_threshold(50_000, 20, 100)  # by default every twentieth second goes to collections
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH:
        os.environ.setdefault("TMPDIR", str(_MEMORY))
        tempfile.tempdir = None  # else what was found out before stays
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    if not config.option.markexpr and is_whole:
        config.option.markexpr = "not long"
    if not hasattr(config, "workerinput"):
        keeps = config.getoption("--keep-durations")
        if keeps and not is_whole:
            raise pytest.UsageError("--keep-durations is for a run that names no tests")
        config.pluginmanager.register(Stopwatch(keeps=keeps), "stopwatch")


def pytest_addoption(parser: pytest.Parser) -> None:
    stories = parser.getgroup("stories")
    stories.addoption(
        "--bot-mode",
        choices=["webhook", "polling"],
        default="webhook",
        help="how updates reach the bot in stories that do not say so themselves",
    )
    stories.addoption(
        "--telegram-limits",
        action="store_true",
        help="let the local Telegram enforce its limits, and the bot keep to them",
    )
    stories.addoption(
        "--fleet-reading",
        choices=sorted(FLEET_READINGS),
        help="how the fleet service reads the contract in stories that do not say so themselves",
    )
    stories.addoption(
        "--restarts",
        action="store_true",
        help="stop and start the bot before everything that a person does in a story",
    )
    stories.addoption(
        "--keep-durations",
        action="store_true",
        help=f"write into {KEPT.name} of tests/measured how long each test file took",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return more workers than cores: many tests wait for programs that they have started."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


def pytest_itemcollected(item: pytest.Item) -> None:
    for mark in item.iter_markers("long"):
        if len(mark.args) != 1:
            raise pytest.UsageError(f"{item.nodeid}: `long` says in one line why it takes long")
        item.add_marker(pytest.mark.timeout(_LONG_SECONDS))


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """A throw-away authority for all towns of this process."""
    return Certificates.make(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="session")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bot's database as its first start makes it. It is only copied."""
    return prepared.make_store(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="session")
def fleet_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fleet service's database as its first start makes it. It is only copied."""
    return prepared.make_fleet(tmp_path_factory.mktemp("fleet"))


@pytest.fixture
def town_folder(tmp_path: Path, store_file: Path, fleet_file: Path) -> Path:
    """The folder of a test, with both databases of a new town."""
    prepared.copied(store_file, tmp_path)
    return prepared.copied(fleet_file, tmp_path)


@pytest.fixture(autouse=True)
def _restored_logging() -> Iterator[None]:
    with restored_logging():
        yield


@pytest.fixture(autouse=True, scope="module")
def _short_collections() -> None:
    """Let the garbage collector pass over what earlier modules have left behind.

    FastAPI remembers every endpoint that it has seen, and with it the whole service of a test. To
    look through all of them, four million objects in the end, stopped the event loop for five
    seconds: long enough for time-outs and deadlines, which then failed a story now and then.
    """
    gc.collect()
    gc.freeze()
