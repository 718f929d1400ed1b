"""Pressed buttons, inline queries and payments that wait for the bot's answer."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

from bot.base.clock import Clock
from bot.local_telegram.attachments import Invoice
from bot.local_telegram.ephemeral import ANSWERABLE
from bot.local_telegram.messages import Author, ChatMessage
from bot.local_telegram.refusals import Refusal


@dataclass(eq=False)
class OpenQuery:
    """A person's question to a bot, which the bot can answer once."""

    LIFETIME: ClassVar = timedelta(seconds=150)
    """How long it can be answered; no subclass has a longer one."""

    user: Author
    bot: Author
    created_at: datetime
    id: str = field(default_factory=lambda: str(secrets.randbits(62)), init=False)
    answered: bool = field(default=False, init=False)


@dataclass(eq=False)
class CallbackQuery(OpenQuery):
    """A pressed button."""

    message: ChatMessage
    data: str

    def as_json(self) -> dict[str, Any]:
        """Return the Bot API's `CallbackQuery`, with the message as it is now."""
        return {
            "id": self.id,
            "from": self.user.as_json(),
            "message": self.message.as_json(),
            # Any number that is unique to the chat and differs from its id.
            "chat_instance": str((self.message.chat.id * 2_654_435_761) % (1 << 62)),
            "data": self.data,
        }


@dataclass(eq=False)
class InlineQuery(OpenQuery):
    """A query typed after the bot's name; `results` is None until the bot answers."""

    query: str
    results: list[dict[str, Any]] | None = None
    answer: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "from": self.user.as_json(),
            "query": self.query,
            "offset": "",
        }


@dataclass(eq=False)
class PreCheckoutQuery(OpenQuery):
    """A payment that the bot accepts or refuses."""

    LIFETIME: ClassVar = timedelta(seconds=10)

    message: ChatMessage
    invoice: Invoice

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "from": self.user.as_json(), **self.invoice.order()}


QueryT = TypeVar("QueryT", bound=OpenQuery)


class OpenQueries:
    """The queries of the last minutes; each can be answered once, within its lifetime."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[str, OpenQuery] = {}

    def add(self, query: OpenQuery) -> None:
        # They are in the order of their creation: all after the first young one are young.
        for old in list(self._known.values()):
            if self._is_within(old, OpenQuery.LIFETIME):
                break
            del self._known[old.id]
        self._known[query.id] = query

    def find(self, kind: type[QueryT], query_id: str, bot: Author) -> QueryT:
        """Return the open query of this kind, id and bot; refuse any other id."""
        query = self._young(kind, query_id, bot, kind.LIFETIME)
        if query.answered:
            raise Refusal.QUERY_TOO_OLD.error()
        return query

    def pressed(self, query_id: object, bot: Author) -> CallbackQuery:
        """Return a press that an ephemeral message can still answer, even if it was answered."""
        return self._young(CallbackQuery, str(query_id), bot, ANSWERABLE)

    def _young(self, kind: type[QueryT], query_id: str, bot: Author, time: timedelta) -> QueryT:
        query = self._known.get(query_id)
        if isinstance(query, kind) and query.bot is bot and self._is_within(query, time):
            return query
        raise Refusal.QUERY_TOO_OLD.error()

    def _is_within(self, query: OpenQuery, time: timedelta) -> bool:
        return query.created_at + time > self._clock.now()
