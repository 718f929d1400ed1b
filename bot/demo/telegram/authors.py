"""Who can write in a chat: a person or a bot."""

from typing import Any, Protocol


class Author(Protocol):
    """A person or a bot, as everyone else sees them."""

    @property
    def id(self) -> int:
        """The number that Telegram knows them by."""

    @property
    def first_name(self) -> str:
        """The name shown beside their messages."""

    @property
    def is_bot(self) -> bool:
        """Whether a program writes."""

    def as_json(self) -> dict[str, Any]:
        """Return the Bot API's `User`."""
