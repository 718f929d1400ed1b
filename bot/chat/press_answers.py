"""Answers to pressed buttons: each press gets one answer, the first that is given."""

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
"""With so many answers under way none is given early: those after the work need room."""

_MOST = 64
"""The most answers under way; half of the connections to Telegram stay free for messages."""

_REMEMBERED = 4096
"""How many answered presses are remembered; Telegram refuses a second answer to older ones."""

_SECONDS = 5
"""How long to wait for Telegram: nobody looks at an answer that comes later."""

Unseen = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ToastText:
    """A short text to show over the chat, and the same text for the chat itself."""

    label: str
    html: Html


class PressAnswers:
    """Answers presses in the background, so that no handler waits for an answer.

    Leaving the context cancels the answers under way.
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
        """Begin to answer, unless that has begun already or too many answers are under way."""
        self._begin(query_id, text, None, _EARLY)

    def give(self, query_id: str, text: str | None, unseen: Unseen | None = None) -> bool:
        """Begin to answer; return whether this is the answer that is given.

        `unseen` is called if Telegram refuses the answer, for example because it is too late.
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
        except TelegramError as error:  # by the time of another attempt nobody looks any more
            _log.info("answer to a press refused", reason=type(error).__name__)


class PressAnswer:
    """The answer to one press. `hint` is its text if there is nothing else to say."""

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
    """Tell whether a button with this data is in a message, or under it."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    is_under_it = any(key.callback_data == data for row in rows for key in row)
    # The library does not know rich messages, and keeps them as they came.
    inside = json.dumps(message.api_kwargs.get("rich_message", {}))
    return is_under_it or json.dumps(data) in inside
