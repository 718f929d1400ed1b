"""How fast the bot may speak, as python-telegram-bot's rate limiter: Telegram's limits by chat.

30 messages a second over all, one a second in a private chat, 20 a minute in a group (Bot API,
"My bot is hitting limits"). When Telegram answers 429 all the same, the sender is told, and holds
what must be held; nothing is slept through here, so nothing is lost with the process.
"""

from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from aiolimiter import AsyncLimiter
from telegram.ext import BaseRateLimiter

_CHATS_KNOWN = 4096
_BURST_SECONDS = 3
_GROUP_PER_MINUTE = 20

# Edits, deletions and sent messages count; questions such as getMe do not.
_COUNTED = ("send", "edit", "copy", "forward", "stop", "delete")


class ChatLimiter(BaseRateLimiter[None]):
    def __init__(self, per_second: float = 30, chat_per_second: float = 1) -> None:
        self._overall = _limiter(per_second, 1)
        self._chat_per_second = chat_per_second
        self._chats: OrderedDict[int, AsyncLimiter] = OrderedDict()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,  # noqa: ANN401 - the library's signature
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002 - likewise
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        if endpoint.startswith(_COUNTED) and isinstance(data.get("chat_id"), int):
            async with self._chat(data["chat_id"]), self._overall:
                return await callback(*args, **kwargs)
        return await callback(*args, **kwargs)

    def _chat(self, chat_id: int) -> AsyncLimiter:
        limiter = self._chats.pop(chat_id, None) or self._new(chat_id)
        self._chats[chat_id] = limiter
        while len(self._chats) > _CHATS_KNOWN:
            self._chats.popitem(last=False)
        return limiter

    def _new(self, chat_id: int) -> AsyncLimiter:
        if chat_id < 0:  # a group
            return AsyncLimiter(_GROUP_PER_MINUTE, 60)
        return _limiter(self._chat_per_second, _BURST_SECONDS)


def _limiter(per_second: float, burst_seconds: float) -> AsyncLimiter:
    """Let through what comes in a few seconds at once, and one message at the least."""
    at_once = max(1.0, per_second * burst_seconds)
    return AsyncLimiter(at_once, at_once / per_second)
