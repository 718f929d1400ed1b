"""Sends updates to a bot's webhook: in order within a chat, again and again until they arrive."""

import asyncio
import json
import logging
import ssl
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import httpx

from bot.base.clock import Clock
from bot.local_telegram.api import Api
from bot.local_telegram.arguments import Arguments, read_body
from bot.local_telegram.bots import BotAccount, BotWebhook, WebhookFailure
from bot.local_telegram.queue import QueuedUpdate
from bot.local_telegram.refusals import ApiError

_FIRST_DELAY = 1.0
_LONGEST_DELAY = 90.0
_LONGEST_WISH = 3600.0
_TIMEOUT = httpx.Timeout(60.0, connect=10.0)
_NOT_AS_ANSWER = frozenset({"setwebhook", "deletewebhook", "close", "logout"})

_log = logging.getLogger(__name__)


@dataclass
class _Lane:
    """The updates of one chat: whether one is under way, or when the next attempt is due."""

    busy: bool = False
    attempts: int = 0
    due_at: datetime | None = None


class WebhookSender:
    """Delivers one bot's queue to its webhook while `run` runs and Telegram is not down."""

    def __init__(self, bot: BotAccount, api: Api, clock: Clock, ca_file: Path | None) -> None:
        self._bot = bot
        self._api = api
        self._clock = clock
        self._ca_file = ca_file
        self._lanes: dict[int, _Lane] = {}
        self._settings = BotWebhook()
        self._client: httpx.AsyncClient | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        try:
            while True:
                changed = self._bot.queue.changes.next()
                await self._follow_settings()
                await self._clock.wait(changed, self._launch())
        finally:
            await self._stop_deliveries()

    async def _follow_settings(self) -> None:
        if self._settings == self._bot.webhook:
            return
        await self._stop_deliveries()
        self._settings = self._bot.webhook
        self._lanes.clear()
        if self._settings.url:
            self._client = httpx.AsyncClient(
                verify=_trust(self._settings, self._ca_file), timeout=_TIMEOUT, trust_env=False
            )

    async def _stop_deliveries(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _launch(self) -> datetime | None:
        """Start every delivery that is due, and return when the next one will be."""
        if self._client is None or self._api.down:
            return None
        now = self._clock.now()
        later: list[datetime] = []
        for update in self._bot.queue.pending():
            lane = self._lanes.setdefault(update.lane, _Lane())
            if lane.due_at is not None and lane.due_at > now:
                later.append(lane.due_at)
            elif not lane.busy and len(self._tasks) < self._settings.max_connections:
                lane.busy = True
                task = asyncio.create_task(self._deliver(update, lane, self._client))
                self._tasks.add(task)
                task.add_done_callback(self._delivered)
        return min(later, default=None)

    def _delivered(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._bot.queue.changes.notify()

    async def _deliver(self, update: QueuedUpdate, lane: _Lane, client: httpx.AsyncClient) -> None:
        try:
            # Some frameworks take no other content type than exactly this one.
            headers = {"Content-Type": "application/json"}
            if self._settings.secret_token:
                headers["X-Telegram-Bot-Api-Secret-Token"] = self._settings.secret_token
            content = json.dumps(update.as_json(), ensure_ascii=False).encode()
            response = await client.post(self._settings.url, content=content, headers=headers)
        except httpx.HTTPError as error:
            self._put_off(lane, str(error) or type(error).__name__, None)
        else:
            await self._finish(update, lane, response)
        finally:
            lane.busy = False

    async def _finish(self, update: QueuedUpdate, lane: _Lane, response: httpx.Response) -> None:
        if not response.is_success:
            status = f"{response.status_code} {response.reason_phrase}".rstrip()
            reason = f"Wrong response from the webhook: {status}"
            self._put_off(lane, reason, response.headers.get("retry-after"))
            return
        await self._obey(response)
        lane.attempts, lane.due_at = 0, None
        self._bot.queue.forget(update)

    def _put_off(self, lane: _Lane, reason: str, wish: str | None) -> None:
        """Try again later: when the server says, or after a delay that doubles."""
        now = self._clock.now()
        seconds = min(_FIRST_DELAY * 2**lane.attempts, _LONGEST_DELAY)
        if wish is not None and wish.isdecimal():
            seconds = min(float(wish), _LONGEST_WISH)
        lane.attempts += 1
        lane.due_at = now + timedelta(seconds=seconds)
        self._bot.webhook_failure = WebhookFailure(now, reason)
        _log.warning("an update waits %g s for the next attempt: %s", seconds, reason)

    async def _obey(self, response: httpx.Response) -> None:
        """Run the method call that an answer may hold; nobody is told how it went."""
        try:
            arguments = await read_body(response.headers.get("content-type", ""), response.content)
            method = arguments.text("method").lower()
            if method and not method.startswith("get") and method not in _NOT_AS_ANSWER:
                await self._api.call(self._bot, method, _without_method(arguments))
        except ApiError:
            return


def _without_method(arguments: Arguments) -> Arguments:
    fields = {name: value for name, value in arguments.fields.items() if name != "method"}
    return Arguments(fields, arguments.files)


def _trust(settings: BotWebhook, ca_file: Path | None) -> ssl.SSLContext | bool:
    """Return whom to believe: the bot's own certificate, the town's authority, or the public."""
    if not settings.url.startswith("https"):
        return False
    if settings.certificate:
        return ssl.create_default_context(cadata=settings.certificate)
    return ssl.create_default_context(cafile=ca_file) if ca_file else True
