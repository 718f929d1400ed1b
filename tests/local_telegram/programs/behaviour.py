"""What each of the four bot programs does, whatever library it is written with.

- `/start x` greets, with an inline button "More";
- the button shows a toast and edits the greeting;
- `/number` asks for the phone number with a reply keyboard; a shared number is read back;
- `secret …` is deleted from the chat and acknowledged;
- any other text is echoed.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

GREETING = "Hello <b>{name}</b>, you came with {payload}"
EDITED = "Here is more"
TOAST = "As you wish"
ASKED = "Your number?"
NUMBER = "{number} is yours: {own}"
FORGOTTEN = "Forgotten"
ECHO = "You said: {text}"


@dataclass(frozen=True)
class Program:
    """A running bot: a way to call from outside, and what its library raises when refused.

    The four libraries name methods and arguments alike; only files and the options of polls are
    wrapped differently.
    """

    call: Callable[..., Awaitable[Any]]
    file: Callable[[bytes], object]
    options: list[Any]
    """Two options of a poll."""
    polls: Callable[[], Awaitable[object]]
    refusal: Callable[[int], type[Exception]]
