"""What every story here needs: a quick clock, a served Telegram, and waiting for what is seen."""

import asyncio
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from PIL import Image

from bot.base.clock import Clock
from bot.local_telegram import BotAccount, Chat, ChatEvent, LocalTelegram, LocalUser
from tests.support.patience import PATIENCE

TOKEN = "1000000001:DEMO-token-of-the-only-bot"


def picture(width: int = 20, height: int = 10) -> bytes:
    """Return a picture that Telegram takes as a photo, if its sides are right."""
    content = io.BytesIO()
    Image.new("1", (width, height)).save(content, "PNG")
    return content.getvalue()


class HurriedClock:
    """A clock on which a second passes in a part of one."""

    def __init__(self, factor: int) -> None:
        self._factor = factor
        self._start = datetime.now(UTC)

    def now(self) -> datetime:
        return self._start + (datetime.now(UTC) - self._start) * self._factor

    def elapsed(self) -> float:
        return (self.now() - self._start).total_seconds()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        seconds = None if until is None else (until - self.now()) / timedelta(seconds=self._factor)
        try:
            async with asyncio.timeout(None if seconds is None else max(0.0, seconds)):
                await event.wait()
        except TimeoutError:
            return


class Town:
    """A local Telegram with one bot and one person, and a way to call it as the bot does."""

    def __init__(
        self, telegram: LocalTelegram, url: str, clock: Clock, http: httpx.AsyncClient
    ) -> None:
        self.telegram = telegram
        self.clock = clock
        self.url = url
        self.bot: BotAccount = telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
        self.ada: LocalUser = telegram.add_user("Ada", phone="+31612345678", username="ada")
        self.http = http

    async def call(self, method: str, **arguments: Any) -> httpx.Response:
        """Call a method as a bot does, with a JSON body."""
        return await self.http.post(f"{self.url}/bot{TOKEN}/{method}", json=arguments)

    async def result(self, method: str, **arguments: Any) -> Any:
        """Call a method that must succeed and return its result."""
        response = await self.call(method, **arguments)
        assert response.status_code == 200, response.text
        return response.json()["result"]

    async def updates(self, **arguments: Any) -> list[dict[str, Any]]:
        """Poll once."""
        return await self.result("getUpdates", **arguments)

    async def until(self, holds: Callable[[], object]) -> None:
        """Return once something holds; it is asked again after everything that is seen."""
        seen = asyncio.Event()

        def note(_: ChatEvent | Chat) -> None:
            seen.set()

        chat_listeners = self.telegram.world.chat_listeners
        self.telegram.listeners.append(note)
        chat_listeners.append(note)
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    await seen.wait()
                    seen.clear()
        finally:
            self.telegram.listeners.remove(note)
            chat_listeners.remove(note)

    async def until_said(self, text: str) -> None:
        """Return once the bot's newest message says this."""
        await self.until(lambda: any(m.from_bot and m.text == text for m in self.ada.messages))
