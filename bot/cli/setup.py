"""What is wrong with the bot's setup, as its commands say it."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.base.database_errors import DatabaseUnusable
from bot.base.file_lock import DatabaseBusy
from bot.base.settings_source import ConfigError
from bot.base.vault import KeyFileUnusable, SealBroken
from bot.cli.endings import refuse
from bot.store.meta import WrongDatabase


@contextmanager
def told_setup() -> Iterator[None]:
    """Turn what settings and store raise into a sentence and an exit code."""
    try:
        yield
    except (
        ConfigError,
        DatabaseBusy,
        DatabaseUnusable,
        KeyFileUnusable,
        SealBroken,
        WrongDatabase,
    ) as error:
        refuse(str(error))
