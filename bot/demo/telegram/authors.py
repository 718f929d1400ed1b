"""Who can write in a chat: a person or a bot."""

from typing import Any, Protocol


class Author(Protocol):
    """A person or a bot, as everyone else sees them."""

    @property
    def id(self) -> int: ...

    @property
    def first_name(self) -> str: ...

    @property
    def is_bot(self) -> bool: ...

    def as_json(self) -> dict[str, Any]: ...
