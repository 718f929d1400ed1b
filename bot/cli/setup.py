"""What is wrong with the bot's setup, as its commands say it."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.cli.endings import refuse
from bot.config import ConfigError
from bot.store.database import DatabaseBusy
from bot.store.meta import WrongDatabase
from bot.store.unusable import DatabaseUnusable
from bot.store.vault import SealBroken


@contextmanager
def told_setup() -> Iterator[None]:
    """Turn what settings and store raise into a sentence and an exit code."""
    try:
        yield
    except (ConfigError, DatabaseBusy, DatabaseUnusable, WrongDatabase, SealBroken) as error:
        refuse(str(error))
