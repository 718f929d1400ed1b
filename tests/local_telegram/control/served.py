"""What the stories of the control interface need: its client, a bot, and a reader of events."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from bot.local_telegram import LocalTelegram
from bot.local_telegram.control import EventLog
from tests.support.patience import PATIENCE

TOKEN = "1000000001:DEMO-token-of-the-only-bot"
BOT_ID = 1_000_000_001


def page_client(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)


@dataclass(frozen=True)
class Heard:
    """One event as a page reads it."""

    number: int
    kind: str
    data: dict[str, Any]


class ServedTelegram:
    """A local Telegram with Ada and Bola, and one bot."""

    def __init__(
        self,
        telegram: LocalTelegram,
        log: EventLog,
        page: httpx.AsyncClient,
        http: httpx.AsyncClient,
    ) -> None:
        self.telegram = telegram
        self.log = log
        self.page = page
        self.http = http
        self.bot = telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
        self.ada = telegram.add_user("Ada", phone="+31612345678", username="ada")
        self.bola = telegram.add_user("Bola")
        telegram.world.private_chat(self.ada, self.bot)

    @property
    def chat(self) -> str:
        """The address of Ada's chat with the bot."""
        return f"/api/users/{self.ada.id}/chats/{BOT_ID}"

    async def says(self, text: str, **more: Any) -> dict[str, Any]:
        """Let the bot write to Ada, as a program does."""
        return await self.call("sendMessage", chat_id=self.ada.id, text=text, **more)

    async def call(self, method: str, **arguments: Any) -> Any:
        answer = await self.http.post(f"/bot{TOKEN}/{method}", json=arguments)
        assert answer.status_code == 200, answer.text
        return answer.json()["result"]

    async def does(self, act: str, **body: Any) -> Any:
        """Let Ada do something in her chat with the bot; return the answer."""
        answer = await self.page.post(f"{self.chat}/{act}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def refused(self, act: str, status: int = 400, **body: Any) -> str:
        """Let Ada try something that cannot be done; return the sentence."""
        answer = await self.page.post(f"{self.chat}/{act}", json=body)
        return sentence(answer, status)

    async def state(self) -> dict[str, Any]:
        state: dict[str, Any] = (await self.page.get("/api/state")).json()
        return state

    async def header(self) -> dict[str, Any]:
        """Ada's chat with the bot, as it is now."""
        state = await self.state()
        return next(chat for chat in state["chats"] if chat["user_id"] == self.ada.id)

    async def heard(self, until: Callable[[Heard], bool], since: int = 0) -> list[Heard]:
        """Read events until one is the awaited one, and return them all."""
        async with events(self.page, since) as reading:
            return await read_until(reading, until)


def sentence(answer: httpx.Response, status: int = 400) -> str:
    """Return the sentence of an answer that must be a refusal."""
    assert answer.status_code == status, answer.text
    said: str = answer.json()["error"]
    assert said[0].isupper()
    assert said.endswith(".")
    assert "\n" not in said
    return said


async def read_until(reading: AsyncIterator[Heard], until: Callable[[Heard], bool]) -> list[Heard]:
    found = []
    async for event in reading:
        found.append(event)
        if until(event):
            return found
    raise AssertionError("the events ended before")


@asynccontextmanager
async def events(
    page: httpx.AsyncClient, since: int | None = None, last_id: int | None = None
) -> AsyncIterator[AsyncIterator[Heard]]:
    """Read events as a browser does; those after a number, or new ones."""
    query = {} if since is None else {"since": since}
    headers = {} if last_id is None else {"Last-Event-ID": str(last_id)}
    async with page.stream("GET", "/api/events", params=query, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.aiter_lines()
        assert (await anext(lines)).startswith(":")  # it is connected from here on
        yield _events_in(lines)


async def _events_in(lines: AsyncIterator[str]) -> AsyncIterator[Heard]:
    fields: dict[str, str] = {}
    async for line in lines:
        if not line and fields:
            yield Heard(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
