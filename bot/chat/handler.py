"""What a command and a button are: data, from which routing, help and menus are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.actions.access import Action
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb

Handler = Callable[[Turn], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is typed: `/name`. `usage` and `what` are its line in the help."""

    name: str
    action: Action
    usage: str
    what: str
    handler: Handler


@dataclass(frozen=True, slots=True)
class Button:
    """Something that is pressed. `about` is how many uuids stand behind it."""

    verb: Verb
    action: Action
    handler: Handler
    about: int = 1
