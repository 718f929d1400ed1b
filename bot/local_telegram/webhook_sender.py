"""Delivery of updates to a bot's webhook, in order within a chat, with retries."""

import asyncio
import json
import logging
import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import httpx

from bot.local_telegram.api import Api
from bot.local_telegram.arguments import read_body
from bot.local_telegram.bots import BotAccount, BotWebhook, WebhookFailure
from bot.local_telegram.queue import QueuedUpdate
from bot.local_telegram.refusals import ApiError

_FIRST_DELAY = 1.0
_LONGEST_DELAY = 90.0
_LONGEST_WISH = 3600.0
_TIMEOUT = httpx.Timeout(60.0, connect=10.0)
_NOT_AS_ANSWER = frozenset({"setwebhook", "deletewebhook", "close", "logout"})

_log = logging.getLogger(__name__)


async def cancel_all(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait for their ends."""
    # A copy: each task removes itself from the set when it ends, while this waits.
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


@dataclass
class _Lane:
    """The state of one chat's updates: whether one is being sent, and when the next is due."""

    busy: bool = False
    attempts: int = 0
    due_at: datetime | None = None


class WebhookSender:
    """Sends one bot's updates to its webhook while `run` runs and Telegram is not down."""

    def __init__(self, bot: BotAccount, api: Api, ca_file: Path | None) -> None:
        self._bot = bot
        self._api = api
        self._clock = bot.clock
        self._ca_file = ca_file
        self._lanes: dict[int, _Lane] = {}
        self._settings = BotWebhook()
        self._client: httpx.AsyncClient | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send updates until cancelled."""
        try:
            while True:
                # Taken before the queue is read, so that no change in between is missed.
                changed = self._bot.queue.changes.next()
                if self._settings != self._bot.webhook:
                    await self._stop_deliveries()
                    self._settings = self._bot.webhook
                    self._lanes.clear()
                    if self._settings.url:
                        self._client = httpx.AsyncClient(
                            verify=self._trust(), timeout=_TIMEOUT, trust_env=False
                        )
                await self._clock.wait(changed, self._launch())
        finally:
            await self._stop_deliveries()

    def _trust(self) -> ssl.SSLContext | bool:
        """Return what to verify by: the bot's own certificate, `ca_file`, or the public CAs."""
        if not self._settings.url.startswith("https"):
            return False
        if self._settings.certificate:
            return ssl.create_default_context(cadata=self._settings.certificate)
        return ssl.create_default_context(cafile=self._ca_file) if self._ca_file else True

    async def _stop_deliveries(self) -> None:
        await cancel_all(self._tasks)
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _launch(self) -> datetime | None:
        """Start every delivery that is due, and return when the next one is due."""
        if self._client is None or self._api.down:
            return None
        now = self._clock.now()
        later: list[datetime] = []
        for update in self._bot.queue.pending():
            lane = self._lanes.setdefault(update.lane, _Lane())
            if lane.due_at is not None and lane.due_at > now:
                later.append(lane.due_at)
            # Updates of one chat are sent one at a time, so that they arrive in order.
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
        # Some frameworks accept only exactly this content type, without a charset.
        headers = {"Content-Type": "application/json"}
        if self._settings.secret_token:
            headers["X-Telegram-Bot-Api-Secret-Token"] = self._settings.secret_token
        content = json.dumps(update.as_json(), ensure_ascii=False).encode()
        try:
            response = await client.post(self._settings.url, content=content, headers=headers)
            if response.is_success:
                await self._obey(response)
                lane.attempts, lane.due_at = 0, None
                self._bot.queue.forget(update)
            else:
                status = f"{response.status_code} {response.reason_phrase}".rstrip()
                reason = f"Wrong response from the webhook: {status}"
                self._put_off(lane, reason, response.headers.get("retry-after"))
        except httpx.HTTPError as error:
            self._put_off(lane, str(error) or type(error).__name__, None)
        finally:
            lane.busy = False

    def _put_off(self, lane: _Lane, reason: str, wish: str | None) -> None:
        """Set the time of the next attempt: after `wish` (Retry-After), or a doubling delay."""
        now = self._clock.now()
        seconds = min(_FIRST_DELAY * 2**lane.attempts, _LONGEST_DELAY)
        if wish is not None and wish.isdecimal():
            seconds = min(float(wish), _LONGEST_WISH)
        lane.attempts += 1
        lane.due_at = now + timedelta(seconds=seconds)
        self._bot.webhook_failure = WebhookFailure(now, reason)
        _log.warning("an update waits %g s for the next attempt: %s", seconds, reason)

    async def _obey(self, response: httpx.Response) -> None:
        """Run the method call in the answer, if there is one; drop its result."""
        with suppress(ApiError):
            arguments = await read_body(response.headers.get("content-type", ""), response.content)
            method = arguments.text("method").lower()
            if method and not method.startswith("get") and method not in _NOT_AS_ANSWER:
                await self._api.call(self._bot, method, arguments.without("method"))
