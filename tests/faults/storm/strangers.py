"""What comes from outside in a storm: files that take much to read, and more requests than fit."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx

from bot.base.vault import key_from
from bot.local_telegram import LocalUser
from tests.faults.storm.strikes import Strike
from tests.support.poisonous_sheets import POISONS

READ_WITHIN = timedelta(seconds=25)
"""How long whoever has sent a file may wait for what they have asked for meanwhile."""

FILE, FLOOD = "poisonous file", "flood of strangers"

_AT_ONCE = 40
_PATHS = ("/operator/login", "/production/book/nobody", "/metrics", "/development/api/v1/riders")


class Strangers:
    """Sends what strangers make: to the bot as `dispatcher` has it from them, and to `origins`."""

    def __init__(self, dispatcher: LocalUser, origins: tuple[str, ...]) -> None:
        self._dispatcher = dispatcher
        self._origins = origins

    async def send_file(self, strike: Strike) -> None:
        """Send a list of orders that takes too much to read; only its sender may wait for that."""
        name, make, _faults = POISONS[strike.draw.choice(sorted(POISONS))]
        made = make()
        content = made.encode() if isinstance(made, str) else made
        strike.chats = {self._dispatcher.id}
        self._dispatcher.send_document(content, name)
        strike.ended = datetime.now(UTC) + READ_WITHIN

    async def flood(self, strike: Strike) -> None:
        """Ask for pages, and send what is not signed, over many connections; it excuses nothing."""
        strike.chats = set()
        ends = asyncio.get_running_loop().time() + strike.draw.between(1, 4)
        async with httpx.AsyncClient(trust_env=False, timeout=5) as http:

            async def go_on(number: int) -> None:
                origin, path = self._origins[number % 2], _PATHS[number % len(_PATHS)]
                while asyncio.get_running_loop().time() < ends:
                    with suppress(httpx.HTTPError):
                        await http.get(f"{origin}{path}")
                        await http.post(f"{origin}{path}", data={"name": "ada", "password": "a"})
                    await asyncio.sleep(0.05)

            await asyncio.gather(*map(go_on, range(_AT_ONCE)))
        strike.ended = datetime.now(UTC)


@contextmanager
def another_key(key_file: Path) -> Iterator[None]:
    """Let another key file stand in the place of one for a while."""
    own = key_file.with_name(f"{key_file.name}.own")
    key_file.rename(own)
    key_from(key_file)
    try:
        yield
    finally:
        own.replace(key_file)
