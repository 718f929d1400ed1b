"""The fixture `telegram` for tests of bots in any project that uses pytest.

It is installed as `handover_telegram`: pytest loads it in every project, and many projects have a
package called `bot`, which must not conflict with this one. For the same reason it starts the
server in a process of its own, and imports only pytest until a test uses the fixture.
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
    """A new, empty Telegram: the test creates its bots and people."""
    from .people import Telegram  # noqa: PLC0415 - likewise

    with Telegram(_telegram_server.url()) as fresh:
        fresh.reset()
        yield fresh
