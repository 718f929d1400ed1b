"""The connection to Telegram: the one place that chooses its transport and waits for it."""

import asyncio
import json
import os
import ssl
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from pydantic import BaseModel, ValidationError
from telegram import Update
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter, ExtBot
from telegram.request import HTTPXRequest

from bot.base.clock import Clock

_log = structlog.get_logger(__name__)

# The library's own switch for the next version's form of `retry_after`.
os.environ.setdefault("PTB_TIMEDELTA", "true")

CONNECTIONS = 16
"""Requests in flight at most: stock httpx collapses under many."""

_AFTER_TROUBLE = timedelta(seconds=3)
_FIRST_REFUSAL = 300

_HOLD_SECONDS = 25
_ANSWER_SECONDS = 5
# Telegram that answers late has not refused: who gives up early says the same twice.
_SENDING_SECONDS = 30
_CONNECTING_SECONDS = 15

Result = TypeVar("Result")


class TelegramBot(ExtBot[None]):
    """The library's bot, which also hands updates over as they came."""

    async def raw_updates(self, offset: int) -> object:
        """Ask for updates; Telegram holds the question until some come.

        The library's own `get_updates` raises, and logs the whole batch, where it cannot read one.
        """
        asked = {"offset": offset, "timeout": _HOLD_SECONDS, "allowed_updates": Update.ALL_TYPES}
        return await self._post("getUpdates", asked, read_timeout=_HOLD_SECONDS + _ANSWER_SECONDS)


def make_bot(token: str, api_url: str, limiter: BaseRateLimiter[None]) -> TelegramBot:
    """Make the bot; it connects when it is initialized."""
    context = ssl.create_default_context()  # shared: each takes tens of milliseconds to make
    return TelegramBot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=_request(CONNECTIONS, context),
        get_updates_request=_request(1, context),
        rate_limiter=limiter,
    )


async def patiently(clock: Clock, ask: Callable[[], Awaitable[Result]]) -> Result:
    """Ask Telegram until it answers.

    Raises:
        InvalidToken: it will never answer to this token.
        BadRequest: it will never answer to this question.
    """
    while True:
        try:
            return await ask()
        except (InvalidToken, BadRequest):
            raise
        except RetryAfter as error:
            pause = pause_of(error)
        except NetworkError as error:
            _log.warning("telegram does not answer yet", error=repr(error))
            pause = _AFTER_TROUBLE
        await clock.wait(asyncio.Event(), clock.now() + pause)


def pause_of(error: RetryAfter) -> timedelta:
    wait = error.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)


class _Parameters(BaseModel):
    retry_after: int | None = None
    migrate_to_chat_id: int | None = None


class _Refusal(BaseModel):
    """What the library reads of an answer that is none of 200 to 299."""

    description: str = ""
    parameters: _Parameters | None = None


class _Request(HTTPXRequest):
    """Lets through only answers that the library can read: it logs the others as they are."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:  # noqa: ANN401 - passed on as they are
        code, payload = await super().do_request(*args, **kwargs)
        try:
            answer = json.loads(payload.decode(errors="replace"))
        except (ValueError, RecursionError):
            answer = None
        if code < _FIRST_REFUSAL:
            if not isinstance(answer, dict) or "result" not in answer:
                raise NetworkError("an answer that cannot be read")
            return code, payload
        try:
            return code, _Refusal.model_validate(answer).model_dump_json().encode()
        except ValidationError:
            return code, b"{}"


def _request(connections: int, context: ssl.SSLContext) -> HTTPXRequest:
    return _Request(
        connection_pool_size=connections,
        connect_timeout=_CONNECTING_SECONDS,
        read_timeout=_SENDING_SECONDS,
        write_timeout=_SENDING_SECONDS,
        media_write_timeout=_SENDING_SECONDS,
        pool_timeout=_SENDING_SECONDS,
        httpx_kwargs={"trust_env": False, "verify": context},
    )
