"""The fixture `telegram` for tests of bots, in any project that has pytest.

It is installed as `handover_telegram`, for pytest loads it wherever it is installed: many bots are
called `bot`, as the package that it is kept in is, and neither may get in the way of the other.
So it starts the server as a program of its own, and imports nothing but pytest before a test asks.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .people import Telegram
    from .program import Program


@pytest.fixture(scope="session")
def _telegram_server() -> Iterator["Program"]:
    from .program import started_server  # noqa: PLC0415 - only who asks for it waits for it

    with started_server() as server:
        yield server


@pytest.fixture
def telegram(_telegram_server: "Program") -> Iterator["Telegram"]:
    """A Telegram in which nothing has happened yet, and nobody is but who is made by the test."""
    from .people import Telegram  # noqa: PLC0415 - likewise

    with Telegram(_telegram_server.url()) as fresh:
        fresh.reset()
        yield fresh
