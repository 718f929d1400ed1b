"""The connection to Telegram: the one place that chooses its transport and waits for it."""

import asyncio
import os
import ssl
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

import structlog
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

Result = TypeVar("Result")


def make_bot(token: str, api_url: str, limiter: BaseRateLimiter[None]) -> ExtBot[None]:
    """Make the library's bot; it connects when it is initialized."""
    context = ssl.create_default_context()  # shared: each takes tens of milliseconds to make
    return ExtBot(
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
    """Return how long Telegram wants to be left alone."""
    wait = error.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)


def _request(connections: int, context: ssl.SSLContext) -> HTTPXRequest:
    return HTTPXRequest(
        connection_pool_size=connections,
        pool_timeout=30,
        httpx_kwargs={"trust_env": False, "verify": context},
    )
