"""Answers to pressed buttons: one for each press, from the first that gives it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self

from telegram import Message
from telegram.error import BadRequest, NetworkError, TelegramError
from telegram.ext import ExtBot

from bot.base.log import Logger
from bot.texts.html import Html

_log = Logger(__name__)

_EARLY = 32
"""Answers under way beyond which none is given early: those at the end of the work need room."""

_MOST = 64
"""Answers under way at most; half of the connections to Telegram stay for messages."""

_REMEMBERED = 4096
"""Presses of which is known that they were answered; for older ones Telegram knows it."""

_SECONDS = 5
"""How long Telegram has to answer: what comes later, nobody looks at any more."""

Unseen = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ToastText:
    """A short text over the chat, and the same for the chat itself."""

    label: str
    html: Html


class PressAnswers:
    """Gives answers while the work that a press begins goes on: no work waits for them.

    Leaving the context cuts off those under way.
    """

    def __init__(self, bot: ExtBot[None]) -> None:
        self._bot = bot
        self._given: dict[str, None] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def to(self, query_id: str) -> "PressAnswer":
        return PressAnswer(self, query_id)

    def is_given(self, query_id: str) -> bool:
        return query_id in self._given

    def give_early(self, query_id: str, text: str | None = None) -> None:
        """Begin to answer, unless it has begun already or too many are under way."""
        self._begin(query_id, text, None, _EARLY)

    def give(self, query_id: str, text: str | None, unseen: Unseen | None = None) -> bool:
        """Begin to answer; return whether this is the answer that is given.

        `unseen` is called if Telegram takes none for this press, or not any more.
        """
        return self._begin(query_id, text, unseen, _MOST)

    async def idle(self) -> None:
        """Return when no answer is under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def _begin(self, query_id: str, text: str | None, unseen: Unseen | None, most: int) -> bool:
        if query_id in self._given or len(self._under_way) >= most:
            return False
        self._given[query_id] = None
        while len(self._given) > _REMEMBERED:
            del self._given[next(iter(self._given))]
        task = asyncio.create_task(self._answer(query_id, text, unseen), name="answer to a press")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True

    async def _answer(self, query_id: str, text: str | None, unseen: Unseen | None) -> None:
        try:
            await self._bot.answer_callback_query(query_id, text, read_timeout=_SECONDS)
        except BadRequest as error:  # too old, or answered by another process of this bot
            _log.info("answer to a press refused", reason=error.message)
            if unseen is not None:
                await unseen()
        except NetworkError:  # the next one may try again
            self._given.pop(query_id, None)
        except TelegramError as error:  # nobody looks any more when Telegram would take it
            _log.info("answer to a press refused", reason=type(error).__name__)


class PressAnswer:
    """The answer to one press. `hint` is what it says where there is nothing else to say."""

    def __init__(self, answers: PressAnswers, query_id: str) -> None:
        self._answers = answers
        self._query_id = query_id
        self.hint: str | None = None

    @property
    def is_given(self) -> bool:
        return self._answers.is_given(self._query_id)

    def give_early(self) -> None:
        self._answers.give_early(self._query_id, self.hint)

    def give(self, text: str | None, unseen: Unseen | None = None) -> bool:
        return self._answers.give(self._query_id, text or self.hint, unseen)


def has(message: Message, data: str | None) -> bool:
    """Tell whether a button that sends this is in a message, or under it."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    is_under_it = any(key.callback_data == data for row in rows for key in row)
    # The library does not know rich messages, and keeps them as they came.
    inside = json.dumps(message.api_kwargs.get("rich_message", {}))
    return is_under_it or json.dumps(data) in inside
