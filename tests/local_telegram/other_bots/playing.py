"""Runs an example as its own process, and lets somebody talk to it."""

import sys
from pathlib import Path

from bot.local_telegram.pytest_plugin.people import Telegram
from tests.local_telegram.other_bots.examples import fetch_grammy, fetch_python, with_token
from tests.local_telegram.other_bots.stories import GRAMMY, Story


def fetch(library: str, folder: Path) -> Path:
    """Return where a library's examples are; raises `Unreachable`."""
    folder.mkdir(parents=True, exist_ok=True)
    return fetch_grammy(folder) if library == GRAMMY else fetch_python(library, folder)


def play(story: Story, examples: Path, telegram: Telegram, diversion: Path) -> str:
    """Return what came last; raises `AssertionError` with all that is known where it did not.

    The example is led to the local Telegram by its environment, and has no other settings.
    """
    bot, ada = telegram.bot("example_bot", "Example"), telegram.user("Ada")
    example = with_token(examples / story.file, bot.token)
    if story.library == GRAMMY:
        options = {"NODE_OPTIONS": f"--require {diversion / 'divert.cjs'}"}
        telegram.start("node", str(example), **options)
    else:
        options = {"PYTHONPATH": str(diversion), "BOT_TOKEN": bot.token}
        telegram.start(sys.executable, str(example), **options)
    return story.play(ada, bot)
