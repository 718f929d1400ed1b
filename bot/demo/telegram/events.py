"""What can be watched from outside: visible things, and calls to the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.demo.telegram.authors import Author
from bot.demo.telegram.messages import Chat, ChatMessage
from bot.demo.telegram.refusals import ApiError

ChatEventKind = Literal["sent", "edited", "deleted", "toast", "pressed"]


@dataclass(frozen=True)
class Toast:
    """The answer to a pressed button; silent answers have an empty text."""

    text: str
    show_alert: bool = False
    url: str | None = None


@dataclass(frozen=True)
class ChatEvent:
    """Something that people in a chat see happen.

    `user` is who wrote, pressed or is told; `label` names the button that was pressed.
    """

    kind: ChatEventKind
    chat: Chat
    user: Author
    message: ChatMessage
    at: datetime
    toast: Toast | None = None
    label: str | None = None


@dataclass
class ApiCall:
    """One call that a bot made, without its token; `error` is set where it was refused."""

    bot: Author
    method: str
    arguments: Mapping[str, str]
    at: datetime
    error: ApiError | None = None
