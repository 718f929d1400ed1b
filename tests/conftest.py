"""How stories are played: `--bot-mode`, and `--restarts` of the bot between every two messages."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

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
        "--restarts",
        action="store_true",
        help="stop and start the bot before everything that a person does in a story",
    )


@pytest.fixture(autouse=True)
def _restored_logging() -> Iterator[None]:
    with restored_logging():
        yield
