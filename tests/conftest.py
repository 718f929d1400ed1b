"""How stories are played: `--bot-mode`, and `--restarts` of the bot between every two messages."""

import pytest
from hypothesis import settings

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
