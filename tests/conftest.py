"""How stories are played: `--bot-mode`, `--telegram-limits`, `--fleet-reading`, `--restarts`."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.fleet_readings import FLEET_READINGS
from tests.support.process_logging import restored_logging

# How long an example takes tells more of the machine than of the code.
settings.register_profile("handover", deadline=None)
settings.load_profile("handover")


pytest_plugins = ["tests.contract.summary"]


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
