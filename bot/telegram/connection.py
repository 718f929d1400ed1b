"""The connection to Telegram: making the bot, and waiting for an answer."""

import asyncio
import os
import ssl
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, TypeVar

from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter, ExtBot

from bot.base.clock import Clock
from bot.base.log import Logger
from bot.telegram.http_request import (
    AnswerObserver,
    TelegramRequest,
    UpdatesRequest,
    nobody_observes,
    nothing_to_check,
)

_log = Logger(__name__)

# The library's own switch for the next version's form of `retry_after`.
os.environ.setdefault("PTB_TIMEDELTA", "true")

TOKEN_REFUSED = "Telegram refuses telegram.token: copy it again from @BotFather."  # noqa: S105

CONNECTIONS = 128
"""The most requests in flight: at 50 ms each, enough for the rate that a paid bot may send at."""

_AFTER_TROUBLE = timedelta(seconds=3)

_HOLD_SECONDS = 25
_ANSWER_SECONDS = 5

Result = TypeVar("Result")


class TelegramBot(ExtBot[None]):
    """The library's bot, which can also return updates and answers as plain JSON.

    Making objects of an answer of which only a number is read costs a fifth of a message.
    """

    _is_plain = False

    @property
    def sends_rich(self) -> bool:
        """Whether the bot sends rich messages; it stops once a server does not know them."""
        return not self._is_plain

    def be_plain(self) -> None:
        """Send no rich messages from now on, as long as this process runs."""
        self._is_plain = True

    async def post(self, method: str, **parameters: object) -> Any:  # noqa: ANN401 - any JSON
        """Call a method of the Bot API with the values that the library's own methods take."""
        return await self._post(method, parameters)

    async def oldest_update(self) -> dict[str, Any] | None:
        """Return the first update that waits, and leave it waiting; `None` if none waits."""
        match await self._post("getUpdates", {"limit": 1, "timeout": 0}):
            case [{"update_id": int()} as update, *_]:
                return dict(update)
        return None

    async def raw_updates(self, offset: int, kinds: Sequence[str]) -> object:
        """Ask for updates of these kinds; Telegram holds the request until some come.

        The library's own `get_updates` raises, and logs the whole batch, if it cannot read one.
        """
        body = {"offset": offset, "timeout": _HOLD_SECONDS, "allowed_updates": list(kinds)}
        return await self._post("getUpdates", body, read_timeout=_HOLD_SECONDS + _ANSWER_SECONDS)


def make_bot(
    token: str,
    api_url: str,
    pacing: BaseRateLimiter[None],
    check: Callable[[], None] = nothing_to_check,
    observe: AnswerObserver = nobody_observes,
    *,
    proxy: str = "",
    rich: bool = True,
) -> TelegramBot:
    """Make the bot; it connects when it is initialized. The rest is as in `TelegramRequest`.

    Without `rich` it sends no rich messages.
    """
    context = _trusting_public_authorities()
    bot = TelegramBot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=TelegramRequest(CONNECTIONS, context, check, observe, proxy),
        get_updates_request=UpdatesRequest(1, context, check, observe, proxy),
        rate_limiter=pacing,
    )
    if not rich:
        bot.be_plain()
    return bot


@cache
def _trusting_public_authorities() -> ssl.SSLContext:
    """Return the context of all connections to Telegram: it takes tens of milliseconds to make."""
    return ssl.create_default_context()


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
            _log.warning("telegram does not answer yet", error=error)
            pause = _AFTER_TROUBLE
        await clock.wait(asyncio.Event(), clock.now() + pause)


def pause_of(error: RetryAfter) -> timedelta:
    wait = error.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
